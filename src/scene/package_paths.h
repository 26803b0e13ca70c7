#pragma once

#include <map>
#include <string>
#include <string_view>

#include "scene_document.h"

namespace stiction {

/// Finds the files that a URDF file names by URIs: `package://NAME/PATH` of ROS, `file://PATH`, and
/// paths relative to the file.
class PackagePaths {
 public:
  /// `file` is the URDF file. Every package counts as a file of the document.
  PackagePaths(std::string file, DocumentUse& use) : file_(std::move(file)), use_(use) {}

  struct Result {
    std::string path;   ///< empty if there is none
    std::string fault;  ///< why, as a message about the URI ends
  };

  Result find(std::string_view uri);

 private:
  Result find_in_package(std::string_view rest);
  /// The folder of a package; empty if there is none. From the file upwards, the first folder that
  /// has the package's name, or whose package.xml gives it, or that holds a folder of that name.
  std::string find_package(const std::string& name);

  std::string file_;
  DocumentUse& use_;
  std::map<std::string, std::string> packages_;  ///< folders of those asked for
};

}  // namespace stiction
