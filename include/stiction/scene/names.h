#pragma once

#include <stiction/abi.h>

#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// All solvers of complementarity and contact problems that a scene file or the command may name.
/// Not all of them apply everywhere: see `ContactModelCatalogue::solvers`, `fclib_solver_names` and
/// `lcp_solvers`.
const std::vector<std::string>& known_contact_solver_names();

/// The first of the names nearest to `name`, if it is near enough to be a misspelling (one edit per
/// three characters, at most three); else empty. Considers the first 10,000 names.
std::string find_nearest_name(std::string_view name, const std::vector<std::string>& names);

}  // namespace stiction
