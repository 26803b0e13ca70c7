#pragma once

#include <stiction/scene/report.h>
#include <stiction/scene/run_frame.h>
#include <stiction/scene/scene.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// Recordings: a run as a binary file, exact to the bit. docs/recordings.md describes the format.

/// The origin of a recording.
struct RecordingHead {
  std::string stiction;   ///< the version that made it
  std::size_t every = 1;  ///< steps from one frame to the next; the last may be fewer
  /// `Scene::file` as an absolute path, `Scene::text` and `Scene::files`. Without a file the run
  /// can be read and shown, but not run again.
  std::string scene_file, scene_text;
  std::vector<Scene::File> files;
  /// The options that the scene ran with, including those of the command line.
  double timestep = 0;
  double duration = 0;
  double effort = 0;
  std::string model, solver;
  int directions = 0;
  OnUnsolved on_unsolved = OnUnsolved::stop;
  std::string start;  ///< `describe_run_start`, JSON
};

/// Writes a recording during a run. A separate thread packs and writes the frames; the run only
/// copies them, and waits when it is more than 4 MiB ahead of that thread.
///
/// A frame reaches the stream about 0.1 s after it was made, later on a busy machine, in a block
/// that is complete in itself, so a recording is readable up to there however the program ends. A
/// frame in which nothing moved takes some 80 bytes (measured for 55 boxes at rest); 1000 bodies
/// that tumble in free flight take 32 bytes each.
class RecordingWriter {
 public:
  /// `out` must outlive this, and belongs to it until `finish`. `start` is at time 0; its frame is
  /// the first. Throws std::invalid_argument unless `every` >= 1.
  RecordingWriter(std::ostream& out, const Simulation& start, std::size_t every = 1);
  /// Without `finish` the recording lacks its end, as if it were cut off.
  ~RecordingWriter();
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;

  /// Call after each step that succeeded; every Nth becomes a frame. Throws std::invalid_argument
  /// if the number of moving bodies differs from that at the start.
  void observe_step(const RunFrame& frame);
  /// True if the stream refused data. The rest is then dropped.
  bool has_failed() const;
  /// Call after the last step: writes the remaining frames and how the run ended, and releases the
  /// stream, flushed. The stream's state shows whether everything was written; if not, errno, as
  /// the first failed write left it, gives the reason.
  void finish(const Simulation& simulation, const RunReport& report);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Thrown for a file that is no recording, or one with a damaged beginning: the message has the
/// file, what was wrong and what is accepted.
class RecordingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a recording frame by frame. Whatever a file holds, it throws RecordingError only.
class RecordingReader {
 public:
  /// `in` must outlive this; `file` names it in messages. Throws RecordingError.
  RecordingReader(std::istream& in, const std::string& file);
  ~RecordingReader();
  RecordingReader(RecordingReader&&) noexcept;
  RecordingReader& operator=(RecordingReader&&) noexcept;

  const RecordingHead& head() const;
  /// The next frame, valid until the next call; null after the last complete one.
  const RunFrame* next();
  /// After the last frame: `describe_run_end`; empty if the recording has no end.
  const std::string& end() const;
  /// After the last frame: what is wrong with the rest of the file; empty for a complete recording.
  const std::string& fault() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Reads the scene of a recording again, as it ran. Reports an error for each file it names that
/// has changed, and for a recording without a scene.
SceneReadResult read_recorded_scene(const RecordingHead& head);

[[gnu::used]] inline constexpr auto kRecordingLayouts =
    abi::layouts_of<RecordingHead, RecordingWriter, RecordingReader>();

}  // namespace stiction
