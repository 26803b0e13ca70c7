#include "impact.h"

#include <stiction/world/contact.h>

#include <algorithm>

namespace stiction {
namespace {

/// Slower approaches have no restitution, m/s: bounces of that size only keep a pile from coming to
/// rest.
constexpr double kLeastImpactSpeed = 0.01;

Vec3 calc_start_velocity(const StepView& view, const FoundContact& contact) {
  return calc_relative_velocity(view.world, contact,
                                [&](std::size_t body) { return view.world.bodies[body].velocity; });
}

bool bounces(const StepView& view, const FoundContact& contact) {
  if (contact.surface.restitution == 0) return false;
  const double approach = -calc_start_velocity(view, contact).x();
  if (approach <= std::max(kLeastImpactSpeed, 2 * view.world.options.gravity.norm() * view.h)) {
    return false;
  }
  const Vec3 free = calc_relative_velocity(
      view.world, contact, [&](std::size_t body) { return view.free_motions[body].velocity; });
  return contact.gap + view.h * std::min(free.x(), -approach) <= 0;
}

/// The island's contacts that take part, as places in its list.
std::vector<std::size_t> select_contacts(const StepView& view, const Island& island) {
  std::vector<std::size_t> selected;
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const FoundContact& contact = view.contacts[island.contacts[k]];
    if (contact.gap <= kTouchingGap || bounces(view, contact)) selected.push_back(k);
  }
  return selected;
}

ContactProblem make_compression(const StepView& view, const Island& island,
                                const ContactProblem& problem,
                                const std::vector<std::size_t>& selected) {
  ContactProblem compression = problem;
  compression.contacts.clear();
  compression.time_step = 0;
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    compression.bodies[i].free_velocity = view.world.bodies[island.bodies[i]].velocity;
  }
  for (const std::size_t k : selected) {
    compression.contacts.push_back(problem.contacts[k]);
    compression.contacts.back().offset =
        calc_surface_velocity(view.world, view.contacts[island.contacts[k]]);
    compression.contacts.back().touching = true;
  }
  return compression;
}

/// The compression problem after its solution, with the impulses that restitution gives applied.
ContactProblem make_restitution(const StepView& view, const Island& island,
                                const std::vector<std::size_t>& selected,
                                const ContactProblem& compression,
                                const ContactSolution& compressed) {
  ContactProblem restitution = compression;
  std::vector<Vec6> velocities = compressed.velocities;
  for (std::size_t j = 0; j < selected.size(); ++j) {
    const FoundContact& found = view.contacts[island.contacts[selected[j]]];
    const double given = found.surface.restitution * compressed.impulses[j].x();
    restitution.contacts[j].prior_normal_impulse = given;
    apply_contact_impulse(compression, compression.contacts[j], Vec3(given, 0, 0), velocities);
  }
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    restitution.bodies[i].free_velocity = velocities[i];
  }
  return restitution;
}

}  // namespace

bool has_impact(const StepView& view, const Island& island) {
  return std::any_of(island.contacts.begin(), island.contacts.end(),
                     [&](std::size_t c) { return bounces(view, view.contacts[c]); });
}

Impact solve_impact(const StepView& view, const Island& island, const ContactProblem& problem,
                    const ContactSolve& solve) {
  Impact impact;
  impact.impulses.assign(island.contacts.size(), Vec3::Zero());
  impact.states.assign(island.contacts.size(), ContactState::open);
  impact.rebounds.assign(island.contacts.size(), 0);

  const std::vector<std::size_t> selected = select_contacts(view, island);
  const ContactProblem compression = make_compression(view, island, problem, selected);
  ContactSolution compressed;
  solve(compression, selected, compressed);
  const ContactProblem restitution =
      make_restitution(view, island, selected, compression, compressed);
  ContactSolution restored;
  solve(restitution, selected, restored);

  for (std::size_t j = 0; j < selected.size(); ++j) {
    const double given = restitution.contacts[j].prior_normal_impulse;
    impact.impulses[selected[j]] =
        compressed.impulses[j] + Vec3(given, 0, 0) + restored.impulses[j];
    impact.rebounds[selected[j]] = given > 0;
    impact.states[selected[j]] =
        restored.states[j] == ContactState::open ? compressed.states[j] : restored.states[j];
  }
  impact.velocities = std::move(restored.velocities);
  return impact;
}

void start_from_impact(const StepView& view, const Island& island, const Impact& impact,
                       ContactProblem& problem) {
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    problem.bodies[i].free_velocity +=
        impact.velocities[i] - view.world.bodies[island.bodies[i]].velocity;
    problem.bodies[i].start_velocity = impact.velocities[i];
  }
  release_rebounds(view, island, impact, problem);
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    if (!impact.rebounds[k]) continue;
    ContactProblem::Contact& contact = problem.contacts[k];
    contact.offset.x() -= std::max(0.0, calc_contact_velocity(contact, impact.velocities).x());
  }
}

void release_rebounds(const StepView& view, const Island& island, const Impact& impact,
                      ContactProblem& problem) {
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    if (!impact.rebounds[k]) continue;
    problem.contacts[k].offset =
        calc_surface_velocity(view.world, view.contacts[island.contacts[k]]);
    problem.contacts[k].touching = false;  // for the rest of the step they are apart
  }
}

}  // namespace stiction
