#include "best_answer.h"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// The nearest impulse with the same friction's direction that the contact can give.
Vec3 clip_to_cone(const ContactProblem::Contact& contact, Vec3 r, bool has_friction_bound) {
  r.x() = std::max(0.0, r.x());
  const double lean = r.x() + contact.prior_normal_impulse;
  if (!has_friction_bound) return lean > 0 ? r : Vec3(r.x(), 0, 0);
  const double bound = lean > 0 ? contact.friction * lean : 0.0;
  const double size = r.tail<2>().norm();
  if (size > bound) r.tail<2>() *= bound / size;
  return r;
}

std::vector<Vec6> velocities_after(const ContactProblem& problem,
                                   const std::vector<Vec3>& impulses) {
  std::vector<Vec6> velocities = free_velocities(problem);
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    apply_contact_impulse(problem, problem.contacts[c], impulses[c], velocities);
  }
  return velocities;
}

/// sum of r . u.
double calc_power(const ContactProblem& problem, const std::vector<Vec3>& impulses,
                  const std::vector<Vec6>& velocities) {
  double sum = 0;
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    sum += impulses[c].dot(calc_contact_velocity(problem.contacts[c], velocities));
  }
  return sum;
}

}  // namespace

ContactSolution make_passive(const StepView& view, const Island& island,
                             const ContactProblem& problem, std::span<const std::size_t> places,
                             ContactSolution best, bool has_friction_bound) {
  ContactProblem bare = problem;
  for (std::size_t c = 0; c < places.size(); ++c) {
    const FoundContact& found = view.contacts[island.contacts[places[c]]];
    bare.contacts[c].offset = calc_surface_velocity(view.world, found);
    best.impulses[c] = clip_to_cone(problem.contacts[c], best.impulses[c], has_friction_bound);
  }
  // Scaled by s they do the work s p + s^2 (q - p)/2, with the powers p before and q after them.
  const double before = calc_power(bare, best.impulses, free_velocities(bare));
  const double after = calc_power(bare, best.impulses, velocities_after(bare, best.impulses));
  double scale = 1;
  if (before + after > 0) scale = before < 0 ? std::min(1.0, -2 * before / (after - before)) : 0.0;
  if (!std::isfinite(scale)) scale = 0;
  for (Vec3& impulse : best.impulses) impulse *= scale;
  best.velocities = velocities_after(problem, best.impulses);
  best.next_guess = best.impulses;
  for (std::size_t c = 0; c < places.size(); ++c) {
    const bool is_loaded = best.impulses[c].x() > 0;
    if (!is_loaded) best.states[c] = ContactState::open;
  }
  return best;
}

}  // namespace stiction
