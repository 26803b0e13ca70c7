#include <stiction/scene/names.h>

namespace stiction {

const std::vector<std::string>& known_contact_solver_names() {
  static const std::vector<std::string> names = {"lemke",
                                                 "dantzig",
                                                 "keller",
                                                 "murty",
                                                 "block-pivot",
                                                 "ppm",
                                                 "jacobi",
                                                 "pgs",
                                                 "psor",
                                                 "min-map-newton",
                                                 "fischer-newton",
                                                 "smoothing-newton",
                                                 "structural-lemke",
                                                 "reduced-lemke",
                                                 "active-set",
                                                 "staggered"};
  return names;
}

}  // namespace stiction
