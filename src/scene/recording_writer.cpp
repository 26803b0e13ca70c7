#include <stiction/scene/recording.h>
#include <stiction/scene/run_description.h>
#include <stiction/version.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "recording_blocks.h"
#include "recording_frames.h"

namespace stiction {
namespace {

using namespace std::chrono_literals;

/// Longest time that frames wait to be packed: including the packing they are written within 0.1 s.
constexpr auto kLongestWait = 50ms;
/// Limit on frames that wait to be packed: packing this much takes some hundredths of a second.
constexpr std::size_t kMostBytesWaiting = std::size_t{4} << 20;

std::size_t count_bytes(const RunFrame& frame) {
  return kFigureBytes + frame.motions.size() * kMotionBytes +
         frame.contacts.size() * kContactBytes + frame.trigger_changes.size() * kTriggerBytes;
}

std::string describe_head(const Simulation& start, std::size_t every) {
  using HeadJson = nlohmann::ordered_json;
  const Scene& scene = start.scene();
  HeadJson files = HeadJson::array();
  for (const Scene::File& file : scene.files) files.push_back({file.path, file.checksum});
  HeadJson head;
  head["stiction"] = version();
  head["every"] = every;
  head["scene"] = {
      {"file", scene.file.empty() ? "" : std::filesystem::absolute(scene.file).string()},
      {"text", scene.text},
      {"files", std::move(files)}};
  head["settings"] = {{"timestep", scene.timestep},
                      {"duration", scene.duration},
                      {"effort", scene.effort},
                      {"model", scene.contact.model},
                      {"solver", scene.contact.solver},
                      {"directions", scene.contact.directions},
                      {"on-unsolved", scene.on_unsolved == OnUnsolved::best ? "best" : "stop"}};
  head["start"] = HeadJson::parse(describe_run_start(start));
  constexpr int kOnOneLine = -1;
  return head.dump(kOnOneLine, ' ', false, HeadJson::error_handler_t::replace);
}

}  // namespace

struct RecordingWriter::Implementation {
  std::ostream& out;
  std::size_t every;
  // For the run:
  std::vector<TriggerChange> changes_between;  ///< in steps that do not become frames
  RunFrame handed_over;                        ///< the last frame handed over
  RunFrame last;                               ///< the last step, if it is no frame
  bool has_last = false;

  // For the writer: the beginning of a block whose first frame leaves them out.
  std::vector<RunFrame::Motion> motions;
  std::vector<FrameContact> contacts;

  // For both:
  std::mutex mutex;
  std::condition_variable wake_writer, wake_run;
  std::vector<FrameToRecord> waiting;
  std::size_t bytes_waiting = 0;
  bool is_done = false;
  std::atomic<bool> has_failed = false;
  int error = 0;  ///< errno of the write that failed; set before has_failed
  std::thread thread;

  Implementation(std::ostream& stream, std::size_t stride) : out(stream), every(stride) {}

  void write(std::string_view bytes) {
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.flush();
    if (out) return;
    error = errno;
    fail();
  }

  /// Locks the mutex, since the run may be about to wait for it.
  void fail() {
    {
      const std::lock_guard lock(mutex);
      has_failed = true;
    }
    wake_run.notify_one();
  }

  /// On the run's side. Waits if the writer is behind. Bodies at rest, and their contacts, are not
  /// even copied.
  void hand_over(const RunFrame& frame) {
    FrameToRecord recorded;
    recorded.frame.step = frame.step;
    recorded.frame.figures = frame.figures;
    recorded.has_motions = frame.step == 0 || !have_same_motions(frame, handed_over);
    recorded.has_contacts = frame.step == 0 || !have_same_contacts(frame, handed_over);
    if (recorded.has_motions) handed_over.motions = recorded.frame.motions = frame.motions;
    if (recorded.has_contacts) handed_over.contacts = recorded.frame.contacts = frame.contacts;
    changes_between.insert(changes_between.end(), frame.trigger_changes.begin(),
                           frame.trigger_changes.end());
    recorded.frame.trigger_changes = std::exchange(changes_between, {});
    std::unique_lock lock(mutex);
    wake_run.wait(lock, [this] { return bytes_waiting < kMostBytesWaiting || has_failed; });
    bytes_waiting += count_bytes(recorded.frame);
    waiting.push_back(std::move(recorded));
    if (bytes_waiting >= kMostBytesWaiting) wake_writer.notify_one();
  }

  /// Completes the first frame, and remembers what the first frame of the next block may leave out.
  void complete(std::vector<FrameToRecord>& frames) {
    FrameToRecord& first = frames.front();
    if (!first.has_motions) first.frame.motions = motions;
    if (!first.has_contacts) first.frame.contacts = contacts;
    first.has_motions = first.has_contacts = true;
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
      if (!frame->has_motions) continue;
      motions = frame->frame.motions;
      break;
    }
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
      if (!frame->has_contacts) continue;
      contacts = frame->frame.contacts;
      break;
    }
  }

  /// On the writer's side: periodically packs and writes the waiting frames.
  void write_frames() {
    std::vector<FrameToRecord> frames;
    for (bool was_done = false; !was_done && !has_failed;) {
      {
        std::unique_lock lock(mutex);
        wake_writer.wait_for(lock, kLongestWait,
                             [this] { return is_done || bytes_waiting >= kMostBytesWaiting; });
        was_done = is_done;
        frames = std::exchange(waiting, {});
        bytes_waiting = 0;
      }
      wake_run.notify_one();
      if (frames.empty()) continue;
      try {
        complete(frames);
        write(make_block("step", encode_frames(frames)));
      } catch (const std::bad_alloc&) {
        error = ENOMEM;
        fail();
      } catch (const std::exception&) {  // from the stream
        fail();
      }
    }
  }

  void join() {
    {
      const std::lock_guard lock(mutex);
      is_done = true;
    }
    wake_writer.notify_one();
    if (thread.joinable()) thread.join();
  }
};

RecordingWriter::RecordingWriter(std::ostream& out, const Simulation& start, std::size_t every)
    : implementation_(std::make_unique<Implementation>(out, every)) {
  if (every == 0) throw std::invalid_argument("RecordingWriter: every must be 1 or more, got 0");
  std::string head(kRecordingMagic);
  append_bits(head, kRecordingVersion);
  implementation_->write(head + make_block("head", describe_head(start, every)));
  RunFrame frame;
  FrameTaker(start.world()).take(start, frame);
  implementation_->hand_over(frame);
  implementation_->thread = std::thread([this_ = implementation_.get()] { this_->write_frames(); });
}

RecordingWriter::~RecordingWriter() { implementation_->join(); }

void RecordingWriter::observe_step(const RunFrame& frame) {
  Implementation& own = *implementation_;
  if (frame.motions.size() != own.handed_over.motions.size()) {
    throw std::invalid_argument(
        "RecordingWriter: expected the " + std::to_string(own.handed_over.motions.size()) +
        " bodies present at the start, got " + std::to_string(frame.motions.size()));
  }
  own.has_last = frame.step % own.every != 0;
  if (own.has_last) {
    own.changes_between.insert(own.changes_between.end(), frame.trigger_changes.begin(),
                               frame.trigger_changes.end());
    own.last = frame;
    own.last.trigger_changes.clear();
  } else if (!own.has_failed) {
    own.hand_over(frame);
  }
}

bool RecordingWriter::has_failed() const { return implementation_->has_failed; }

void RecordingWriter::finish(const Simulation& simulation, const RunReport& report) {
  Implementation& own = *implementation_;
  if (own.has_last && !own.has_failed) own.hand_over(own.last);
  own.has_last = false;
  own.join();
  if (!own.has_failed) own.write(make_block("end ", describe_run_end(simulation, report)));
  // A failure outside the stream, for want of memory, must not look like success.
  if (!own.has_failed) return;
  own.out.setstate(std::ios::badbit);
  errno = own.error;
}

}  // namespace stiction
