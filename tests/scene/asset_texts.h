#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

/// A cube from -1 to 1 made of quadrilaterals that face outwards.
inline const std::string kCubeObj = R"(# a cube
v -1 -1 -1
v 1 -1 -1
v 1 1 -1
v -1 1 -1
v -1 -1 1
v 1 -1 1
v 1 1 1
v -1 1 1
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
)";

using Corners = std::array<std::array<float, 3>, 3>;

/// A tetrahedron with corners at the origin and at 1 on each axis, normals outwards. Volume 1/6.
inline std::vector<Corners> tetrahedron() {
  constexpr std::array<float, 3> o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
  return {{o, y, x}, {o, x, z}, {o, z, y}, {x, y, z}};
}

inline std::string stl_text(const std::vector<Corners>& triangles) {
  std::string text = "solid a name of words\n";
  for (const Corners& triangle : triangles) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const auto& [x, y, z] : triangle) {
      text += "vertex " + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z);
      text += "\n";
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid a name of words\n";
}

/// The bytes of the word, little-endian.
inline std::string bytes_of(std::uint32_t word) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(word >> (8 * i) & 0xff);
  return bytes;
}

inline std::string stl_bytes(const std::vector<Corners>& triangles, std::string header) {
  header.resize(80, ' ');
  std::string bytes = header + bytes_of(static_cast<std::uint32_t>(triangles.size()));
  for (const Corners& triangle : triangles) {
    bytes.append(12, '\0');
    for (const auto& corner : triangle) {
      for (const float number : corner) bytes += bytes_of(std::bit_cast<std::uint32_t>(number));
    }
    bytes.append(2, '\0');
  }
  return bytes;
}

}  // namespace stiction
