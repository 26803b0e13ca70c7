#include "interior_path.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

using PathGroup = PathPoint::Group;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
/// Limit on the friction of the path: friction without slip has no finite cone, so the path uses
/// one this wide; the finish is exact.
constexpr double kMostPathFriction = 1e3;

/// Mass ratio above which the path starts at the size of the load.
constexpr double kHeavyLoad = 1e4;
/// The cap's compliance, in units of the group's own divided by its stiffening.
constexpr double kCapCompliance = 1e-8;
/// With one refinement 465 of 476 islands without friction are solved within 60 rounds, with none
/// 461.
constexpr int kPathRefinements = 1;

/// Distance from its bounds at which a row with two of them starts, in units of their distance.
constexpr double kBoundMargin = 1e-3;

double path_friction(const RowGroup& group) { return std::min(group.friction, kMostPathFriction); }

double path_radius(const RowGroup& group, const PathGroup& x) {
  return path_friction(group) * (x.r.x() + group.prior);
}

bool has_lower(const RowGroup& group, int i) { return group.lower[i] > -kNoLimit; }
bool has_upper(const RowGroup& group, int i) { return group.upper[i] < kNoLimit; }

/// a0^2 - |aT|^2, without cancellation.
double cone_determinant(double a0, const Vec2& aT) {
  const double size = aT.norm();
  return (a0 - size) * (a0 + size);
}

/// The spectrum of one group in units of `unit`; `least` is not positive outside the cones.
InteriorPath::Spectrum spectrum_of(const RowGroup& group, const PathGroup& x, double unit) {
  InteriorPath::Spectrum spectrum = {kNoLimit, 0.0};
  const auto include = [&](double a, double b) {
    const double q = a > 0 && b > 0 ? a * b / unit : -1.0;
    spectrum.least = std::min(spectrum.least, q);
    spectrum.largest = std::max(spectrum.largest, q);
  };
  if (group.law == RowLaw::bounded) {
    for (int i = 0; i < group.num_rows; ++i) {
      if (has_lower(group, i)) include(x.r[i] - group.lower[i], x.y[i]);
      if (has_upper(group, i)) include(group.upper[i] - x.r[i], x.z[i]);
    }
    return spectrum;
  }
  include(x.r.x(), x.y.x());
  const double R = path_radius(group, x);
  const double gamma = x.z.x();
  const Vec2 r_T = x.r.tail<2>();
  const Vec2 y_T = x.y.tail<2>();
  const double det_r = cone_determinant(R, r_T);
  const double det_y = cone_determinant(gamma, y_T);
  if (!(R > 0 && gamma > 0 && det_r > 0 && det_y > 0)) return {-1.0, spectrum.largest};
  // The sum of the eigenvalues is twice a.b, their product det a det b.
  const double mean = R * gamma + r_T.dot(y_T);
  const double product = det_r * det_y;
  const double larger = mean + std::sqrt(std::max(0.0, mean * mean - product));
  spectrum.least = std::min(spectrum.least, product / larger / unit);
  spectrum.largest = std::max(spectrum.largest, larger / unit);
  return spectrum;
}

double square(double x) { return x * x; }

}  // namespace

void InteriorPath::take_impulses(const PathPoint& x, Rows& r) {
  r.resize(x.groups.size());
  for (std::size_t c = 0; c < r.size(); ++c) r[c] = x.groups[c].r;
}

void InteriorPath::prepare(IslandSystem& system, double start_mu, PathPoint& x) {
  const int n = system.num_groups();
  system_ = &system;
  narrowest_ = 0;
  energy_unit_ = square(system.free_speed()) / system.mean_compliance();
  mu0_ = start_mu * energy_unit_;
  weights_.resize(n);
  caps_.resize(n);
  y0_.resize(n);
  D_.resize(n);
  K_.resize(n);
  misfits_.resize(n);
  g_.resize(n);
  for (int c = 0; c < n; ++c) {
    const double compliance = system.group(c).compliance;
    weights_[c] = system.mean_compliance() / compliance;
    caps_[c] = kCapCompliance * compliance / system.stiffening(c);
  }
  x.groups.assign(n, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()});
  x.mu = mu0_;
}

void InteriorPath::start_cold(IslandSystem& system, const Options& options, PathPoint& x) {
  const double ratio = system.mass_ratio();
  prepare(system, ratio > kHeavyLoad ? options.start_mu * ratio : options.start_mu, x);
  const int n = system.num_groups();
  r_.assign(n, Vec3::Zero());
  system.calc_velocities(r_, x.v);
  system.calc_relative(x.v, u_);
  const double U0 = system.free_speed();
  for (int c = 0; c < n; ++c) {
    const RowGroup& group = system.group(c);
    const double unit = weights_[c] * x.mu;
    PathGroup& at = x.groups[c];
    if (group.law == RowLaw::contact) {
      at.y.x() = std::max(U0, u_[c].x());
      at.r.x() = unit / at.y.x();
      at.z.x() = unit / path_radius(group, at);
      continue;
    }
    for (int i = 0; i < group.num_rows; ++i) {
      const double half_width = (group.upper[i] - group.lower[i]) / 2;  // may be infinite
      const double room = std::min(half_width, unit / std::max(U0, std::abs(u_[c][i])));
      if (has_lower(group, i)) {
        at.r[i] = group.lower[i] + room;
      } else if (has_upper(group, i)) {
        at.r[i] = group.upper[i] - room;
      }
      if (has_lower(group, i)) at.y[i] = unit / (at.r[i] - group.lower[i]);
      if (has_upper(group, i)) at.z[i] = unit / (group.upper[i] - at.r[i]);
    }
  }
  fix_start(x);
}

void InteriorPath::start_warm(IslandSystem& system, const Options& options, const Rows& r,
                              PathPoint& x) {
  prepare(system, options.start_mu, x);
  const int n = system.num_groups();
  system.calc_velocities(r, x.v);
  system.calc_relative(x.v, u_);
  // The positive a that solves a - rho unit / a = z.
  const auto positive_root = [](double z, double product) {
    const double root = std::sqrt(z * z + 4 * product);
    return z > 0 ? (z + root) / 2 : 2 * product / (root - z);
  };
  for (int c = 0; c < n; ++c) {
    const RowGroup& group = system.group(c);
    const double unit = weights_[c] * x.mu;
    const double rho = 1 / group.compliance;
    const Vec3 z = r[c] - rho * u_[c];
    PathGroup& at = x.groups[c];
    if (group.law == RowLaw::bounded) {
      for (int i = 0; i < group.num_rows; ++i) {
        const double lower = group.lower[i];
        const double upper = group.upper[i];
        if (has_lower(group, i) && has_upper(group, i)) {
          const double margin = kBoundMargin * (upper - lower);
          at.r[i] = std::clamp(z[i], lower + margin, upper - margin);
        } else if (has_lower(group, i)) {
          at.r[i] = lower + positive_root(z[i] - lower, rho * unit);
        } else if (has_upper(group, i)) {
          at.r[i] = upper - positive_root(upper - z[i], rho * unit);
        } else {
          at.r[i] = r[c][i];
        }
        if (has_lower(group, i)) at.y[i] = unit / (at.r[i] - lower);
        if (has_upper(group, i)) at.z[i] = unit / (upper - at.r[i]);
      }
      continue;
    }
    at.r.x() = positive_root(z.x(), rho * unit);
    at.y.x() = unit / at.r.x();
    // Solve t + rho unit t / (R^2 - t^2) = |z_T| for t = |r_T| by bisection.
    const double R = path_radius(group, at);
    const double size = z.tail<2>().norm();
    const auto slip_at = [&](double t) { return unit * t / ((R - t) * (R + t)); };
    double t = 0;
    double above = R;
    for (int i = 0; i < 60; ++i) {
      const double middle = (t + above) / 2;
      (middle + rho * slip_at(middle) < size ? t : above) = middle;
    }
    at.z.x() = t > 0 ? R * slip_at(t) / t : unit / R;
    if (t > 0) {
      at.r.tail<2>() = t / size * z.tail<2>();
      at.y.tail<2>() = -slip_at(t) / size * z.tail<2>();
    }
  }
  fix_start(x);
}

/// Takes the velocities that fit the impulses, so that b0 is round-off, and sets y0 and b0 to the
/// violations of (4) and (5).
void InteriorPath::fix_start(PathPoint& x) {
  take_impulses(x, r_);
  system_->calc_velocities(r_, x.v);
  system_->calc_relative(x.v, u_);
  system_->calc_imbalance(r_, x.v, b0_);
  for (int c = 0; c < system_->num_groups(); ++c) y0_[c] = mismatch(c, x.groups[c]);
}

/// The violation of (4), u - y, with the velocities of `u_`.
Vec3 InteriorPath::mismatch(int c, const PathGroup& x) const {
  const RowGroup& group = system_->group(c);
  Vec3 difference = u_[c] - x.y;
  if (group.law == RowLaw::bounded) difference += x.z + group.softness.cwiseProduct(x.r);
  for (int i = group.num_rows; i < 3; ++i) difference[i] = 0;
  return difference;
}

/// D of a contact. Equations (1)-(3), linearised with gamma eliminated, are P dr + S dy = e. With
/// the cap dy = du + gap + del dr, so that dr = K e - D (du + gap), where K = (P + del S)^-1 and D
/// = K S.
Mat3 InteriorPath::reduce_contact(int c, const PathGroup& x) {
  const RowGroup& group = system_->group(c);
  const double R = path_radius(group, x);
  const double gamma = x.z.x();
  const Vec2 r_T = x.r.tail<2>();
  const Vec2 y_T = x.y.tail<2>();
  Mat3 P = Mat3::Zero();
  P(0, 0) = x.y.x();
  P.block<2, 1>(1, 0) = path_friction(group) * (y_T - gamma / R * r_T);
  P.block<2, 2>(1, 1) = gamma * Eigen::Matrix2d::Identity() - r_T * y_T.transpose() / R;
  Mat3 S = Mat3::Zero();
  S(0, 0) = x.r.x();
  S.block<2, 2>(1, 1) = R * Eigen::Matrix2d::Identity() - r_T * r_T.transpose() / R;
  K_[c] = (P + caps_[c] * S).inverse();
  return K_[c] * S;
}

/// D of bounded rows, with the cap.
Mat3 InteriorPath::reduce_bounded(int c, const PathGroup& x) const {
  const RowGroup& group = system_->group(c);
  Mat3 D = Mat3::Zero();
  for (int i = 0; i < group.num_rows; ++i) {
    double compliance = caps_[c] + group.softness[i];
    if (has_lower(group, i)) compliance += x.y[i] / (x.r[i] - group.lower[i]);
    if (has_upper(group, i)) compliance += x.z[i] / (group.upper[i] - x.r[i]);
    D(i, i) = 1 / compliance;
  }
  return D;
}

int InteriorPath::linearise(const PathPoint& x) {
  take_impulses(x, r_);
  system_->calc_relative(x.v, u_);
  system_->calc_imbalance(r_, x.v, b_);
  const double theta = x.mu / mu0_;
  for (std::size_t i = 0; i < b_.size(); ++i) b_[i] -= theta * b0_[i];
  for (int c = 0; c < system_->num_groups(); ++c) {
    const bool is_contact = system_->group(c).law == RowLaw::contact;
    D_[c] = is_contact ? reduce_contact(c, x.groups[c]) : reduce_bounded(c, x.groups[c]);
  }
  return system_->factor(D_, system_->is_convex());
}

bool InteriorPath::find_corrector(const PathPoint& x, PathDirection& corrector) {
  const double theta = x.mu / mu0_;
  for (int c = 0; c < system_->num_groups(); ++c) {
    const RowGroup& group = system_->group(c);
    const PathGroup& at = x.groups[c];
    const double unit = weights_[c] * x.mu;
    Misfit& misfit = misfits_[c];
    misfit.gap = mismatch(c, at) - theta * y0_[c];
    if (group.law == RowLaw::bounded) {
      for (int i = 0; i < group.num_rows; ++i) {
        if (has_lower(group, i)) misfit.first[i] = unit - (at.r[i] - group.lower[i]) * at.y[i];
        if (has_upper(group, i)) misfit.second[i] = unit - (group.upper[i] - at.r[i]) * at.z[i];
      }
      continue;
    }
    const double R = path_radius(group, at);
    const Vec2 r_T = at.r.tail<2>();
    const Vec2 y_T = at.y.tail<2>();
    misfit.first.x() = unit - at.r.x() * at.y.x();
    misfit.first.tail<2>() = -(at.z.x() * r_T + R * y_T);
    misfit.second.x() = unit - R * at.z.x() - r_T.dot(y_T);
  }
  return find_direction(x, corrector);
}

bool InteriorPath::find_tangent(const PathPoint& x, PathDirection& tangent) {
  for (int c = 0; c < system_->num_groups(); ++c) {
    const double k = weights_[c];
    const bool is_contact = system_->group(c).law == RowLaw::contact;
    misfits_[c].first = is_contact ? Vec3(k, 0, 0) : Vec3::Constant(k);
    misfits_[c].second = is_contact ? Vec3(k, 0, 0) : Vec3::Constant(k);
    misfits_[c].gap = -y0_[c] / mu0_;
  }
  for (std::size_t i = 0; i < b_.size(); ++i) b_[i] = -b0_[i] / mu0_;
  return find_direction(x, tangent);
}

/// Solves Newton's equation for `misfits_` and the imbalance `b_`.
bool InteriorPath::find_direction(const PathPoint& x, PathDirection& direction) {
  const int n = system_->num_groups();
  for (int c = 0; c < n; ++c) {
    const RowGroup& group = system_->group(c);
    const PathGroup& at = x.groups[c];
    const Misfit& misfit = misfits_[c];
    if (group.law == RowLaw::bounded) {
      Vec3 push = -misfit.gap;
      for (int i = 0; i < group.num_rows; ++i) {
        if (has_lower(group, i)) push[i] += misfit.first[i] / (at.r[i] - group.lower[i]);
        if (has_upper(group, i)) push[i] -= misfit.second[i] / (group.upper[i] - at.r[i]);
      }
      g_[c].noalias() = D_[c] * push;
      continue;
    }
    Vec3 e = misfit.first;
    e.tail<2>() -= misfit.second.x() / path_radius(group, at) * at.r.tail<2>();
    g_[c] = K_[c] * e - D_[c] * misfit.gap;
  }
  if (!system_->solve(b_, g_, kPathRefinements, direction.v, du_, dr_)) return false;
  direction.groups.resize(n);
  for (int c = 0; c < n; ++c) {
    const RowGroup& group = system_->group(c);
    const PathGroup& at = x.groups[c];
    const Misfit& misfit = misfits_[c];
    PathGroup& d = direction.groups[c];
    d.r = dr_[c];
    d.y = d.z = Vec3::Zero();
    if (group.law == RowLaw::bounded) {
      for (int i = 0; i < group.num_rows; ++i) {
        if (has_lower(group, i)) {
          d.y[i] = (misfit.first[i] - at.y[i] * d.r[i]) / (at.r[i] - group.lower[i]);
        }
        if (has_upper(group, i)) {
          d.z[i] = (misfit.second[i] + at.z[i] * d.r[i]) / (group.upper[i] - at.r[i]);
        }
      }
      continue;
    }
    d.y = du_[c] + misfit.gap + caps_[c] * d.r;
    d.z.x() = (misfit.second.x() - path_friction(group) * at.z.x() * d.r.x() -
               at.r.tail<2>().dot(d.y.tail<2>()) - at.y.tail<2>().dot(d.r.tail<2>())) /
              path_radius(group, at);
  }
  return true;
}

InteriorPath::Spectrum InteriorPath::measure(const PathPoint& x) const {
  Spectrum all = {kNoLimit, 0.0};
  for (int c = 0; c < system_->num_groups(); ++c) {
    const Spectrum own = spectrum_of(system_->group(c), x.groups[c], weights_[c] * x.mu);
    all.least = std::min(all.least, own.least);
    all.largest = std::max(all.largest, own.largest);
  }
  return all;
}

bool InteriorPath::try_move(const PathPoint& x, double a, const PathDirection& C, double dm,
                            const PathDirection& B, const Spectrum& limits, PathPoint& z) {
  const int n = system_->num_groups();
  z.mu = x.mu + dm;
  z.groups.resize(n);
  const auto stays_within = [&](int c) {
    const auto moved = [&](Vec3 PathGroup::*part) -> Vec3 {
      return x.groups[c].*part + a * C.groups[c].*part + dm * B.groups[c].*part;
    };
    z.groups[c] = {moved(&PathGroup::r), moved(&PathGroup::y), moved(&PathGroup::z)};
    const Spectrum own = spectrum_of(system_->group(c), z.groups[c], weights_[c] * z.mu);
    return own.least >= limits.least && own.largest <= limits.largest;
  };
  if (n > 0 && !stays_within(narrowest_)) return false;
  for (int c = 0; c < n; ++c) {
    if (stays_within(c)) continue;
    narrowest_ = c;
    return false;
  }
  z.v.resize(x.v.size());
  for (std::size_t i = 0; i < x.v.size(); ++i) z.v[i] = x.v[i] + a * C.v[i] + dm * B.v[i];
  return true;
}

double InteriorPath::inner(const PathPoint& x, const PathDirection& a,
                           const PathDirection& b) const {
  double sum = 0;
  for (int c = 0; c < system_->num_groups(); ++c) {
    const RowGroup& group = system_->group(c);
    const PathGroup& at = x.groups[c];
    const PathGroup& p = a.groups[c];
    const PathGroup& q = b.groups[c];
    if (group.law == RowLaw::bounded) {
      for (int i = 0; i < group.num_rows; ++i) {
        const double dr2 = p.r[i] * q.r[i];
        if (has_lower(group, i)) {
          sum += dr2 / square(at.r[i] - group.lower[i]) + p.y[i] * q.y[i] / square(at.y[i]);
        }
        if (has_upper(group, i)) {
          sum += dr2 / square(group.upper[i] - at.r[i]) + p.z[i] * q.z[i] / square(at.z[i]);
        }
      }
      continue;
    }
    sum += p.r.x() * q.r.x() / square(at.r.x()) + p.y.x() * q.y.x() / square(at.y.x());
    sum += p.r.tail<2>().dot(q.r.tail<2>()) / square(path_radius(group, at));
    sum += (p.y.tail<2>().dot(q.y.tail<2>()) + p.z.x() * q.z.x()) / square(at.z.x());
  }
  return sum;
}

}  // namespace stiction
