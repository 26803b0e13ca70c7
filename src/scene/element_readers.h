#pragma once

#include <tinyxml2.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "asset_store.h"
#include "element_reader.h"
#include "file_errors.h"
#include "scene_content.h"

/// One function per element of scene files. Each records every error of its element and what is in
/// it, and adds what it read to the content, defaults in place of what was wrong.
namespace stiction {

void read_option(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
void read_contact(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
void read_material(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
void read_pair(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
void read_filter(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
void read_joint(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
void read_force(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
void read_expect(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
void read_include(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors);
/// `<urdf>`; the file that it names is for `read_urdf`.
void read_urdf_element(const tinyxml2::XMLElement& element, SceneContent& content,
                       FileErrors& errors);

/// `<body>` with its shapes and inertial.
BodyElement read_body(const tinyxml2::XMLElement& element, AssetStore& assets, FileErrors& errors);
ReplicateElement read_replicate(const tinyxml2::XMLElement& element, AssetStore& assets,
                                FileErrors& errors);
MassProperties read_inertial(const tinyxml2::XMLElement& element, FileErrors& errors);
inline constexpr const char* kImpossibleInertia =
    "an inertia that no body can have; expected a positive definite one whose largest principal "
    "moment is at most the sum of the other two and 1e12 times the least, all with finite inverses";
/// `<motor>` and `<position>` with the name of their joint.
MotorElement read_motor(const tinyxml2::XMLElement& element, FileErrors& errors);
PositionElement read_position(const tinyxml2::XMLElement& element, FileErrors& errors);

/// Whether the element is a shape that is supported.
bool is_shape_element(const tinyxml2::XMLElement& element);
/// The shape of that kind which the element's attributes describe; nothing, with the error
/// recorded, if there is none. A placement is not read.
std::optional<Shape> read_geometry(ElementReader& reader, std::string_view kind, BodyKind body,
                                   AssetStore& assets);
/// Likewise of the surface in a file, its `scale` read: triangles on bodies that stay, else their
/// convex hull. `attribute` is the one that names the file, for messages.
std::optional<Shape> read_surface(ElementReader& reader, const char* attribute,
                                  const std::optional<std::string>& path, BodyKind body,
                                  AssetStore& assets);
/// Adds the shape to the body.
void read_shape(const tinyxml2::XMLElement& element, BodyElement& body, AssetStore& assets,
                FileErrors& errors);

/// The file as a whole, from its first root on. The files that shapes name are relative to
/// `errors.file()`, the contact models it may name those of `models`.
SceneContent read_content(const tinyxml2::XMLDocument& document,
                          const ContactModelCatalogue& models, AssetStore& assets,
                          FileErrors& errors);

}  // namespace stiction
