#pragma once

#include <stiction/abi.h>

#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// Every solver of complementarity and contact problems that a scene file or the command may name.
/// Not all of them apply everywhere: `ContactModelCatalogue::solvers`, `fclib_solver_names` and
/// `lcp_solvers` tell which do.
const std::vector<std::string>& known_contact_solver_names();

/// The first of the names nearest to `name`, if it is near enough to be a misspelling of it (one
/// edit in three characters, at most three); else empty. Looks at the first 10,000 names.
std::string find_nearest_name(std::string_view name, const std::vector<std::string>& names);

}  // namespace stiction
