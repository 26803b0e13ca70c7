#pragma once

#include "convex_axes.h"

namespace stiction {

// Each adds the axes of one sort that may be of use (see AxisSet), each evaluated exactly. Together
// they hold every local maximum of s(n): those of overlapping cores lie where the boundary of the
// difference of the cores is flat or bends less than the ball about the origin that touches it, so
// a corner of one against a corner, an edge or a rim of the other counts for cores apart only.

/// The normals of the faces of solid i, a polytope.
void add_face_axes(AxisSet& axes, int i);
/// The common perpendiculars of the edges of two polytopes.
void add_edge_axes(AxisSet& axes);
/// The axis of the frustum i, both ways.
void add_disc_axes(AxisSet& axes, int i);
/// The side and the rims of the frustum i against edges and vertices of the other, a polytope.
void add_side_axes(AxisSet& axes, int i);
/// Sides and rims of two frustums against each other.
void add_frustum_axes(AxisSet& axes);

}  // namespace stiction
