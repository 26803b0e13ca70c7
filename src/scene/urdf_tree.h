#pragma once

#include <stiction/math/rigid_transform.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "file_errors.h"
#include "name_table.h"
#include "urdf_content.h"

namespace stiction {

/// The tree of a robot's links, connected by its joints. Links and joints by their numbers.
struct UrdfTree {
  std::size_t root = 0;
  std::vector<std::size_t> order;                 ///< of all links, parents before children
  std::vector<std::size_t> parent;                ///< of each link but the root
  std::vector<std::optional<std::size_t>> joint;  ///< of each link to its parent; empty: the root
  std::vector<RigidTransform> X_RL;               ///< of each link in the root's frame
  /// Likewise, of the joint of each link to its parent, as the parent carries it.
  std::vector<RigidTransform> X_RJ;
};

/// `names` numbers the links. Nothing, with the errors recorded, if the joints do not form a tree
/// of all links: for names that no link has, links with two parents, cycles, several roots, and for
/// a robot without links.
std::optional<UrdfTree> make_urdf_tree(const std::vector<UrdfLink>& links,
                                       const std::vector<UrdfJoint>& joints, NameTable& names,
                                       FileErrors& errors);

}  // namespace stiction
