#include "package_paths.h"

#include <tinyxml2.h>

#include <filesystem>
#include <system_error>

#include "file_paths.h"
#include "number_text.h"

namespace stiction {
namespace {

constexpr std::string_view kPackage = "package://";
constexpr std::string_view kFile = "file://";

/// The name that a package.xml in the folder gives; empty if there is none. Its other content is
/// ignored, well-formed or not.
std::string package_name_of(const std::filesystem::path& folder, const DocumentUse& use) {
  constexpr std::size_t kLongest = std::size_t{1} << 20;
  const FileBytes manifest = read_file((folder / "package.xml").string(), use);
  if (!manifest.bytes || manifest.bytes->size() > kLongest) return "";
  tinyxml2::XMLDocument document;
  if (document.Parse(manifest.bytes->data(), manifest.bytes->size()) != tinyxml2::XML_SUCCESS) {
    return "";
  }
  const tinyxml2::XMLElement* const name = tinyxml2::XMLHandle(document)
                                               .FirstChildElement("package")
                                               .FirstChildElement("name")
                                               .ToElement();
  const char* const text = name ? name->GetText() : nullptr;
  if (!text) return "";
  const std::vector<std::string_view> words = split_words(text);
  return words.size() == 1 ? std::string(words[0]) : "";
}

bool is_folder(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

}  // namespace

PackagePaths::Result PackagePaths::find(std::string_view uri) {
  if (uri.starts_with(kPackage)) return find_in_package(uri.substr(kPackage.size()));
  if (uri.starts_with(kFile)) return {std::string(uri.substr(kFile.size())), ""};
  if (uri.find("://") != std::string_view::npos) {
    return {"", "expected a relative path, package:// or file://"};
  }
  if (uri.empty()) return {"", "expected the path of an OBJ or STL file"};
  return {path_beside(file_, std::string(uri)), ""};
}

PackagePaths::Result PackagePaths::find_in_package(std::string_view rest) {
  const std::size_t slash = rest.find('/');
  if (slash == 0 || slash == std::string_view::npos || slash + 1 == rest.size()) {
    return {"", "expected package://NAME/PATH"};
  }
  const std::string name(rest.substr(0, slash));
  const auto [entry, is_new] = packages_.try_emplace(name);
  if (is_new && ++use_.files > DocumentUse::kMaxFiles) return {"", too_many_files()};
  if (is_new) entry->second = find_package(name);
  if (entry->second.empty()) {
    return {"", "no package " + in_quotes(name) +
                    ": no folder of that name, and none with a package.xml that names it, holds "
                    "the URDF file or is next to a folder that does"};
  }
  return {(std::filesystem::path(entry->second) / rest.substr(slash + 1)).string(), ""};
}

std::string PackagePaths::find_package(const std::string& name) {
  if (name == "." || name == "..") return "";
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(file_, error);
  if (error) return "";
  std::filesystem::path folder = absolute.lexically_normal().parent_path();
  while (true) {
    if (folder.filename() == name || package_name_of(folder, use_) == name) return folder.string();
    if (is_folder(folder / name)) return (folder / name).string();
    if (!folder.has_relative_path()) return "";
    folder = folder.parent_path();
  }
}

}  // namespace stiction
