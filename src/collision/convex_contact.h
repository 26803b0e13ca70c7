#pragma once

#include <stiction/collision/narrow_phase.h>

#include "convex_solid.h"

namespace stiction {

/// Adds the points where the foremost features of two solids face each other along `normal` (unit,
/// from second to first), the first one moved by `shift` across it; points are half way between the
/// two, with gaps up to the margin, where the solid that owns the contact has them now: the other
/// one of a face or cap, else the smaller one. A rolling solid is sensitive to where its points
/// are.
///
/// Two areas share the corners of one in the other and the crossings of their outlines; a line and
/// an area the ends of the line's part over the area; two lines along each other the ends of the
/// stretch, else the points nearest to each other. Corners that coincide to `tolerance` (m) count
/// once.
///
/// Features count that are foremost to within 0.1 rad, and over a face those that lean more; if
/// `is_exact`, only those that are foremost to round-off.
///
/// Returns the least gap of all that face each other, within the margin or not; infinite if nothing
/// does.
double add_facing_points(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                         const Vec3& shift, bool is_exact, double margin, double tolerance,
                         ShapeManifold& manifold);

/// Where one solid meets the other with a face or cap across `normal`, adds what of the other may
/// come down on it as it turns: vertices and points of rims over that face, with gaps up to the
/// margin, however they lean. So a solid has the same points on a face as on a plane.
void add_points_over_face(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                          double margin, double tolerance, ShapeManifold& manifold);

/// How far two edges or sides, if they are what is foremost along `normal`, lie aside of each other
/// as seen along it, m: 0 if they cross, or if something else is foremost.
double calc_way_aside(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal);

/// Adds the corners of the foremost feature of the solid that owns the contact that are foremost to
/// within the tolerance, if they are no more than `reach` aside of what is foremost of the other
/// one, m; `gap` is that of the foremost. Whether there are such.
bool add_foremost_points(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                         double gap, double reach, double margin, double tolerance,
                         ShapeManifold& manifold);

/// Adds the point half way between a point of each core, with a given gap; over a face or cap that
/// of the other solid's foremost feature. The features are the foremost ones.
void add_nearest_points(const ConvexSolid& first, const Vec3& on_first, const ConvexSolid& second,
                        const Vec3& on_second, const Vec3& normal, double gap, double margin,
                        ShapeManifold& manifold);

}  // namespace stiction
