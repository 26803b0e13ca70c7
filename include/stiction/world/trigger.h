#pragma once

#include <stiction/world/contact.h>
#include <stiction/world/queries.h>

namespace stiction {

/// What happened between a trigger and another shape in the last step.
///
/// They overlap if they do by more than `kRestingOverlap`. A shape that passed through the trigger
/// within the step has a `begin` and an `end` in it. Between the poses at the start and at the end
/// of the step shapes are taken to move straight on, turned as at the start.
///
/// Triggers do not see each other, nor the shapes of their own body, nor those of groups that do
/// not collide with theirs; and of two static bodies neither sees the other.
struct TriggerEvent {
  ContactEventKind kind = ContactEventKind::begin;
  BodyShape trigger;
  BodyShape other;
};

}  // namespace stiction
