#pragma once

#include <tinyxml2.h>

#include <optional>
#include <string_view>
#include <vector>

#include "asset_store.h"
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

/// `<body>` with its shapes and inertial.
BodyElement read_body(const tinyxml2::XMLElement& element, AssetStore& assets, FileErrors& errors);
ReplicateElement read_replicate(const tinyxml2::XMLElement& element, AssetStore& assets,
                                FileErrors& errors);
MassProperties read_inertial(const tinyxml2::XMLElement& element, FileErrors& errors);

/// Whether the element is a shape that is supported.
bool is_shape_element(const tinyxml2::XMLElement& element);
/// Adds the shape to the body.
void read_shape(const tinyxml2::XMLElement& element, BodyElement& body, AssetStore& assets,
                FileErrors& errors);

/// The file as a whole, from its first root on. The files that shapes name are relative to
/// `errors.file()`, the contact models it may name those of `models`.
SceneContent read_content(const tinyxml2::XMLDocument& document,
                          const ContactModelCatalogue& models, AssetStore& assets,
                          FileErrors& errors);

}  // namespace stiction
