// <scene>, the root.

#include <filesystem>
#include <string>
#include <string_view>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"
#include "foreign_names.h"
#include "nearest_name.h"

namespace stiction {
namespace {

struct SettingElement {
  std::string_view name;
  void (*read)(const tinyxml2::XMLElement&, SceneContent&, FileErrors&);
};

constexpr SettingElement kElements[] = {{"option", read_option},     {"contact", read_contact},
                                        {"material", read_material}, {"pair", read_pair},
                                        {"filter", read_filter},     {"joint", read_joint},
                                        {"force", read_force},       {"expect", read_expect},
                                        {"include", read_include},   {"urdf", read_urdf_element}};

void read_child(const tinyxml2::XMLElement& child, SceneContent& content, AssetStore& assets,
                FileErrors& errors) {
  const std::string_view name = child.Name();
  if (name == "body") {
    content.items.emplace_back().item = read_body(child, assets, errors);
    return;
  }
  if (name == "replicate") {
    content.items.emplace_back().item = read_replicate(child, assets, errors);
    return;
  }
  for (const SettingElement& element : kElements) {
    if (element.name == name) return element.read(child, content, errors);
  }
  reject_child(child, names_accepted_in("scene"), errors);
}

void read_root_attributes(const tinyxml2::XMLElement& root, SceneContent& content,
                          FileErrors& errors) {
  ElementReader reader(root, errors);
  reader.require("version");
  const std::optional<std::string> version = reader.text("version");
  if (version && *version != "1") reader.reject("version", "expected 1");
  content.settings.name =
      reader.text("name").value_or(std::filesystem::path(errors.file()).stem().string());
  reader.finish();
}

}  // namespace

SceneContent read_content(const tinyxml2::XMLDocument& document,
                          const ContactModelCatalogue& models, AssetStore& assets,
                          FileErrors& errors) {
  SceneContent content;
  content.settings.models = models;
  const tinyxml2::XMLElement& root = *document.RootElement();
  if (std::string_view(root.Name()) != "scene") {
    errors.add(root.GetLineNum(),
               describe(root) + ": expected the root element <scene version=\"1\">" +
                   suggestion(root.Name(), {"scene"}) + hint_for_foreign_name(root.Name()));
    return content;
  }
  read_root_attributes(root, content, errors);
  for (const tinyxml2::XMLElement* child = root.FirstChildElement(); child;
       child = child->NextSiblingElement()) {
    read_child(*child, content, assets, errors);
  }
  return content;
}

}  // namespace stiction
