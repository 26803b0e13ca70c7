#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "lacoursiere_table.h"

namespace stiction::bench {

/// Writes the figures of Lacoursiere 2003, section 7, as SVG into a directory, which is made if
/// need be, and returns the files. Throws std::runtime_error if one cannot be written.
std::vector<std::filesystem::path> write_lacoursiere_figures(
    std::span<const BoxSet> sets, const std::vector<SweepSeries>& sweeps,
    const std::filesystem::path& directory);

}  // namespace stiction::bench
