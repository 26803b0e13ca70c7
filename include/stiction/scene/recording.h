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

/// Recordings: a run as a binary file, its states to the bit. docs/recordings.md has the format.

/// Where a recording comes from.
struct RecordingHead {
  std::string stiction;   ///< the version that made it
  std::size_t every = 1;  ///< steps from one frame to the next; the last may be nearer
  /// `Scene::file`, as an absolute path, `Scene::text` and `Scene::files`. Without a file the run
  /// can be read and shown, not run again.
  std::string scene_file, scene_text;
  std::vector<Scene::File> files;
  /// What the scene ran with, the command line's options in their places.
  double timestep = 0;
  double duration = 0;
  double effort = 0;
  std::string model, solver;
  int directions = 0;
  OnUnsolved on_unsolved = OnUnsolved::stop;
  std::string start;  ///< `describe_run_start`, JSON
};

/// Writes a recording while a run goes on. A thread of its own packs and writes the frames; the run
/// only copies them, and waits where more than 4 MiB are ahead of that thread.
///
/// Frames are in the stream at most 0.1 s after they were made, in blocks that are whole by
/// themselves, so that a recording is readable up to there whatever ends the program. A frame in
/// which nothing moved takes some 80 bytes, as those of 55 boxes at rest; 1000 bodies that tumble
/// in free flight take 32 bytes each.
class RecordingWriter {
 public:
  /// `out` must outlive this, and belongs to it until `finish`. `start` is at time 0; its frame is
  /// the first. Throws std::invalid_argument unless `every` >= 1.
  RecordingWriter(std::ostream& out, const Simulation& start, std::size_t every = 1);
  /// Without `finish` the recording ends without an end, as if it were cut off.
  ~RecordingWriter();
  RecordingWriter(const RecordingWriter&) = delete;
  RecordingWriter& operator=(const RecordingWriter&) = delete;

  /// After each step that succeeded; every Nth becomes a frame. Throws std::invalid_argument if
  /// there are more or fewer moving bodies than at the start.
  void observe_step(const RunFrame& frame);
  /// Whether the stream took something no more. The rest is then left out.
  bool has_failed() const;
  /// After the last step: writes what is left and how the run ended, and gives the stream back,
  /// flushed. Its state tells whether all of it was written, errno, as the first write that failed
  /// left it, why not.
  void finish(const Simulation& simulation, const RunReport& report);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// A file that is no recording, or one whose beginning is damaged: the message has the file, what
/// was wrong and what is accepted.
class RecordingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a recording, frame by frame. Never anything else than RecordingError for what a file
/// holds, on any bytes.
class RecordingReader {
 public:
  /// `in` must outlive this; `file` names it in messages. Throws RecordingError.
  RecordingReader(std::istream& in, const std::string& file);
  ~RecordingReader();
  RecordingReader(RecordingReader&&) noexcept;
  RecordingReader& operator=(RecordingReader&&) noexcept;

  const RecordingHead& head() const;
  /// The next frame, until the next call; null behind the last that is whole.
  const RunFrame* next();
  /// Behind the last frame: `describe_run_end`; empty where the recording has no end.
  const std::string& end() const;
  /// Behind the last frame: what is wrong with the rest of the file, as a message; empty for a
  /// recording that is whole.
  const std::string& fault() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// The scene of a recording, as it ran, read anew. An error for each file that it names and that is
/// no longer as it was, and for a recording without a scene.
SceneReadResult read_recorded_scene(const RecordingHead& head);

[[gnu::used]] inline constexpr auto kRecordingLayouts =
    abi::layouts_of<RecordingHead, RecordingWriter, RecordingReader>();

}  // namespace stiction
