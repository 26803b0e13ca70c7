#include "body_colors.h"

#include <array>
#include <cstdint>

namespace stiction::command {
namespace {

constexpr std::array<const char*, 8> kBodyColors = {"#6f9bc8", "#e0b25c", "#72b39a", "#d18b6c",
                                                    "#9d98cf", "#c493b3", "#8fb3c4", "#b7b07c"};

/// The name without the numbers of copies.
std::string_view name_of_family(std::string_view name) {
  for (;;) {
    const std::size_t end = name.find_last_not_of("0123456789");
    if (end == std::string_view::npos || end + 1 == name.size() || name[end] != '-') return name;
    name = name.substr(0, end);
  }
}

}  // namespace

std::string color_of_body(std::string_view name) {
  std::uint32_t hash = 7;
  for (const char c : name_of_family(name)) {
    hash = (hash * 31 + static_cast<unsigned char>(c)) % 9973;
  }
  return kBodyColors[hash % kBodyColors.size()];
}

}  // namespace stiction::command
