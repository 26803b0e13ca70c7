#pragma once

#include "convex_axes.h"

namespace stiction {

// Each function adds the useful axes of one kind (see AxisSet), each evaluated exactly. Together
// they find every local maximum of s(n). For overlapping cores these lie where the boundary of the
// difference of the cores is flat or curves less than the ball about the origin that touches it, so
// a corner against a corner, an edge or a rim matters for separated cores only.

/// Adds the normals of the faces of solid i, a polytope.
void add_face_axes(AxisSet& axes, int i);
/// Adds the common perpendiculars of the edges of two polytopes.
void add_edge_axes(AxisSet& axes);
/// Adds the axis of frustum i, in both directions.
void add_disc_axes(AxisSet& axes, int i);
/// Adds axes of the side and rims of frustum i against edges and vertices of a polytope.
void add_side_axes(AxisSet& axes, int i);
/// Adds axes of sides and rims of two frustums against each other.
void add_frustum_axes(AxisSet& axes);

}  // namespace stiction
