#pragma once

#include <stiction/collision/narrow_phase.h>

#include "convex_solid.h"

namespace stiction {

/// Adds the points where the foremost features of two solids face each other along `normal` (unit,
/// from second to first), the first solid moved by `shift` across it. Points are half way between
/// the two, with gaps up to the margin, at the place where the owner of the contact has them now:
/// the owner is the solid that faces a face or cap, else the smaller solid. A rolling solid is
/// sensitive to the place of its points.
///
/// Two areas give the corners of one within the other and the crossings of their outlines; a line
/// and an area give the ends of the line's part over the area; two parallel lines the ends of the
/// shared stretch, other lines the points nearest to each other. Corners that coincide to
/// `tolerance` (m) count once.
///
/// Features count if they are foremost to within 0.1 rad, over a face also those that are tilted
/// more; if `is_exact`, only those foremost to round-off.
///
/// Returns the least gap of facing features, within the margin or not; infinite if there are none.
double add_facing_points(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                         const Vec3& shift, bool is_exact, double margin, double tolerance,
                         ShapeManifold& manifold);

/// If one solid meets the other with a face or cap across `normal`, adds the points of the other
/// that may come down on it as it turns: vertices and points of rims over that face, with gaps up
/// to the margin, however tilted the other solid is. So a solid has the same points on a face as on
/// a plane.
void add_points_over_face(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                          double margin, double tolerance, ShapeManifold& manifold);

/// If the foremost features along `normal` are two edges or sides: their distance from each other
/// as seen along it, m; 0 if they cross, or for other features.
double calc_way_aside(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal);

/// Adds those corners of the owner's foremost feature that are foremost to within the tolerance and
/// no more than `reach` (m) aside of the other solid's foremost feature; `gap` is that of the
/// foremost corner. Returns whether there are any.
bool add_foremost_points(const ConvexSolid& first, const ConvexSolid& second, const Vec3& normal,
                         double gap, double reach, double margin, double tolerance,
                         ShapeManifold& manifold);

/// Adds the point half way between a point of each core, with the given gap; over a face or cap,
/// the point of the other solid's foremost feature. Its features are the foremost ones.
void add_nearest_points(const ConvexSolid& first, const Vec3& on_first, const ConvexSolid& second,
                        const Vec3& on_second, const Vec3& normal, double gap, double margin,
                        ShapeManifold& manifold);

}  // namespace stiction
