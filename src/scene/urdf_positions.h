#pragma once

#include <vector>

#include "file_errors.h"
#include "name_table.h"
#include "urdf_content.h"

namespace stiction {

/// Sets the positions of a robot's joints at time 0: as given by `positions`, at 0, or where their
/// `<mimic>` requires. Errors in mimics are recorded in `errors`, errors in positions in
/// `scene_errors`.
///
/// `names` holds the joints' names.
void place_urdf_joints(std::vector<UrdfJoint>& joints, NameTable& names,
                       const std::vector<PositionElement>& positions, FileErrors& errors,
                       FileErrors& scene_errors);

}  // namespace stiction
