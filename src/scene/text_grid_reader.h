#pragma once

#include <optional>
#include <string_view>

#include "elevations.h"
#include "file_errors.h"

namespace stiction {

/// The heights in a text: one line of numbers per row, all rows of one length, numbers separated by
/// blanks and in the C locale; empty lines, and everything after a `#`, are ignored. Nothing, with
/// every faulty line recorded, if it has errors. Cost linear in the size.
std::optional<Elevations> read_text_grid(std::string_view text, FileErrors& errors);

}  // namespace stiction
