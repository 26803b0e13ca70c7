#pragma once

#include <stiction/scene/run_frame.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// A frame to be recorded. What is as in the frame before is left out of it.
struct FrameToRecord {
  RunFrame frame;
  bool has_motions = true;
  bool has_contacts = true;
};

/// The bytes of a block of frames (docs/recordings.md), the first of which has everything. All of
/// them have as many motions.
std::string encode_frames(std::span<const FrameToRecord> frames);

/// How many bodies the frames of a recording speak of.
struct RecordedBodies {
  std::size_t all = 0;
  std::size_t moving = 0;
};

/// Takes the frames out of the bytes of a block, one after the other.
class FrameDecoder {
 public:
  FrameDecoder(std::string_view bytes, const RecordedBodies& bodies);
  FrameDecoder(const FrameDecoder&) = delete;  // it has views of itself
  FrameDecoder& operator=(const FrameDecoder&) = delete;

  bool is_at_end() const { return num_left_ == 0; }
  /// The next frame; `frame` holds the one before, which may be of another block. False for bytes
  /// that make no frame: sizes that do not fit, numbers that are none, bodies that there are not.
  bool take(RunFrame& frame);

 private:
  bool take_motions(RunFrame& frame);
  bool take_contacts(RunFrame& frame, std::size_t count);
  bool take_changes(RunFrame& frame, std::size_t count);

  RecordedBodies bodies_;
  std::size_t num_left_ = 0;
  bool is_first_ = true;
  std::string figures_, motions_, contacts_, changes_;  ///< records, one table each
  std::string_view figures_left_, motions_left_, contacts_left_, changes_left_;
  std::vector<std::array<std::uint64_t, 13>> before_;  ///< bits of the motions
};

/// Whether two frames have the same bits there.
bool have_same_motions(const RunFrame& a, const RunFrame& b);
bool have_same_contacts(const RunFrame& a, const RunFrame& b);

}  // namespace stiction
