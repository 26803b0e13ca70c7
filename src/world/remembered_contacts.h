#pragma once

#include <stiction/body/body.h>
#include <stiction/collision/manifold.h>
#include <stiction/contact/contact_problem.h>

#include <compare>
#include <cstddef>
#include <vector>

namespace stiction {

/// The identity of a contact from step to step: two shapes, and which of their features meet.
struct ContactKey {
  BodyId body_a;
  BodyId body_b;
  int shape_a = 0;
  int shape_b = 0;
  FeatureId feature = 0;
  auto operator<=>(const ContactKey&) const = default;
};

/// The last step's results for its contacts, from which the next step starts its search.
class RememberedContacts {
 public:
  struct Entry {
    ContactKey key;
    Vec3 force = Vec3::Zero();  ///< mean over the step, on body a, world, N
    ContactState state = ContactState::open;
    ContactMemory memory{};  ///< of the model
    bool touching = false;
    bool loaded = false;  ///< it carried load, not only an impact from which bodies part
    /// To the last bit.
    bool operator==(const Entry& other) const;
  };

  /// Every entry must be written afterwards, with keys in ascending order.
  void resize(std::size_t size) { entries_.resize(size); }
  Entry& operator[](std::size_t i) { return entries_[i]; }
  /// Ascending keys.
  const std::vector<Entry>& entries() const { return entries_; }
  /// The index of the first entry that is not before `key`.
  std::size_t place_of(const ContactKey& key) const;
  /// Returns null for a contact that the last step did not have. `next` is the index of the first
  /// key asked for, or any before it, and moves past the entries up to `key`: asking for ascending
  /// keys merges the two lists.
  const Entry* find_next(const ContactKey& key, std::size_t& next) const {
    for (; next < entries_.size(); ++next) {
      const auto order = entries_[next].key <=> key;
      if (order == 0) return &entries_[next++];
      if (order > 0) break;
    }
    return nullptr;
  }

 private:
  std::vector<Entry> entries_;
};

/// Gets the remembered impulse over a step of h seconds in the contact's present frame (columns n,
/// t1, t2); it is unknown if `entry` is null or its force not finite.
void get_contact_guess(const RememberedContacts::Entry* entry, const Mat3& frame, double h,
                       ContactGuess& guess);

}  // namespace stiction
