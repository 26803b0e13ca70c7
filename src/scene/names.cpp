#include <stiction/scene/names.h>

namespace stiction {

const std::vector<std::string>& known_contact_model_names() {
  static const std::vector<std::string> names = {"coulomb", "no-slip", "viscous", "box-friction",
                                                 "frictionless"};
  return names;
}

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
                                                 "staggered"};
  return names;
}

}  // namespace stiction
