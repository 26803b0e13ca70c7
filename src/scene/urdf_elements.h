#pragma once

#include <stiction/body/body.h>
#include <tinyxml2.h>

#include <string_view>
#include <vector>

#include "asset_store.h"
#include "file_errors.h"
#include "package_paths.h"
#include "urdf_content.h"

/// The elements of robots in URDF (http://wiki.ros.org/urdf/XML). Each function records every error
/// of its element and its content, and uses defaults in place of anything wrong.
///
/// URDF files carry extensions of many programs, so unknown content is ignored and noted, unless it
/// is so close to a known name that it must be a misspelling, or is known elsewhere.
namespace stiction {

/// Records or notes the content of `element` other than `accepted`.
void leave_out_others(const tinyxml2::XMLElement& element,
                      const std::vector<std::string_view>& accepted, LeftOut& left_out,
                      FileErrors& errors);

/// The types of joints with a position, for messages.
inline constexpr const char* kTypesWithPosition =
    "accepted on revolute, continuous and prismatic joints";

UrdfJoint read_urdf_joint(const tinyxml2::XMLElement& element, LeftOut& left_out,
                          FileErrors& errors);

UrdfLink read_urdf_link(const tinyxml2::XMLElement& element, LeftOut& left_out, FileErrors& errors);

/// `body` is the kind of the body to which the link belongs.
UrdfLinkParts read_urdf_link_parts(const UrdfLink& link, BodyKind body, PackagePaths& packages,
                                   AssetStore& assets, LeftOut& left_out, FileErrors& errors);

}  // namespace stiction
