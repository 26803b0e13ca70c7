#pragma once

#include <optional>
#include <string_view>

#include "elevations.h"
#include "file_errors.h"

namespace stiction {

/// The heights in a text: a line of numbers per row, all rows of one length, numbers between blanks
/// and in the C locale; empty lines, and what follows a `#`, are left out. Nothing, with every
/// faulty line recorded, if it has faults. Cost linear in the size.
std::optional<Elevations> read_text_grid(std::string_view text, FileErrors& errors);

}  // namespace stiction
