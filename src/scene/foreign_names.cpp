#include "foreign_names.h"

#include <algorithm>
#include <array>

namespace stiction {
namespace {

struct ForeignName {
  std::string_view element;  ///< empty: any
  std::string_view attribute;
  std::string_view here;
};

constexpr std::string_view kPlace =
    "a pose is the attributes xyz (m) and rpy (rad) or quat (w x y z) of the element";
constexpr std::string_view kShapes =
    "a shape is an element of its kind in <body>, as <box size=\"x y z\"/>";
constexpr std::string_view kFullSize = "sizes are full lengths, as <box size=\"x y z\"/>";

constexpr auto kForeignNames = std::to_array<ForeignName>({
    {"mujoco", "", "this is MJCF; a scene lists <body> elements, with shapes in them, in <scene>"},
    {"robot", "", "this is URDF; a scene lists <body> elements, with shapes in them, in <scene>"},
    {"sdf", "", "this is SDF; a scene lists <body> elements, with shapes in them, in <scene>"},
    {"geom", "", kShapes},
    {"geometry", "", kShapes},
    {"collision", "", kShapes},
    {"visual", "", "shapes are both drawn and used for collision"},
    {"link", "", "a rigid body is <body>"},
    {"model", "", "a rigid body is <body>"},
    {"world", "", "bodies are listed in <scene>"},
    {"worldbody", "", "bodies are listed in <scene>"},
    {"freejoint", "", "a body moves freely unless it is static=\"true\" or kinematic=\"true\""},
    {"pose", "", kPlace},
    {"origin", "", kPlace},
    {"static", "", "it is an attribute, <body static=\"true\">"},
    {"mass", "", "it is an attribute, of <body> or of <inertial>"},
    {"inertia", "", "moments are attributes of <inertial>: ixx, iyy, izz, ixy, ixz, iyz (kg m^2)"},
    {"surface", "", "friction and restitution belong to <material>, which bodies name"},
    {"gravity", "", "it is an attribute, <option gravity=\"x y z\"/>"},
    {"", "pos", "it is called xyz"},
    {"", "position", "it is called xyz"},
    {"", "pose", "it is called xyz, with rpy or quat for the rotation"},
    {"", "euler", "it is called rpy, in radians"},
    {"", "orientation", "it is called quat (w x y z) or rpy (rad)"},
    {"", "halfsize", kFullSize},
    {"", "half_size", kFullSize},
    {"", "half_extents", kFullSize},
    {"", "halfextents", kFullSize},
    {"", "extents", kFullSize},
    {"", "diameter", "it is given by its radius"},
    {"sphere", "size", "it is given by its radius"},
    {"", "height", "it is called length"},
    {"", "half_length", "it is given by its length, without a capsule's ends"},
    {"", "filename", "it is called file"},
    {"", "uri", "it is called file"},
    {"", "mu", "it is called friction"},
    {"", "mu1", "it is called friction, the same in all directions"},
    {"", "bounce", "it is called restitution"},
    {"", "fixed", "it is called static"},
    {"", "is_static", "it is called static"},
    {"body", "friction", "it belongs to a <material>, which the body names"},
    {"body", "restitution", "it belongs to a <material>, which the body names"},
    {"body", "velocity", "it is called linear_velocity, or angular_velocity"},
});

}  // namespace

std::string hint_for_foreign_name(std::string_view element, std::string_view attribute) {
  const auto found = std::ranges::find_if(kForeignNames, [&](const ForeignName& name) {
    return name.attribute == attribute && (name.element.empty() || name.element == element);
  });
  if (found == kForeignNames.end()) return "";
  return (attribute.empty() && found->here.starts_with("this is") ? "; " : "; in a scene ") +
         std::string(found->here);
}

}  // namespace stiction
