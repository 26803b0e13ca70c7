#include "convex_ellipse.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr int kMaxEllipseRounds = 60;
constexpr int kMaxOppositeSteps = 20;

// For q in the first quadrant: the root t > -k^2 of (q_x / (t + 1))^2 + (k q_y / (t + k^2))^2 = 1.
// In terms of r = t + k^2 and squash = 1 - k^2, both of which may be tiny.
double find_root(double squash, const Vec2& q, double k) {
  const double ky = k * q.y();
  double r = std::max(ky, q.x() - squash);
  for (int round = 0; round < kMaxEllipseRounds; ++round) {
    const double x = q.x() / (r + squash);
    const double y = ky / r;
    const double slope = -2 * (x * x / (r + squash) + y * y / r);
    const double step = (1 - x * x - y * y) / slope;
    if (!(step > 1e-16 * r)) break;
    r += step;
  }
  return r;
}

// With squash = 1 - k^2, for q in the first quadrant.
Vec2 nearest_normal(double squash, const Vec2& q, double k) {
  if (k * q.y() > 0) {
    const double r = find_root(squash, q, k);
    return Vec2(q.x() / (r + squash), q.y() / r).normalized();
  }
  if (q.x() > squash) return Vec2(1, q.y() / (q.x() - squash)).normalized();
  // On the major axis between the centres of curvature of its ends, or of a flat ellipse.
  const double x = squash > 0 ? q.x() / squash : 0;
  const Vec2 n(k * x, std::sqrt(std::max(0.0, 1 - x * x)));
  return n.isZero(0) ? Vec2(1, 0) : Vec2(n.normalized());
}

// The local maximum with n_y < 0, starting from the minor axis, for q in the first quadrant.
bool find_opposite_normal(double squash, const Vec2& q, double k, Vec2& n) {
  n = Vec2(0, -1);
  for (int step = 0; step < kMaxOppositeSteps; ++step) {
    const double reach = std::hypot(n.x(), k * n.y());
    if (!(reach > 0)) return false;
    const double across = squash * n.x() * n.y();
    const double slope = -q.x() * n.y() + q.y() * n.x() + across / reach;
    const double bend = -q.dot(n) + squash * (n.x() * n.x() - n.y() * n.y()) / reach +
                        across * across / (reach * reach * reach);
    if (!(bend < 0)) return false;
    const double turn = std::clamp(-slope / bend, -0.5, 0.5);
    n = (n + turn * Vec2(-n.y(), n.x())).normalized();
    if (std::abs(turn) < 1e-15) break;
  }
  return n.y() < 0;
}

}  // namespace

EllipseNormals calc_ellipse_normals(double k, const Vec2& q) {
  const double squash = (1 - k) * (1 + k);
  const Vec2 sign(q.x() < 0 ? -1 : 1, q.y() < 0 ? -1 : 1);
  const Vec2 mirrored = q.cwiseAbs();
  EllipseNormals result;
  result.normals[result.count++] = sign.cwiseProduct(nearest_normal(squash, mirrored, k));
  Vec2 opposite;
  if (find_opposite_normal(squash, mirrored, k, opposite)) {
    result.normals[result.count++] = sign.cwiseProduct(opposite);
  }
  return result;
}

}  // namespace stiction
