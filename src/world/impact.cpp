#include "impact.h"

#include <stiction/world/contact.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

/// Slower approaches have no restitution, m/s: bounces of that size only keep a pile from coming to
/// rest.
constexpr double kLeastImpactSpeed = 0.01;

Vec3 calc_start_velocity(const StepView& view, const FoundContact& contact) {
  return calc_relative_velocity(view.motions, contact,
                                [&](std::size_t body) { return view.motions[body].velocity; });
}

bool bounces(const StepView& view, const FoundContact& contact) {
  if (contact.surface.restitution == 0) return false;
  const double approach = -calc_start_velocity(view, contact).x();
  if (approach <= std::max(kLeastImpactSpeed, 2 * view.world.options.gravity.norm() * view.h)) {
    return false;
  }
  const Vec3 free = calc_relative_velocity(
      view.motions, contact, [&](std::size_t body) { return view.free_motions[body].velocity; });
  return contact.gap + view.h * std::min(free.x(), -approach) <= 0;
}

/// The rows that act at once. Friction, motors and dampers stay finite.
std::vector<std::size_t> select_acting_rows(const ContactProblem& problem) {
  std::vector<std::size_t> acting;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const ContactProblem::Row& row = problem.rows[i];
    const bool is_boxed = std::isfinite(row.lower) && std::isfinite(row.upper);
    if (!is_boxed && row.softness == 0) acting.push_back(i);
  }
  return acting;
}

ContactProblem make_compression(const StepView& view, const Island& island,
                                const ContactProblem& problem,
                                std::span<const std::size_t> selected) {
  ContactProblem compression = problem;
  compression.contacts.clear();
  compression.rows.clear();
  for (const std::size_t i : select_acting_rows(problem)) {
    compression.rows.push_back(problem.rows[i]);
    compression.rows.back().start_impulse = 0;
  }
  compression.time_step = 0;
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    compression.bodies[i].free_velocity = view.motions[island.bodies[i]].velocity;
  }
  for (const std::size_t k : selected) {
    compression.contacts.push_back(problem.contacts[k]);
    compression.contacts.back().offset =
        calc_surface_velocity(view, view.contacts[island.contacts[k]]);
    compression.contacts.back().touching = true;
  }
  return compression;
}

/// The compression problem after its solution, with the impulses that restitution gives applied.
ContactProblem make_restitution(const ContactProblem& compression,
                                const ContactSolution& compressed,
                                const std::vector<double>& restitution_of) {
  ContactProblem restitution = compression;
  std::vector<Vec6> velocities = compressed.velocities;
  for (std::size_t j = 0; j < restitution_of.size(); ++j) {
    const double given = restitution_of[j] * compressed.impulses[j].x();
    restitution.contacts[j].prior_normal_impulse = given;
    apply_contact_impulse(compression, compression.contacts[j], Vec3(given, 0, 0), velocities);
  }
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    restitution.bodies[i].free_velocity = velocities[i];
  }
  return restitution;
}

}  // namespace

std::vector<std::size_t> select_bouncing(const StepView& view, const Island& island) {
  std::vector<std::size_t> selected;
  const auto is_bouncing = [&](std::size_t c) { return bounces(view, view.contacts[c]); };
  if (std::ranges::none_of(island.contacts, is_bouncing)) return selected;
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    const std::size_t c = island.contacts[k];
    if (view.contacts[c].gap <= kTouchingGap || is_bouncing(c)) selected.push_back(k);
  }
  return selected;
}

Impact solve_impact(const StepView& view, const Island& island, const ContactProblem& problem,
                    std::span<const std::size_t> selected, const LeastRebound& least_rebound,
                    const ContactSolve& solve) {
  Impact impact;
  impact.impulses.assign(island.contacts.size(), Vec3::Zero());
  impact.states.assign(island.contacts.size(), ContactState::open);
  impact.rebounds.assign(island.contacts.size(), 0);
  const auto found_at = [&](std::size_t j) -> const FoundContact& {
    return view.contacts[island.contacts[selected[j]]];
  };

  const ContactProblem compression = make_compression(view, island, problem, selected);
  ContactSolution compressed;
  solve(compression, selected, compressed);
  std::vector<double> restitution_of(selected.size());
  for (std::size_t j = 0; j < selected.size(); ++j) {
    restitution_of[j] = found_at(j).surface.restitution;
  }
  ContactProblem restitution = make_restitution(compression, compressed, restitution_of);
  ContactSolution restored;
  const bool is_plastic = std::ranges::all_of(restitution_of, [](double e) { return e == 0; });
  if (is_plastic) {
    restored = compressed;
    std::ranges::fill(restored.impulses, Vec3::Zero());
    std::ranges::fill(restored.row_impulses, 0.0);
  }
  for (bool is_changed = !is_plastic; is_changed;) {
    is_changed = false;
    restitution = make_restitution(compression, compressed, restitution_of);
    solve(restitution, selected, restored);
    for (std::size_t j = 0; j < selected.size(); ++j) {
      if (restitution.contacts[j].prior_normal_impulse == 0) continue;
      const double speed = calc_contact_velocity(restitution.contacts[j], restored.velocities).x();
      if (speed >= least_rebound(found_at(j))) continue;
      restitution_of[j] = 0;
      is_changed = true;
    }
  }

  for (std::size_t j = 0; j < selected.size(); ++j) {
    const double given = restitution.contacts[j].prior_normal_impulse;
    impact.impulses[selected[j]] =
        compressed.impulses[j] + Vec3(given, 0, 0) + restored.impulses[j];
    impact.rebounds[selected[j]] = given > 0;
    impact.states[selected[j]] =
        restored.states[j] == ContactState::open ? compressed.states[j] : restored.states[j];
  }
  const std::vector<std::size_t> acting = select_acting_rows(problem);
  impact.row_impulses.assign(problem.rows.size(), 0.0);
  for (std::size_t i = 0; i < acting.size(); ++i) {
    impact.row_impulses[acting[i]] = compressed.row_impulses[i] + restored.row_impulses[i];
  }
  impact.velocities = std::move(restored.velocities);
  return impact;
}

void start_from_impact(const StepView& view, const Island& island, const Impact& impact,
                       ContactProblem& problem) {
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    problem.bodies[i].free_velocity +=
        impact.velocities[i] - view.motions[island.bodies[i]].velocity;
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
    problem.contacts[k].offset = calc_surface_velocity(view, view.contacts[island.contacts[k]]);
    problem.contacts[k].touching = false;  // for the rest of the step they are apart
  }
}

}  // namespace stiction
