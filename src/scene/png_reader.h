#pragma once

#include <optional>
#include <string_view>

#include "elevations.h"
#include "file_errors.h"

namespace stiction {

/// True if the bytes begin as every PNG file does.
bool is_png(std::string_view bytes);

/// The brightness of a picture, pixel by pixel, as heights; nothing, with the error recorded in
/// line 1, if the file is damaged or too large.
///
/// Grey values are used as they are, 0 to 255 or, with 16 bits, to 65535 (fewer bits are spread
/// over 0 to 255), without gamma correction. Colours count by their luminance, 0.2126 R + 0.7152 G
/// + 0.0722 B (ITU-R BT.709). Opacity is ignored. Accepts up to 16384 rows and columns, and
/// Elevations::kMaxCount pixels.
std::optional<Elevations> read_png(std::string_view bytes, FileErrors& errors);

}  // namespace stiction
