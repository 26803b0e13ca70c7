#include "convex_overlap.h"

#include <ccd/ccd.h>

#include <algorithm>

namespace stiction {
namespace {

struct ScaledCore {
  const ConvexSolid& solid;
  Vec3 origin;
  double scale;
};

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const auto& core = *static_cast<const ScaledCore*>(object);
  const Vec3 n(direction->v[0], direction->v[1], direction->v[2]);
  const Vec3 x = core.scale * (core.solid.support(n).point - core.origin);
  ccdVec3Set(point, x.x(), x.y(), x.z());
}

}  // namespace

std::optional<Vec3> guess_way_out(const ConvexSolid& first, const ConvexSolid& second) {
  ccd_t settings;
  CCD_INIT(&settings);
  settings.support1 = support;
  settings.support2 = support;
  settings.max_iterations = 100;
  settings.epa_tolerance = 1e-5;
  const double scale = 1 / std::max(first.outer_radius(), second.outer_radius());
  const ScaledCore one{first, second.center(), scale};
  const ScaledCore other{second, second.center(), scale};
  ccd_real_t depth = 0;
  ccd_vec3_t direction;
  ccd_vec3_t position;
  if (ccdGJKPenetration(&one, &other, &settings, &depth, &direction, &position) != 0) return {};
  const Vec3 way(-direction.v[0], -direction.v[1], -direction.v[2]);
  if (!way.allFinite() || !(way.norm() > 0.5)) return {};
  return way.normalized();
}

}  // namespace stiction
