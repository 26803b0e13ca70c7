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

/// One function per element of scene files. Each records every error of its element and its
/// content, and adds what it read to the content, with defaults in place of anything wrong.
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
/// `<urdf>`; `read_urdf` reads the file that it names.
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

/// True for elements of supported shapes.
bool is_shape_element(const tinyxml2::XMLElement& element);
/// The shape of this kind that the element's attributes describe; nothing, with the error recorded,
/// if they describe none. Does not read a placement.
std::optional<Shape> read_geometry(ElementReader& reader, std::string_view kind, BodyKind body,
                                   AssetStore& assets);
/// Likewise for the surface in a file, with its `scale`: triangles for fixed bodies, else their
/// convex hull. `attribute` is the one that names the file, for messages.
std::optional<Shape> read_surface(ElementReader& reader, const char* attribute,
                                  const std::optional<std::string>& path, BodyKind body,
                                  AssetStore& assets);
/// Adds the shape to the body.
void read_shape(const tinyxml2::XMLElement& element, BodyElement& body, AssetStore& assets,
                FileErrors& errors);

/// Reads the file as a whole, from its root on. Paths of shapes' files are relative to
/// `errors.file()`; accepted contact models are those of `models`.
SceneContent read_content(const tinyxml2::XMLDocument& document,
                          const ContactModelCatalogue& models, AssetStore& assets,
                          FileErrors& errors);

}  // namespace stiction
