#include "file_paths.h"

#include <filesystem>
#include <system_error>

namespace stiction {

std::string canonical_name(const std::string& file) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::weakly_canonical(file, error);
  return error ? file : path.string();
}

std::string path_beside(const std::string& naming, const std::string& file) {
  return (std::filesystem::path(naming).parent_path() / file).string();
}

}  // namespace stiction
