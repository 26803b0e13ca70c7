#pragma once

#include <map>
#include <string>
#include <string_view>

#include "scene_document.h"

namespace stiction {

/// Resolves the URIs by which a URDF file names files: ROS's `package://NAME/PATH`, `file://PATH`,
/// and paths relative to the file.
class PackagePaths {
 public:
  /// `file` is the URDF file. Every package counts as a file of the document.
  PackagePaths(std::string file, DocumentUse& use) : file_(std::move(file)), use_(use) {}

  struct Result {
    std::string path;   ///< empty if there is none
    std::string fault;  ///< the reason, worded as the end of a message about the URI
  };

  Result find(std::string_view uri);

 private:
  Result find_in_package(std::string_view rest);
  /// The folder of a package; empty if there is none. Searches from the file upwards for the first
  /// folder that has the package's name, or whose package.xml gives it, or that holds a folder of
  /// that name.
  std::string find_package(const std::string& name);

  std::string file_;
  DocumentUse& use_;
  std::map<std::string, std::string> packages_;  ///< folders of the packages found so far
};

}  // namespace stiction
