#pragma once

#include <string>

namespace stiction {

/// The same name for a file however it is reached, to recognise a file met before.
std::string canonical_name(const std::string& file);

/// The path of a file named in another file, relative to the same place as that file's path. Any
/// ".." are left to the file system: after a symbolic link they do not lead back.
std::string path_beside(const std::string& naming, const std::string& file);

}  // namespace stiction
