#pragma once

#include <stiction/world/contact.h>
#include <stiction/world/queries.h>

namespace stiction {

/// An event between a trigger and another shape in the last step.
///
/// They overlap if they do so by more than `kRestingOverlap`. A shape that passed through the
/// trigger within the step has both a `begin` and an `end` in it. During a step, shapes are assumed
/// to move in a straight line between their start and end poses, with the orientation of the start.
///
/// Triggers ignore each other, the shapes of their own body, and shapes of groups that do not
/// collide with theirs; a trigger of a static body ignores other static bodies.
struct TriggerEvent {
  ContactEventKind kind = ContactEventKind::begin;
  BodyShape trigger;
  BodyShape other;
};

}  // namespace stiction
