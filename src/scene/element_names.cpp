#include "element_names.h"

#include <algorithm>
#include <iterator>

#include "element_reader.h"
#include "foreign_names.h"
#include "nearest_name.h"

namespace stiction {
namespace {

/// An element of scene files and one place where it is accepted.
struct ElementName {
  std::string_view name;
  std::string_view parent;
};

constexpr ElementName kElementNames[] = {
    {"option", "scene"},   {"contact", "scene"},    {"material", "scene"},
    {"pair", "scene"},     {"body", "scene"},       {"body", "replicate"},
    {"inertial", "body"},  {"box", "body"},         {"sphere", "body"},
    {"capsule", "body"},   {"cylinder", "body"},    {"cone", "body"},
    {"ellipsoid", "body"}, {"plane", "body"},       {"hull", "body"},
    {"mesh", "body"},      {"heightfield", "body"}, {"filter", "scene"},
    {"joint", "scene"},    {"motor", "joint"},      {"motor", "urdf"},
    {"force", "scene"},    {"replicate", "scene"},  {"replicate", "replicate"},
    {"include", "scene"},  {"urdf", "scene"},       {"position", "urdf"},
    {"expect", "scene"},
};

std::string list_of(const std::vector<std::string>& accepted) {
  return accepted.empty() ? "it has no elements" : "accepted are " + joined(accepted);
}

/// The nearest name of the elements accepted in `parent`, else of all elements.
std::string suggest_element(const std::string& name, std::string_view parent) {
  std::vector<std::string> here, elsewhere;
  for (const ElementName& element : kElementNames) {
    (element.parent == parent ? here : elsewhere).emplace_back(element.name);
  }
  const std::string nearest_here = suggestion(name, here);
  return nearest_here.empty() ? suggestion(name, elsewhere) : nearest_here;
}

}  // namespace

std::vector<std::string> names_accepted_in(std::string_view parent) {
  std::vector<std::string> names;
  for (const ElementName& element : kElementNames) {
    if (element.parent == parent) names.emplace_back(element.name);
  }
  return names;
}

void reject_child(const tinyxml2::XMLElement& child, const std::vector<std::string>& accepted,
                  FileErrors& errors) {
  const std::string name = child.Name();
  const tinyxml2::XMLElement& parent = *child.Parent()->ToElement();
  const auto known = std::find_if(std::begin(kElementNames), std::end(kElementNames),
                                  [&](const ElementName& element) { return element.name == name; });
  std::string what = "<" + name + "> in " + describe(parent) + ": ";
  if (known == std::end(kElementNames)) {
    what += "unknown element" + suggest_element(name, parent.Name()) + hint_for_foreign_name(name) +
            "; " + list_of(accepted);
  } else {
    what += "this element belongs in <" + std::string(known->parent) + ">; " + list_of(accepted);
  }
  errors.add(child.GetLineNum(), what);
}

void reject_children(const tinyxml2::XMLElement& element, FileErrors& errors) {
  for (const tinyxml2::XMLElement* child = element.FirstChildElement(); child;
       child = child->NextSiblingElement()) {
    reject_child(*child, {}, errors);
  }
}

}  // namespace stiction
