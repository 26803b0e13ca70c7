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

/// A frame to be recorded, without the parts that equal those of the frame before.
struct FrameToRecord {
  RunFrame frame;
  bool has_motions = true;
  bool has_contacts = true;
};

/// The bytes of a block of frames (docs/recordings.md). The first frame must be complete; all must
/// have the same number of motions.
std::string encode_frames(std::span<const FrameToRecord> frames);

/// Numbers of bodies in the frames of a recording.
struct RecordedBodies {
  std::size_t all = 0;
  std::size_t moving = 0;
};

/// Decodes the frames of a block's bytes, one after the other.
class FrameDecoder {
 public:
  FrameDecoder(std::string_view bytes, const RecordedBodies& bodies);
  FrameDecoder(const FrameDecoder&) = delete;  // it has views of itself
  FrameDecoder& operator=(const FrameDecoder&) = delete;

  bool is_at_end() const { return num_left_ == 0; }
  /// Decodes the next frame; `frame` holds the one before, which may be of another block. Returns
  /// false for invalid bytes: sizes that do not fit, invalid numbers, nonexistent bodies.
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

/// True if these parts of two frames have the same bits.
bool have_same_motions(const RunFrame& a, const RunFrame& b);
bool have_same_contacts(const RunFrame& a, const RunFrame& b);

}  // namespace stiction
