#include <stiction/model/contact_model.h>
#include <stiction/model/fclib_solver.h>
#include <stiction/scene/names.h>

#include <algorithm>

namespace stiction {

const std::vector<std::string>& known_contact_solver_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = fclib_solver_names();
    const ContactModelCatalogue models;
    for (const std::string& model : models.names()) {
      for (const std::string& solver : models.solvers(model)) {
        if (std::ranges::find(all, solver) == all.end()) all.push_back(solver);
      }
    }
    return all;
  }();
  return names;
}

}  // namespace stiction
