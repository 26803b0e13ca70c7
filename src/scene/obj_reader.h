#pragma once

#include <optional>
#include <string_view>

#include "file_errors.h"
#include "triangle_soup.h"

namespace stiction {

/// The surface in a Wavefront OBJ file; nothing, with every faulty line recorded, if it has faults.
///
/// Read are `v` (three coordinates; a weight or a colour behind them is checked and left out) and
/// `f` (three corners or more, each v, v/vt, v//vn or v/vt/vn, counted from 1 or, if negative, from
/// the last vertex so far), with comments and lines continued by a backslash. Faces of more than
/// three corners are cut into triangles. What tells nothing about the surface (normals, texture,
/// names of groups and materials, points and lines) is left out; free-form curves and surfaces and
/// all else is an error. Vertices that no face uses are left out, unless there are no faces: the
/// file is a cloud of points then.
///
/// Written by hand, as no library at hand reports all faulty lines with their numbers. Cost linear
/// in the size, but for concave faces (`PolygonCutter`).
std::optional<TriangleSoup> read_obj(std::string_view text, FileErrors& errors);

}  // namespace stiction
