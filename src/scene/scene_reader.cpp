#include <stiction/scene/scene.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "asset_store.h"
#include "body_expansion.h"
#include "element_readers.h"
#include "file_errors.h"
#include "file_paths.h"
#include "scene_assembly.h"
#include "scene_content.h"
#include "scene_document.h"
#include "urdf_reader.h"

namespace stiction {
namespace {

constexpr std::size_t kMaxIncludeDepth = 16;

/// Reads one document: a file and all that it includes.
class DocumentReader {
 public:
  explicit DocumentReader(const ContactModelCatalogue& models) : models_(models) {}

  struct Result {
    IncludedScene part;
    std::vector<SceneError> errors;  ///< of the file, then of those that it names
  };

  Result read(std::string text, const std::string& file) {
    FileErrors errors(file);
    Result result;
    SceneContent content;
    if (const auto document = parse_xml(std::move(text), kSceneDialect, errors, use_)) {
      content = read_content(*document, models_, assets_, errors);
    }
    const std::vector<SceneError> asset_errors = assets_.take_errors();
    result.part.has_option = content.option_line.has_value();
    result.part.has_contact = content.contact_line.has_value();

    const bool is_small_enough = count_bodies(content, errors);
    open_files_.push_back({file, canonical_name(file)});
    std::vector<SceneError> included_errors;
    std::vector<IncludedScene> included = read_includes(content, errors, included_errors);
    open_files_.pop_back();

    Scene scene = assemble_scene(std::move(content), std::move(included), is_small_enough, errors);
    for (const SceneError& warning : errors.take_warnings()) {
      scene.warnings.push_back(warning.to_string());
    }
    if (errors.is_empty() && included_errors.empty()) result.part.scene = std::move(scene);
    result.errors = errors.take();
    result.errors.insert(result.errors.end(), asset_errors.begin(), asset_errors.end());
    result.errors.insert(result.errors.end(), included_errors.begin(), included_errors.end());
    return result;
  }

  DocumentUse& use() { return use_; }

 private:
  struct OpenFile {
    std::string file;
    std::string canonical;
  };

  /// Returns true if the bodies of the document so far are within the limits. Called before any
  /// memory is allocated for them.
  bool count_bodies(const SceneContent& content, FileErrors& errors) {
    for (const SceneItem& item : content.items) {
      const auto* const body = std::get_if<BodyElement>(&item.item);
      const auto* const replicate = std::get_if<ReplicateElement>(&item.item);
      if (body) count("<body>", body->line, calc_tally(item), errors);
      if (replicate) count("<replicate>", replicate->line, calc_tally(item), errors);
    }
    return tally_.is_within_limits();
  }

  /// Stops counting once the limits are exceeded.
  void count(const std::string& element, int line, const BodyTally& tally, FileErrors& errors) {
    if (!tally_.is_within_limits()) return;
    tally_ = tally_ + tally;
    if (tally_.is_within_limits()) return;
    errors.add(line, element + ": the document would create " + std::to_string(tally_.bodies) +
                         " bodies with " + std::to_string(tally_.shapes) +
                         " shapes up to here; accepted are at most " +
                         std::to_string(BodyTally::kMaxBodies) + " bodies with " +
                         std::to_string(BodyTally::kMaxShapes) + " shapes");
  }

  std::vector<IncludedScene> read_includes(const SceneContent& content, FileErrors& errors,
                                           std::vector<SceneError>& included_errors) {
    std::vector<IncludedScene> included;
    for (const SceneItem& item : content.items) {
      const IncludeElement* const element = item.included();
      if (!element) continue;
      included.emplace_back();
      if (element->file.empty() || included_errors.size() > FileErrors::kMaxErrors) continue;
      const auto* const urdf = std::get_if<UrdfElement>(&item.item);
      Result result = urdf ? read_robot(*urdf, errors) : read_include(*element, errors);
      included.back() = std::move(result.part);
      included_errors.insert(included_errors.end(), result.errors.begin(), result.errors.end());
    }
    return included;
  }

  Result read_include(const IncludeElement& element, FileErrors& errors) {
    std::optional<std::string> bytes = read_part(element, errors);
    if (!bytes) return {};
    return read(std::move(*bytes), path_beside(errors.file(), element.file));
  }

  Result read_robot(const UrdfElement& element, FileErrors& errors) {
    std::optional<std::string> bytes = read_part(element.part, errors);
    if (!bytes) return {};
    FileErrors urdf_errors(path_beside(errors.file(), element.part.file));
    Result result;
    result.part.scene = read_urdf(std::move(*bytes), element, assets_, use_, urdf_errors, errors);
    result.errors = urdf_errors.take();
    const std::vector<SceneError> asset_errors = assets_.take_errors();
    result.errors.insert(result.errors.end(), asset_errors.begin(), asset_errors.end());
    if (result.part.scene) {
      const Scene& scene = *result.part.scene;
      BodyTally tally{.bodies = scene.bodies.size()};
      for (const BodyDefinition& body : scene.bodies) tally.shapes += body.shapes.size();
      count(element.part.element, element.part.line, tally, errors);
    }
    return result;
  }

  /// Returns the bytes of the file; if it cannot be read, records the error.
  std::optional<std::string> read_part(const IncludeElement& element, FileErrors& errors) {
    const std::string path = path_beside(errors.file(), element.file);
    const std::string obstacle = calc_obstacle(path);
    FileBytes file = obstacle.empty() ? read_file(path, use_) : FileBytes{{}, obstacle};
    if (!file.bytes) {
      errors.add(element.file_line,
                 element.element + ", file=" + in_quotes(element.file) + ": " + file.fault);
    } else {
      use_.add_file(path, *file.bytes);
    }
    return std::move(file.bytes);
  }

  /// The reason why no file may be included here; empty if one may.
  std::string calc_obstacle(const std::string& path) {
    const std::string canonical = canonical_name(path);
    const auto is_same = [&](const OpenFile& open) { return open.canonical == canonical; };
    const auto itself = std::find_if(open_files_.begin(), open_files_.end(), is_same);
    if (itself != open_files_.end()) {
      std::string cycle;
      for (auto open = itself; open != open_files_.end(); ++open) cycle += open->file + " -> ";
      return "a file that includes itself: " + cycle + path;
    }
    if (open_files_.size() > kMaxIncludeDepth) {
      return "includes nest more than " + std::to_string(kMaxIncludeDepth) + " deep";
    }
    if (++use_.files > DocumentUse::kMaxFiles) return too_many_files();
    return "";
  }

  const ContactModelCatalogue& models_;
  DocumentUse use_;
  AssetStore assets_{use_};
  BodyTally tally_;
  std::vector<OpenFile> open_files_;  ///< from the outermost to the current one
};

/// Removes repeated errors: a file that is included twice reports its errors once.
void remove_repeated(std::vector<SceneError>& errors) {
  std::set<std::tuple<std::string, int, std::string>> known;
  std::erase_if(errors, [&](const SceneError& error) {
    return !known.emplace(error.place.file, error.place.line, error.what).second;
  });
}

SceneReadResult read_scene_bytes(const FileBytes& scene, const std::string& file,
                                 const ContactModelCatalogue& models) {
  if (scene.bytes) return read_scene_text(*scene.bytes, file, models);
  return {{}, {{{file, 1}, "the scene: " + scene.fault}}};
}

}  // namespace

std::string SceneError::to_string() const {
  return place.file + ":" + std::to_string(place.line) + ": " + what;
}

SceneReadResult read_scene_text(std::string_view text, const std::string& file,
                                const ContactModelCatalogue& models) {
  DocumentReader reader(models);
  DocumentReader::Result document = reader.read(std::string(text), file);
  if (document.part.scene) {
    document.part.scene->file = file;
    document.part.scene->text = text;
    document.part.scene->files = std::move(reader.use().files_read);
  }
  remove_repeated(document.errors);
  return {std::move(document.part.scene), std::move(document.errors)};
}

SceneReadResult read_scene_stream(std::istream& stream, const std::string& file,
                                  const ContactModelCatalogue& models) {
  return read_scene_bytes(read_bytes(stream, {}), file, models);
}

SceneReadResult read_scene_file(const std::string& path, const ContactModelCatalogue& models) {
  return read_scene_bytes(read_file(path, {}), path, models);
}

}  // namespace stiction
