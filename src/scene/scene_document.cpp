#include "scene_document.h"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace stiction {
namespace {

/// Why `path` cannot be read as a file; empty if no reason is known.
std::string calc_obstacle(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return "no such file";
  if (error) return "cannot be read: " + error.message();
  if (std::filesystem::is_directory(status)) return "is a directory; expected a file";
  // A pipe or a device may block or never end.
  if (!std::filesystem::is_regular_file(status)) return "is not a regular file";
  return "";
}

/// `error` is errno, or 0 if the reason is unknown.
std::string cannot_be_read(int error) {
  return error == 0 ? "cannot be read" : std::string("cannot be read: ") + std::strerror(error);
}

std::string too_many_bytes() {
  return "the document, with the files that it names, is larger than " +
         std::to_string(XmlLimits::kMaxBytes >> 20) + " MiB";
}

}  // namespace

std::string too_many_files() {
  return "the document names more than " + std::to_string(DocumentUse::kMaxFiles) + " files";
}

void DocumentUse::add_file(const std::string& path, const std::string& content) {
  const uLong checksum = crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size());
  files_read.push_back({path, static_cast<std::uint32_t>(checksum)});
}

FileBytes read_bytes(std::istream& stream, const DocumentUse& use) {
  std::string text;
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  errno = 0;  // a read that fails stores its reason there
  while (stream && use.bytes + text.size() <= XmlLimits::kMaxBytes) {
    const std::size_t size = text.size();
    text.resize(size + kChunk);
    stream.read(text.data() + size, kChunk);
    text.resize(size + static_cast<std::size_t>(stream.gcount()));
  }
  if (use.bytes + text.size() > XmlLimits::kMaxBytes) return {{}, too_many_bytes()};
  if (!stream.eof()) return {{}, cannot_be_read(errno)};
  return {std::move(text), ""};
}

FileBytes read_file(const std::string& path, const DocumentUse& use) {
  const std::string obstacle = calc_obstacle(path);
  if (!obstacle.empty()) return {{}, obstacle};
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return {{}, cannot_be_read(errno)};
  return read_bytes(stream, use);
}

std::unique_ptr<tinyxml2::XMLDocument> parse_xml(std::string text, const XmlDialect& dialect,
                                                 FileErrors& errors, DocumentUse& use) {
  use.bytes += text.size();
  if (use.bytes > XmlLimits::kMaxBytes) {
    errors.add(1, too_many_bytes());
    return nullptr;
  }
  if (!scan_xml(text, dialect, errors, use.nodes)) return nullptr;
  auto document = std::make_unique<tinyxml2::XMLDocument>();
  if (document->Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    errors.add(document->ErrorLineNum(), std::string("not well-formed: ") + document->ErrorStr());
    return nullptr;
  }
  return document;
}

}  // namespace stiction
