#pragma once

#include <stiction/scene/report.h>
#include <stiction/scene/simulation.h>

#include <string>

namespace stiction {

/// Describes a run before its first step as JSON on one line, as pages, recordings and animations
/// need it. SI units, world frame; a pose is x y z, then the quaternion w x y z.
///
///     { "stiction": version, "scene": name, "model", "solver", "timestep", "duration", "gravity":
///     [3],
///       "bodies": [ { "name", "kind": "static" | "dynamic" | "kinematic", "pose": [7], "mass",
///                     "center": [3], "material", "shapes": [ ... ] } ],
///       "surfaces": [ { "points": [3 n], "triangles": [3 m], "normals": [3 n], "marks": [2 n],
///                       "pattern", "two_sides" } ],
///       "joints": [ { "name", "type", "parent", "child": index of the body or -1, "point_parent",
///                     "point_child", "axis_parent": [3] } ] }
///
/// A shape is { "type", "pose": [7] in the body frame, "trigger": true if it is one } and, for a
/// plane, "normal" and "offset"; for all others "surface", the index of their `DrawnSurface`,
/// "scale": [3] along the shape's axes, and "bound", their radius about their own frame. Surfaces
/// have six digits.
std::string describe_run_start(const Simulation& simulation);

/// Describes how the run ended: { "report": as `write_report_json` writes it, "warnings": [ ... ],
/// "expectations": [ { "what", "wanted", "passed", "measured" or null, "at": s, "violated_at": s or
/// null } ] }.
std::string describe_run_end(const Simulation& simulation, const RunReport& report);

}  // namespace stiction
