#pragma once

#include <stiction/math/vector.h>

#include <string>
#include <string_view>

namespace stiction {

/// The shortest text that reads back bit for bit.
void append_csv_number(std::string& text, double value);

/// The three numbers, a comma before each.
void append_csv_vector(std::string& text, const Vec3& v);

/// RFC 4180, section 2: a field with a comma, quote or line break is quoted, its quotes doubled.
void append_csv_name(std::string& text, std::string_view name);

}  // namespace stiction
