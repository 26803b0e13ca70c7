#pragma once

#include <optional>
#include <string_view>

#include "file_errors.h"
#include "triangle_soup.h"

namespace stiction {

/// The surface in an STL file; nothing, with every fault recorded, if it has faults.
///
/// A file is binary if it is as long as one of as many triangles as its bytes 80 to 83 say, else a
/// text that begins with `solid`: binary files may begin with that word too. Normals and attributes
/// are left out: the order of a triangle's corners says where it looks. A text may hold several
/// solids, upper-case keywords, and any blanks between words. Faults of binary files are said to be
/// in line 1.
///
/// Written by hand, as no library at hand reports all faulty lines with their numbers. Cost linear
/// in the size.
std::optional<TriangleSoup> read_stl(std::string_view bytes, FileErrors& errors);

}  // namespace stiction
