#pragma once

#include <optional>
#include <string_view>

#include "file_errors.h"
#include "triangle_soup.h"

namespace stiction {

/// The surface in an STL file; nothing, with every error recorded, if it has errors.
///
/// A file is binary if its length matches the number of triangles in its bytes 80 to 83, else it is
/// a text that begins with `solid`: binary files may begin with that word, too. Normals and
/// attributes are ignored: the order of a triangle's corners determines where it faces. A text may
/// hold several solids, upper-case keywords, and any blanks between words. Errors in binary files
/// are reported in line 1.
///
/// Written by hand, as no available library reports all faulty lines with their numbers. Cost
/// linear in the size.
std::optional<TriangleSoup> read_stl(std::string_view bytes, FileErrors& errors);

}  // namespace stiction
