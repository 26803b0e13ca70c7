#pragma once

#include <vector>

#include "file_errors.h"
#include "name_table.h"
#include "urdf_content.h"

namespace stiction {

/// Sets where the joints of a robot stand at time 0: as `positions` say, at 0, or where their
/// `<mimic>` asks. What is wrong with mimics is recorded in `errors`, what is wrong with positions
/// in those of the scene.
///
/// `names` are those of the joints.
void place_urdf_joints(std::vector<UrdfJoint>& joints, NameTable& names,
                       const std::vector<PositionElement>& positions, FileErrors& errors,
                       FileErrors& scene_errors);

}  // namespace stiction
