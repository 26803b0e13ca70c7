#pragma once

#include <optional>
#include <string_view>

#include "file_errors.h"
#include "triangle_soup.h"

namespace stiction {

/// The surface in a Wavefront OBJ file; nothing, with every faulty line recorded, if it has errors.
///
/// Reads `v` (three coordinates; a weight or a colour after them is checked and ignored) and `f`
/// (three corners or more, each v, v/vt, v//vn or v/vt/vn, counted from 1 or, if negative, from the
/// last vertex so far), with comments and lines continued by a backslash. Faces of more than three
/// corners are cut into triangles. Statements that do not define the surface (normals, texture,
/// names of groups and materials, points and lines) are ignored; free-form curves and surfaces and
/// anything else are errors. Vertices that no face uses are dropped, unless there are no faces: the
/// file is then a cloud of points.
///
/// Written by hand, as no available library reports all faulty lines with their numbers. Cost
/// linear in the size, except for concave faces (`PolygonCutter`).
std::optional<TriangleSoup> read_obj(std::string_view text, FileErrors& errors);

}  // namespace stiction
