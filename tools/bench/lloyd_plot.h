#pragma once

#include "lloyd_table.h"

#include <filesystem>
#include <span>
#include <vector>

namespace stiction::bench {

/// Draws figures 5 to 10 of Lloyd 2004 with the times of the cold rows, and two of our own, as SVG
/// files in `directory`, which is made if need be:
///
///     figure-05.svg      pegs of up to 32 contacts, three methods
///     figure-06.svg      close-up: structural and reduced
///     figure-07.svg      single bodies, three methods
///     figure-08.svg      close-up: reduced, a point per situation
///     figure-09.svg      the stack, a sketch
///     figure-10.svg      stacks of up to 5 blocks and 32 contacts, three methods
///     growth-pegs.svg    all pegs, logarithmic
///     growth-stacks.svg  all stacks, logarithmic
///
/// A figure without points is left out. Returns the files written; throws std::runtime_error with
/// the name of one that cannot be written.
std::vector<std::filesystem::path> write_lloyd_figures(std::span<const LloydRow> rows,
                                                       const std::filesystem::path& directory);

}  // namespace stiction::bench
