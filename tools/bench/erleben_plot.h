#pragma once

#include <filesystem>
#include <vector>

#include "erleben_curves.h"
#include "erleben_tables.h"

namespace stiction::bench {

/// Writes figures 2 to 6 of Erleben 2013 as SVG into a directory, which is made if need be, and
/// returns the files. Throws std::runtime_error if one cannot be written.
std::vector<std::filesystem::path> write_erleben_figures(const std::vector<CurveSet>& curves,
                                                         const std::vector<EndSeries>& ends,
                                                         const std::filesystem::path& directory);

}  // namespace stiction::bench
