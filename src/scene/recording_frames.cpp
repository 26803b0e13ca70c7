#include "recording_frames.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "recording_blocks.h"

namespace stiction {
namespace {

constexpr std::size_t kCountsBytes = 16;

/// Number of figures in a frame's record, including its step and counts.
constexpr std::size_t kNumFigures = kFigureBytes / 8;

std::array<double, kNumFigures> list_figures(const FrameToRecord& recorded) {
  const RunFrame& frame = recorded.frame;
  const StepFigures& figures = frame.figures;
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  return {static_cast<double>(frame.step),
          recorded.has_motions ? 1.0 : 0.0,
          recorded.has_contacts ? static_cast<double>(frame.contacts.size()) : -1.0,
          static_cast<double>(frame.trigger_changes.size()),
          figures.energy,
          figures.work,
          figures.residual,
          figures.cone_residual.value_or(kNone),
          static_cast<double>(figures.contacts),
          figures.penetration,
          static_cast<double>(figures.pivots),
          static_cast<double>(figures.factorisations),
          static_cast<double>(figures.rung),
          figures.collide_us,
          figures.solve_us,
          figures.total_us};
}

void append_contact(std::string& bytes, const FrameContact& contact) {
  for (const std::uint32_t n : {contact.body_a, contact.body_b, contact.shape_a, contact.shape_b}) {
    append_bits(bytes, n);
  }
  append_bits(bytes, contact.feature);
  for (const double x : contact.point) append_bits(bytes, to_single(x));
  for (const float x : contact.normal) append_bits(bytes, x);
  append_bits(bytes, contact.gap);
  append_bits(bytes, contact.normal_impulse);
  for (const float x : contact.friction_impulse) append_bits(bytes, x);
  append_bits(bytes, contact.friction);
  append_bits(bytes, static_cast<std::uint32_t>(contact.state));
}

FrameContact take_contact(std::string_view& bytes) {
  FrameContact contact;
  for (std::uint32_t* n : {&contact.body_a, &contact.body_b, &contact.shape_a, &contact.shape_b}) {
    *n = take_bits<std::uint32_t>(bytes);
  }
  contact.feature = take_bits<std::uint64_t>(bytes);
  for (double& x : contact.point) x = take_bits<float>(bytes);
  for (float& x : contact.normal) x = take_bits<float>(bytes);
  contact.gap = take_bits<float>(bytes);
  contact.normal_impulse = take_bits<float>(bytes);
  for (float& x : contact.friction_impulse) x = take_bits<float>(bytes);
  contact.friction = take_bits<float>(bytes);
  contact.state = static_cast<ContactState>(take_bits<std::uint32_t>(bytes));
  return contact;
}

bool is_possible(const FrameContact& contact, const RecordedBodies& bodies) {
  constexpr float kLongest = 1.001F;  // of a unit vector in single precision
  const auto are_short = [](const std::array<float, 3>& numbers) {
    return std::ranges::all_of(numbers, [](float x) { return std::abs(x) <= kLongest; });
  };
  const auto are_finite = [](const auto& numbers) {
    return std::ranges::all_of(numbers, [](auto x) { return std::isfinite(x); });
  };
  return contact.body_a < bodies.all && contact.body_b < bodies.all && are_finite(contact.point) &&
         are_short(contact.normal) && are_finite(contact.friction_impulse) &&
         std::isfinite(contact.gap) && std::isfinite(contact.normal_impulse) &&
         !std::isnan(contact.friction) && contact.state >= ContactState::open &&
         contact.state <= ContactState::sliding;
}

/// Takes records off the front, in their order before they were sorted by place.
std::string take_records(std::string_view& bytes, std::size_t count, std::size_t size) {
  std::string records = sort_by_record(bytes.substr(0, count * size), size);
  bytes.remove_prefix(count * size);
  return records;
}

/// A whole number from 0 to `most`.
bool is_count(double number, double most) {
  return number >= 0 && number <= most && number == std::floor(number);
}

/// The part of a record of figures that describes the other tables.
struct FrameHeader {
  bool has_motions = false;
  bool has_contacts = false;
  std::size_t num_contacts = 0;
  std::size_t num_changes = 0;
};

bool take_figures(std::string_view& records, RunFrame& frame, FrameHeader& header) {
  constexpr double kMostSteps = 9007199254740992;  // 2^53
  constexpr double kMostOfInt = std::numeric_limits<int>::max();
  constexpr double kMostContacts = std::numeric_limits<std::uint32_t>::max();
  std::array<double, kNumFigures> numbers;
  for (double& number : numbers) number = take_bits<double>(records);
  header.has_contacts = numbers[2] != -1;
  if (!header.has_contacts) numbers[2] = 0;
  if (!is_count(numbers[0], kMostSteps) || !is_count(numbers[1], 1) ||
      !is_count(numbers[2], kMostContacts) || !is_count(numbers[3], kMostContacts) ||
      !is_count(numbers[8], kMostContacts) || !is_count(numbers[10], kMostOfInt) ||
      !is_count(numbers[11], kMostOfInt) || !is_count(numbers[12], kNumRungs - 1)) {
    return false;
  }
  frame.step = static_cast<std::size_t>(numbers[0]);
  header.has_motions = numbers[1] == 1;
  header.num_contacts = static_cast<std::size_t>(numbers[2]);
  header.num_changes = static_cast<std::size_t>(numbers[3]);
  frame.figures = {.energy = numbers[4],
                   .work = numbers[5],
                   .residual = numbers[6],
                   .cone_residual = std::isnan(numbers[7]) ? std::optional<double>{} : numbers[7],
                   .contacts = static_cast<std::size_t>(numbers[8]),
                   .penetration = numbers[9],
                   .pivots = static_cast<int>(numbers[10]),
                   .factorisations = static_cast<int>(numbers[11]),
                   .rung = static_cast<Rung>(numbers[12]),
                   .collide_us = numbers[13],
                   .solve_us = numbers[14],
                   .total_us = numbers[15]};
  return true;
}

}  // namespace

std::string encode_frames(std::span<const FrameToRecord> frames) {
  std::string figures, motions, contacts, changes;
  const std::size_t num_moving = frames.empty() ? 0 : frames.front().frame.motions.size();
  std::vector<std::array<std::uint64_t, 13>> before(num_moving);
  for (const FrameToRecord& recorded : frames) {
    const RunFrame& frame = recorded.frame;
    for (const double number : list_figures(recorded)) append_bits(figures, number);
    for (std::size_t i = 0; recorded.has_motions && i < num_moving; ++i) {
      for (std::size_t k = 0; k < before[i].size(); ++k) {
        const std::uint64_t bits = to_bits(frame.motions[i][k]);
        append_bits(motions, bits ^ before[i][k]);
        before[i][k] = bits;
      }
    }
    if (recorded.has_contacts) {
      for (const FrameContact& contact : frame.contacts) append_contact(contacts, contact);
    }
    for (const TriggerChange& change : frame.trigger_changes) {
      append_bits(changes, std::uint64_t{change.step});
      const std::uint32_t enters = change.enters ? 1 : 0;
      for (const std::uint32_t n : {enters, change.trigger, change.shape, change.other}) {
        append_bits(changes, n);
      }
    }
  }
  std::string bytes;
  for (const std::size_t count :
       {frames.size(), motions.size() / kMotionBytes, contacts.size() / kContactBytes,
        changes.size() / kTriggerBytes}) {
    append_bits(bytes, static_cast<std::uint32_t>(count));
  }
  bytes += sort_by_place(figures, kFigureBytes);
  bytes += sort_by_place(motions, kMotionBytes);
  bytes += sort_by_place(contacts, kContactBytes);
  bytes += sort_by_place(changes, kTriggerBytes);
  return bytes;
}

FrameDecoder::FrameDecoder(std::string_view bytes, const RecordedBodies& bodies)
    : bodies_(bodies), before_(bodies.moving) {
  if (bytes.size() < kCountsBytes) return;
  const std::uint64_t num_frames = take_bits<std::uint32_t>(bytes);
  const std::uint64_t num_motions = take_bits<std::uint32_t>(bytes);
  const std::uint64_t num_contacts = take_bits<std::uint32_t>(bytes);
  const std::uint64_t num_changes = take_bits<std::uint32_t>(bytes);
  if (bytes.size() != num_frames * kFigureBytes + num_motions * kMotionBytes +
                          num_contacts * kContactBytes + num_changes * kTriggerBytes) {
    return;
  }
  num_left_ = num_frames;
  figures_ = take_records(bytes, num_frames, kFigureBytes);
  motions_ = take_records(bytes, num_motions, kMotionBytes);
  contacts_ = take_records(bytes, num_contacts, kContactBytes);
  changes_ = take_records(bytes, num_changes, kTriggerBytes);
  figures_left_ = figures_;
  motions_left_ = motions_;
  contacts_left_ = contacts_;
  changes_left_ = changes_;
}

bool FrameDecoder::take(RunFrame& frame) {
  FrameHeader header;
  if (num_left_ == 0 || !take_figures(figures_left_, frame, header)) return false;
  if (is_first_ && !(header.has_motions && header.has_contacts)) return false;
  is_first_ = false;
  --num_left_;
  if (header.has_motions && !take_motions(frame)) return false;
  if (header.has_contacts && !take_contacts(frame, header.num_contacts)) return false;
  if (!take_changes(frame, header.num_changes)) return false;
  return num_left_ > 0 ||
         (motions_left_.empty() && contacts_left_.empty() && changes_left_.empty());
}

bool FrameDecoder::take_motions(RunFrame& frame) {
  if (motions_left_.size() / kMotionBytes < bodies_.moving) return false;
  frame.motions.resize(bodies_.moving);
  for (std::size_t i = 0; i < bodies_.moving; ++i) {
    for (std::size_t k = 0; k < before_[i].size(); ++k) {
      before_[i][k] ^= take_bits<std::uint64_t>(motions_left_);
      frame.motions[i][k] = std::bit_cast<double>(before_[i][k]);
      if (!std::isfinite(frame.motions[i][k])) return false;
    }
  }
  return true;
}

bool FrameDecoder::take_contacts(RunFrame& frame, std::size_t count) {
  frame.contacts.clear();
  if (contacts_left_.size() / kContactBytes < count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    frame.contacts.push_back(take_contact(contacts_left_));
    if (!is_possible(frame.contacts.back(), bodies_)) return false;
  }
  return true;
}

bool FrameDecoder::take_changes(RunFrame& frame, std::size_t count) {
  frame.trigger_changes.clear();
  if (changes_left_.size() / kTriggerBytes < count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    TriggerChange change{.step = take_bits<std::uint64_t>(changes_left_)};
    change.enters = take_bits<std::uint32_t>(changes_left_) != 0;
    change.trigger = take_bits<std::uint32_t>(changes_left_);
    change.shape = take_bits<std::uint32_t>(changes_left_);
    change.other = take_bits<std::uint32_t>(changes_left_);
    if (change.trigger >= bodies_.all || change.other >= bodies_.all) return false;
    frame.trigger_changes.push_back(change);
  }
  return true;
}

bool have_same_motions(const RunFrame& a, const RunFrame& b) {
  if (a.motions.empty() || a.motions.size() != b.motions.size()) {
    return a.motions.size() == b.motions.size();
  }
  return std::memcmp(a.motions.data(), b.motions.data(),
                     a.motions.size() * sizeof(RunFrame::Motion)) == 0;
}

bool have_same_contacts(const RunFrame& a, const RunFrame& b) {
  // A contact has no padding before the end of its last member.
  constexpr std::size_t kSize = offsetof(FrameContact, state) + sizeof(ContactState);
  static_assert(kSize == kContactBytes + sizeof(FrameContact::point) / 2);
  return std::ranges::equal(
      a.contacts, b.contacts,
      [](const FrameContact& x, const FrameContact& y) { return std::memcmp(&x, &y, kSize) == 0; });
}

}  // namespace stiction
