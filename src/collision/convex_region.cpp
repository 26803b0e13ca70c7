#include "convex_region.h"

#include <algorithm>
#include <cmath>

namespace stiction {

ContactRegion::ContactRegion(const ConvexSolid& solid, const Vec3& outward, const RegionTilt& tilt,
                             const Vec3& shift, const ContactView& view)
    : view_(view), shift_(shift) {
  if (solid.is_polytope()) {
    set_polytope(solid, outward, tilt);
  } else if (solid.is_frustum()) {
    set_frustum(solid, outward, tilt);
  } else {
    id_ = kWholeShape;
    add_corner(solid.support(outward).point, id_, id_, false);
  }
}

void ContactRegion::add_corner(const Vec3& x, FeatureId id, FeatureId edge_id,
                               bool is_edge_reversed) {
  const Vec3 shifted = x + shift_;
  const Corner corner{view_.at(shifted), view_.height(shifted), id, edge_id, is_edge_reversed};
  if (more_.empty() && count_ < kFew) {
    few_[count_++] = corner;
    return;
  }
  if (more_.empty()) more_.assign(few_.begin(), few_.end());
  more_.push_back(corner);
  ++count_;
}

void ContactRegion::set_plane(const Vec3& x, const Vec3& normal) {
  const Vec3 shifted = x + shift_;
  center_ = view_.at(shifted);
  height_ = view_.height(shifted);
  slope_ = Vec2(view_.across.t1.dot(normal), view_.across.t2.dot(normal)) / -view_.n.dot(normal);
}

// Chooses the flattest edge at the foremost vertex, and the better one of its faces.
void ContactRegion::set_polytope(const ConvexSolid& solid, const Vec3& outward,
                                 const RegionTilt& tilt) {
  const int vertex = solid.support(outward).vertex;
  int flattest = -1;
  double least_slope = 2;
  for (const int e : solid.edges_of_vertex(vertex)) {
    const double slope = std::abs(outward.dot(solid.edge_direction(solid.edges()[e])));
    if (slope >= least_slope) continue;
    least_slope = slope;
    flattest = e;
  }
  if (flattest >= 0) {
    const ConvexSolid::Edge& edge = solid.edges()[flattest];
    double best = tilt.face_cosine;
    int face = -1;
    for (const int side : {edge.left, edge.right}) {
      if (side < 0) continue;
      const double cosine = outward.dot(solid.face_normal(side));
      if (cosine < best) continue;
      best = cosine;
      face = side;
    }
    if (face >= 0) return set_face(solid, face);
    if (least_slope <= tilt.line_sine) {
      kind_ = Kind::line;
      id_ = solid.edge_id(flattest);
      const bool is_reversed = !solid.starts_at(flattest, edge.start);
      add_corner(solid.vertex(edge.start), solid.vertex_id(edge.start), id_, is_reversed);
      return add_corner(solid.vertex(edge.end), solid.vertex_id(edge.end), id_, is_reversed);
    }
  }
  id_ = solid.vertex_id(vertex);
  add_corner(solid.vertex(vertex), id_, id_, false);
}

void ContactRegion::set_face(const ConvexSolid& solid, int face) {
  kind_ = Kind::polygon;
  id_ = solid.face_id(face);
  const auto around = solid.corners(face);
  const auto edges = solid.edges_of_face(face);
  const Vec3 normal = solid.face_normal(face);
  set_plane(solid.vertex(around[0]), normal);
  turn_ = normal.dot(view_.n) > 0 ? 1 : -1;
  for (std::size_t i = 0; i < around.size(); ++i) {
    add_corner(solid.vertex(around[i]), solid.vertex_id(around[i]), solid.edge_id(edges[i]),
               !solid.starts_at(edges[i], around[i]));
  }
}

void ContactRegion::set_frustum(const ConvexSolid& solid, const Vec3& outward,
                                const RegionTilt& tilt) {
  const double along = outward.dot(solid.axis());
  const int towards = along < 0 ? 0 : 1;
  if (std::abs(along) >= tilt.cap_cosine && solid.disc_radius(towards) > 0) {
    return set_cap(solid, towards, outward);
  }
  const auto rim_point = [&](int disc) -> Vec3 {
    if (solid.disc_radius(disc) == 0) return solid.disc_center(disc);
    return solid.rim(disc).foremost(outward);
  };
  const auto rim_id = [&](int disc) {
    return solid.disc_radius(disc) == 0 ? kApexFeature : solid.rim(disc).foremost_feature();
  };
  if (std::abs(along - solid.side_sine()) <= tilt.line_sine) {
    kind_ = Kind::line;
    id_ = kLateralFeature;
    radius_ = 0.5 * (solid.disc_radius(0) + solid.disc_radius(1));
    for (const int disc : {0, 1}) add_corner(rim_point(disc), rim_id(disc), id_, false);
    return;
  }
  const int disc = solid.support(outward).vertex;
  id_ = rim_id(disc);
  add_corner(rim_point(disc), id_, id_, false);
}

void ContactRegion::set_cap(const ConvexSolid& solid, int disc, const Vec3& outward) {
  kind_ = Kind::disc;
  cap_ = disc;
  radius_ = solid.disc_radius(disc);
  id_ = cap_feature(disc);
  const DiscRim rim = solid.rim(disc);
  set_plane(rim.center, rim.axis);
  for (int k = 0; k < DiscRim::kNumFixed; ++k) {
    add_corner(rim.fixed(k), rim.fixed_feature(k), rim_feature(disc), false);
  }
  if (!rim.is_foremost_distinct(outward)) return;
  add_corner(rim.foremost(outward), rim.foremost_feature(), rim_feature(disc), false);
}

// Distance of a place outside the side of a polygon that follows a corner.
double ContactRegion::beyond_side(int side, const Vec2& at) const {
  const auto around = corners();
  const Vec2& start = around[side].at;
  const Vec2 along = around[side + 1 < count_ ? side + 1 : 0].at - start;
  const Vec2 offset = at - start;
  return turn_ * (along.y() * offset.x() - along.x() * offset.y()) / along.norm();
}

double ContactRegion::beyond_rim(const Vec2& at, Vec2& gradient) const {
  const Vec2 offset = at - center_;
  const double rise = slope_.dot(offset);
  const double distance = std::sqrt(offset.squaredNorm() + rise * rise);
  gradient = (offset + rise * slope_) / std::max(distance, 1e-300);
  return distance - radius_;
}

bool ContactRegion::contains(const Vec2& at, double tolerance) const {
  if (kind_ == Kind::disc) {
    Vec2 gradient;
    return beyond_rim(at, gradient) <= tolerance;
  }
  for (int i = 0; i < count_; ++i) {
    if (!(beyond_side(i, at) <= tolerance)) return false;
  }
  return true;
}

FeatureId ContactRegion::id_at(const Vec2& at, double tolerance) const {
  if (kind_ == Kind::disc) return id_;
  FeatureId id = id_;
  for (int i = 0; i < count_; ++i) {
    if ((corners()[i].at - at).lpNorm<Eigen::Infinity>() <= tolerance) return corners()[i].id;
    if (beyond_side(i, at) >= -tolerance) id = corners()[i].edge_id;
  }
  return id;
}

Vec2 ContactRegion::nearest(const Vec2& at) const {
  const Vec2& start = corners().front().at;
  const Vec2 along = corners().back().at - start;
  const double length2 = along.squaredNorm();
  if (!(length2 > 0)) return start;
  return start + std::clamp(along.dot(at - start) / length2, 0.0, 1.0) * along;
}

ContactRegion::Stretch ContactRegion::clip(const Corner& from, const Corner& to) const {
  Stretch stretch;
  const auto begin_at = [&](double t, FeatureId id) {
    if (t <= stretch.from) return;
    stretch.from = t;
    stretch.from_id = id;
  };
  const auto end_at = [&](double t, FeatureId id) {
    if (t >= stretch.to) return;
    stretch.to = t;
    stretch.to_id = id;
  };
  const auto none = [] { return Stretch{1, 0, 0, 0}; };
  if (kind_ == Kind::disc) {
    const auto in_plane = [&](const Vec2& v) { return Vec3(v.x(), v.y(), slope_.dot(v)); };
    const Vec3 start = in_plane(from.at - center_);
    const Vec3 along = in_plane(to.at - from.at);
    const double a = along.squaredNorm();
    const double b = start.dot(along);
    const Vec3 nearest = start - (a > 0 ? b / a : 0) * along;
    const double half2 = radius_ * radius_ - nearest.squaredNorm();
    if (!(a > 0) || half2 < 0) return none();
    const double half = std::sqrt(half2 / a);
    begin_at(-b / a - half, rim_id(from.is_edge_reversed));
    end_at(-b / a + half, rim_id(!from.is_edge_reversed));
    return stretch;
  }
  for (int i = 0; i < count_; ++i) {
    const double at_from = beyond_side(i, from.at);
    const double at_to = beyond_side(i, to.at);
    if (at_from > 0 && at_to > 0) return none();
    if (at_from <= 0 && at_to <= 0) continue;
    const double t = at_from / (at_from - at_to);
    at_from > 0 ? begin_at(t, corners()[i].edge_id) : end_at(t, corners()[i].edge_id);
  }
  return stretch;
}

}  // namespace stiction
