#include <stiction/scene/recording.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "recording_blocks.h"
#include "recording_frames.h"
#include "run_description_check.h"

namespace stiction {
namespace {

using RecordingJson = nlohmann::ordered_json;

RecordingHead take_head(const RecordingJson& json, RecordedBodies& bodies) {
  const RecordingJson& scene = json.at("scene");
  const RecordingJson& settings = json.at("settings");
  RecordingHead head;
  head.stiction = json.at("stiction").get<std::string>();
  head.every = std::max<std::size_t>(1, json.at("every").get<std::size_t>());
  head.scene_file = scene.at("file").get<std::string>();
  head.scene_text = scene.at("text").get<std::string>();
  for (const RecordingJson& file : scene.at("files")) {
    head.files.push_back({file.at(0).get<std::string>(), file.at(1).get<std::uint32_t>()});
  }
  head.timestep = settings.at("timestep").get<double>();
  head.duration = settings.at("duration").get<double>();
  head.effort = settings.at("effort").get<double>();
  head.model = settings.at("model").get<std::string>();
  head.solver = settings.at("solver").get<std::string>();
  head.directions = settings.at("directions").get<int>();
  head.on_unsolved =
      settings.at("on-unsolved").get<std::string>() == "best" ? OnUnsolved::best : OnUnsolved::stop;
  for (const RecordingJson& body : json.at("start").at("bodies")) {
    ++bodies.all;
    bodies.moving += body.at("kind").get<std::string>() != "static";
  }
  head.start = json.at("start").dump();
  return head;
}

/// Empty if it is damaged: then not even its bodies are known.
std::optional<RecordingHead> parse_head(const std::string& text, RecordedBodies& bodies) {
  try {
    const RecordingJson json = RecordingJson::parse(text);
    if (!is_run_start(json.at("start"))) return {};
    return take_head(json, bodies);
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

}  // namespace

struct RecordingReader::Implementation {
  std::istream& in;
  std::string file;
  RecordingHead head;
  RecordedBodies bodies;
  std::optional<FrameDecoder> block;  ///< the last block that was read
  RunFrame frame;
  std::optional<std::size_t> last_step;
  std::string end;
  std::string fault;

  /// Reads the next block with frames; if there is none, sets `end` or `fault`.
  void read_frames() {
    while (end.empty() && fault.empty()) {
      const RecordingBlock next = read_block(in);
      if (next.kind.empty()) {
        fail("cut off");
      } else if (!next.fault.empty()) {
        fail(next.fault);
      } else if (next.kind == "end ") {
        take_end(next.bytes);
      } else if (next.kind == "step") {
        block.emplace(next.bytes, bodies);
        if (!block->is_at_end()) return;
        fail("damaged: a block holds no frames");
      }  // else an addition of a later version
    }
  }

  void take_end(const std::string& text) {
    constexpr bool kThrows = false;
    if (is_run_end(RecordingJson::parse(text, nullptr, kThrows))) {
      end = text;
    } else {
      fail("damaged: its last block is invalid");
    }
  }

  void fail(const std::string& what) {
    fault = file + ": the recording is " + what;
    if (last_step) {
      fault += " after step " + std::to_string(*last_step) + "; everything up to there is intact";
    } else {
      fault += " before its first frame";
    }
  }
};

RecordingReader::RecordingReader(std::istream& in, const std::string& file)
    : implementation_(std::make_unique<Implementation>(in, file)) {
  std::string magic(kRecordingMagic.size(), '\0');
  in.read(magic.data(), static_cast<std::streamsize>(magic.size()));
  if (!in || magic != kRecordingMagic) {
    throw RecordingError(file +
                         ": not a recording; expected a file that stiction run --record wrote");
  }
  std::string version(4, '\0');
  in.read(version.data(), static_cast<std::streamsize>(version.size()));
  std::string_view bits = version;
  const auto number = take_bits<std::uint32_t>(bits);
  if (in && number != kRecordingVersion) {
    throw RecordingError(file + ": a recording of version " + std::to_string(number) +
                         "; accepted is version " + std::to_string(kRecordingVersion));
  }
  const RecordingBlock block = in ? read_block(in) : RecordingBlock{};
  if (block.kind.empty() || !block.fault.empty() || block.kind != "head") {
    throw RecordingError(file + ": the recording is " +
                         (!block.fault.empty() ? block.fault
                          : block.kind.empty() ? std::string("cut off")
                                               : std::string("damaged")) +
                         " before its first frame");
  }
  auto head = parse_head(block.bytes, implementation_->bodies);
  if (!head) throw RecordingError(file + ": the recording is damaged, in its head");
  implementation_->head = *std::move(head);
}

RecordingReader::~RecordingReader() = default;
RecordingReader::RecordingReader(RecordingReader&&) noexcept = default;
RecordingReader& RecordingReader::operator=(RecordingReader&&) noexcept = default;

const RecordingHead& RecordingReader::head() const { return implementation_->head; }

const RunFrame* RecordingReader::next() {
  Implementation& own = *implementation_;
  if (!own.block || own.block->is_at_end()) own.read_frames();
  if (!own.end.empty() || !own.fault.empty()) return nullptr;
  if (!own.block->take(own.frame) || (own.last_step && own.frame.step <= *own.last_step)) {
    own.fail("damaged: a block is invalid");
    return nullptr;
  }
  own.last_step = own.frame.step;
  return &own.frame;
}

const std::string& RecordingReader::end() const { return implementation_->end; }
const std::string& RecordingReader::fault() const { return implementation_->fault; }

SceneReadResult read_recorded_scene(const RecordingHead& head) {
  const auto failed = [&](const std::string& what) {
    return SceneReadResult{{}, {{{head.scene_file, 1}, what}}};
  };
  if (head.scene_file.empty()) {
    return failed("the recording is from a program's own run; expected one of a scene file");
  }
  SceneReadResult result = read_scene_text(head.scene_text, head.scene_file);
  if (!result.scene) return result;
  Scene& scene = *result.scene;
  for (std::size_t i = 0; i < std::max(scene.files.size(), head.files.size()); ++i) {
    if (i >= scene.files.size() || i >= head.files.size()) {
      return failed("names other files than when it was recorded");
    }
    if (scene.files[i].checksum != head.files[i].checksum) {
      result.errors.push_back({{scene.files[i].path, 1}, "has changed since it was recorded"});
    }
  }
  if (!result.errors.empty()) return {{}, std::move(result.errors)};
  scene.timestep = head.timestep;
  scene.duration = head.duration;
  scene.effort = head.effort;
  scene.contact.model = head.model;
  scene.contact.solver = head.solver;
  scene.contact.directions = head.directions;
  scene.on_unsolved = head.on_unsolved;
  return result;
}

}  // namespace stiction
