#pragma once

#include <stiction/body/body.h>
#include <stiction/collision/manifold.h>
#include <stiction/contact/contact_problem.h>

#include <compare>
#include <cstddef>
#include <vector>

namespace stiction {

/// Who meets whom, and with which features: the identity of a contact from step to step.
struct ContactKey {
  BodyId body_a;
  BodyId body_b;
  int shape_a = 0;
  int shape_b = 0;
  FeatureId feature = 0;
  auto operator<=>(const ContactKey&) const = default;
};

/// What the last step found out about its contacts: where the next one starts to search.
class RememberedContacts {
 public:
  struct Entry {
    ContactKey key;
    Vec3 force = Vec3::Zero();  ///< mean over the step, on body a, world, N
    ContactState state = ContactState::open;
    ContactMemory memory{};  ///< of the model
    bool touching = false;
    bool loaded = false;  ///< it carried load, not only an impact from which bodies part
  };

  /// Every entry is to be written, with keys in ascending order.
  void resize(std::size_t size) { entries_.resize(size); }
  Entry& operator[](std::size_t i) { return entries_[i]; }
  /// Ascending keys.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Of the first entry that is not before `key`.
  std::size_t place_of(const ContactKey& key) const;
  /// Null for a contact that the last step did not have. `next` is the place of the first key that
  /// is asked for, or any before it, and moves on behind the entries up to `key`: who asks for
  /// ascending keys merges the two lists.
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

/// The remembered impulse over a step of h seconds in the contact's present frame (columns n, t1,
/// t2); unknown for null and for one that is not finite.
void get_contact_guess(const RememberedContacts::Entry* entry, const Mat3& frame, double h,
                       ContactGuess& guess);

}  // namespace stiction
