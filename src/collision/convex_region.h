#pragma once

#include <stiction/math/tangent_basis.h>

#include <span>
#include <vector>

#include "convex_solid.h"
#include "reused.h"

namespace stiction {

/// A view along a contact's normal n: coordinates along two axes across n and a height along n,
/// from an origin near the contact; m.
struct ContactView {
  Vec3 origin;
  Vec3 n;
  TangentBasis across;

  ContactView(const Vec3& seen_from, const Vec3& normal)
      : origin(seen_from), n(normal), across(make_tangent_basis(normal)) {}
  Vec2 at(const Vec3& x) const { return {across.t1.dot(x - origin), across.t2.dot(x - origin)}; }
  double height(const Vec3& x) const { return n.dot(x - origin); }
  Vec3 point(const Vec2& at, double height) const {
    return origin + at.x() * across.t1 + at.y() * across.t2 + height * n;
  }
};

/// Tilts up to which a feature counts as foremost along a direction.
struct RegionTilt {
  double face_cosine;  ///< least cosine between the outer normal and the direction
  double cap_cosine;
  double line_sine;  ///< greatest sine of the angle of an edge or a side to the perpendicular plane
};

/// The foremost feature of a solid along a direction: a polygon (a face), a disc (a cap), a line
/// (an edge, a ruling of a side) or a point (a vertex, a point of a rim); seen along the contact's
/// normal.
class ContactRegion {
 public:
  enum class Kind { point, line, polygon, disc };

  /// A point of the boundary that may become a contact point.
  struct Corner {
    Vec2 at;
    double height = 0;
    FeatureId id = 0;
    FeatureId edge_id = 0;          ///< of the side from here to the next corner
    bool is_edge_reversed = false;  ///< true if that edge runs towards this corner
  };
  /// The part of a line in a region, by fractions of its length, and the features at the cuts.
  struct Stretch {
    double from = 0, to = 1;
    FeatureId from_id = 0, to_id = 0;  ///< set if cut there: from > 0, to < 1
    bool is_empty() const { return from > to; }
  };

  /// Foremost along `outward`, which is n or -n. `shift` is added to the solid's position.
  ContactRegion(const ConvexSolid& solid, const Vec3& outward, const RegionTilt& tilt,
                const Vec3& shift, const ContactView& view);
  ContactRegion(const ContactRegion&) = delete;
  ContactRegion& operator=(const ContactRegion&) = delete;

  Kind kind() const { return kind_; }
  bool is_area() const { return kind_ == Kind::polygon || kind_ == Kind::disc; }
  /// The corners of a polygon or line; points of a disc's rim (see DiscRim); the point itself.
  std::span<const Corner> corners() const {
    return {more_.empty() ? few_.data() : more_.data(), static_cast<std::size_t>(count_)};
  }
  FeatureId id() const { return id_; }  ///< of the region as a whole

  // For an area:
  bool contains(const Vec2& at, double tolerance) const;
  double height(const Vec2& at) const { return height_ + slope_.dot(at - center_); }
  /// The feature at a place in the area: the vertex or edge of a polygon within the tolerance, else
  /// the whole area.
  FeatureId id_at(const Vec2& at, double tolerance) const;
  /// The part of the line from one corner to the next that is within the region. The two crossings
  /// of a rim are numbered along the edge, in whichever direction its face runs through it, so an
  /// edge shared by two faces has one point per number.
  Stretch clip(const Corner& from, const Corner& to) const;

  /// For a line or a point: its point nearest to a place, as seen.
  Vec2 nearest(const Vec2& at) const;

  /// For a line: the radius of curvature of the solid's side there, m; 0 for an edge.
  double line_radius() const { return radius_; }

  // For a disc:
  const Vec2& center() const { return center_; }
  double radius() const { return radius_; }
  FeatureId rim_id(bool is_second_crossing) const {
    return edge_feature(cap_ + (is_second_crossing ? 2 : 0));
  }
  /// Distance of the point seen at a place from the disc's centre, minus the radius; and its
  /// gradient.
  double beyond_rim(const Vec2& at, Vec2& gradient) const;

 private:
  void set_polytope(const ConvexSolid& solid, const Vec3& outward, const RegionTilt& tilt);
  void set_frustum(const ConvexSolid& solid, const Vec3& outward, const RegionTilt& tilt);
  void set_face(const ConvexSolid& solid, int face);
  void set_cap(const ConvexSolid& solid, int disc, const Vec3& outward);
  void set_plane(const Vec3& x, const Vec3& normal);
  void add_corner(const Vec3& x, FeatureId id, FeatureId edge_id, bool is_edge_reversed);
  double beyond_side(int side, const Vec2& at) const;

  static constexpr int kFew = 16;

  const ContactView& view_;
  Vec3 shift_;
  Kind kind_ = Kind::point;
  FeatureId id_ = 0;
  std::array<Corner, kFew> few_;
  Reused<std::vector<Corner>> more_;  // used if there are more than a few
  int count_ = 0;
  double turn_ = 1;  // +1: the corners of the polygon are counter-clockwise as seen, -1: clockwise
  Vec2 center_ = Vec2::Zero();  // a place in the area, its height, and the slope there
  double height_ = 0;
  Vec2 slope_ = Vec2::Zero();
  double radius_ = 0;
  int cap_ = 0;
};

}  // namespace stiction
