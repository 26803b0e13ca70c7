#pragma once

#include <string>

namespace stiction {

/// Names a file alike however it is reached, for recognising one that was met before.
std::string canonical_name(const std::string& file);

/// The path of a file that another one names, as seen from where that one's path is seen. Its ".."
/// are left to the file system: behind a symbolic link they do not lead back.
std::string path_beside(const std::string& naming, const std::string& file);

}  // namespace stiction
