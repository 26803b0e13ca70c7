#pragma once

#include <string>

namespace stiction {

/// A robot with these elements, which begin on line 2.
inline std::string in_robot(const std::string& elements) {
  return "<robot name=\"r\">\n" + elements + "\n</robot>\n";
}

/// The inertia, about its centre, of a ball of this mass (kg).
inline std::string inertial(const std::string& mass, const std::string& origin = "") {
  return "<inertial>" + origin + "<mass value=\"" + mass +
         "\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" "
         "izz=\"0.1\"/></inertial>";
}

/// A link on one line.
inline std::string link(const std::string& name, const std::string& parts) {
  return "<link name=\"" + name + "\">" + parts + "</link>\n";
}

inline std::string heavy_link(const std::string& name) { return link(name, inertial("1")); }

/// A joint between two links, on one line.
inline std::string urdf_joint(const std::string& name, const std::string& type,
                              const std::string& parent, const std::string& child,
                              const std::string& parts = "") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/>" + parts + "</joint>\n";
}

inline const std::string kUrdfLimit =
    "<limit lower=\"-1\" upper=\"2\" effort=\"30\" velocity=\"4\"/>";

}  // namespace stiction
