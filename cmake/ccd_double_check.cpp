// Checks that the linked libccd takes doubles: two balls of radius 1, with centres 1 apart, must
// overlap by 1.

#include <ccd/ccd.h>

#include <cmath>

#ifndef CCD_DOUBLE
#error "libccd's headers are those of its single-precision build"
#endif

namespace {

void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
  const double scale = 1 / std::sqrt(ccdVec3Len2(direction));
  *result = *static_cast<const ccd_vec3_t*>(object);
  for (int i = 0; i < 3; ++i) result->v[i] += scale * direction->v[i];
}

}  // namespace

int main() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = support;
  ccd.support2 = support;
  ccd.max_iterations = 100;
  const ccd_vec3_t first{{0, 0, 0}};
  const ccd_vec3_t second{{1, 0, 0}};
  double depth = 0;
  ccd_vec3_t way, position;
  if (ccdGJKPenetration(&first, &second, &ccd, &depth, &way, &position) != 0) return 1;
  // The tolerance is wide because its polytope has few faces when it stops.
  return std::abs(depth - 1) < 0.1 ? 0 : 2;
}
