#pragma once

#include <stiction/abi.h>
#include <stiction/math/vector.h>

#include <cstddef>
#include <string>

namespace stiction {

/// The shortest text that reads back as the same double: "0.1", "1e-09", "inf", "nan".
std::string format_number(double value);
/// Likewise for each entry: "1 0.5 0".
std::string format_vector(const Vec3& v);

/// Throws std::invalid_argument, "expected `wanted`, got `value`".
[[noreturn]] void reject_number(const std::string& wanted, double value);

/// Likewise unless `value` is one of an enumeration that ends with `last`.
template <typename Choice>
void require_choice(const std::string& wanted, Choice value, Choice last) {
  const auto number = static_cast<int>(value);
  if (number < 0 || number > static_cast<int>(last)) reject_number(wanted, number);
}

/// Throws std::invalid_argument, "expected `expected` entries in `name`, `why`, got `size`", unless
/// `size` equals `expected`.
void require_size(const char* name, std::ptrdiff_t size, std::ptrdiff_t expected, const char* why);

}  // namespace stiction
