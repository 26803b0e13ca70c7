#include "impact.h"

#include <stiction/world/contact.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {
namespace {

/// Slower approaches, m/s, do not bounce: that would only keep a pile from coming to rest.
constexpr double kLeastImpactSpeed = 0.01;
/// Energy that restitution may add, as a share of what compression takes: round-off.
constexpr double kNotableGain = 1e-6;
/// Accuracy of the share of restitution that adds no energy.
constexpr double kLeastShare = 1.0 / 32;

bool bounces(const StepView& view, const FoundContact& contact) {
  if (contact.surface.restitution == 0) return false;
  const double approach = -calc_relative_velocity(view.motions, contact).x();
  if (approach <= least_impact_speed(view)) return false;
  const Vec3 free = calc_relative_velocity(
      view.motions, contact, [&](std::size_t body) { return view.free_motions[body].velocity; });
  return contact.gap + view.h * std::min(free.x(), -approach) <= 0;
}

/// Selects the rows that act instantaneously. Friction, motors and dampers stay finite.
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

/// The second phase of an impact, one entry per contact of the first.
struct Restitution {
  std::vector<double> given;         ///< normal impulses e theta, N s
  ContactSolution needed;            ///< further impulses, against renewed closing
  std::vector<Vec3> impulses;        ///< of both phases
  std::vector<double> row_impulses;  ///< likewise
};

/// Solves restitution with these e; a contact that separates more slowly than `least_speed(j)` has
/// none. Joints start from their impulses in compression times the mean e: if contacts and joints
/// balance each other by impulses far above the bodies' own, velocities would be lost in them.
template <typename LeastSpeed>
Restitution restore(const ContactProblem& compression, const ContactSolution& compressed,
                    std::vector<double> e, const LeastSpeed& least_speed,
                    std::span<const std::size_t> selected, const ContactSolve& solve) {
  // Friction is expected to go on as in compression, reduced likewise.
  Restitution restitution;
  restitution.needed = compressed;
  for (std::size_t j = 0; j < e.size(); ++j) {
    const Vec3& r = compressed.impulses[j];
    restitution.given.push_back(e[j] * r.x());
    restitution.needed.impulses[j] = e[j] * Vec3(0, r.y(), r.z());
  }
  restitution.row_impulses.assign(compression.rows.size(), 0.0);
  std::ranges::fill(restitution.needed.row_impulses, 0.0);
  std::vector<ContactGuess> guesses(e.size());
  bool is_settled = std::ranges::all_of(e, [](double factor) { return factor == 0; });
  for (bool is_first = true; !is_settled; is_first = false) {
    is_settled = true;
    ContactProblem problem = compression;
    std::vector<Vec6> velocities = compressed.velocities;
    double normal = 0, normal_given = 0;
    for (std::size_t j = 0; j < e.size(); ++j) {
      const double given = e[j] * compressed.impulses[j].x();
      // Impulse that a contact is no longer given is needed instead.
      const Vec3& needed = restitution.needed.impulses[j];
      guesses[j] = {.known = true,
                    .impulse = needed + Vec3(restitution.given[j] - given, 0, 0),
                    .state = restitution.needed.states[j]};
      restitution.given[j] = problem.contacts[j].prior_normal_impulse = given;
      apply_contact_impulse(compression, compression.contacts[j], Vec3(given, 0, 0), velocities);
      normal += compressed.impulses[j].x();
      normal_given += given;
    }
    const double share = normal > 0 ? normal_given / normal : 0.0;
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      ContactProblem::Row& row = problem.rows[i];
      if (std::isfinite(row.lower) || std::isfinite(row.upper)) continue;
      const double given = share * compressed.row_impulses[i];
      if (!is_first) {
        row.start_impulse =
            restitution.needed.row_impulses[i] + restitution.row_impulses[i] - given;
      }
      restitution.row_impulses[i] = given;
      apply_row_impulse(compression, row, given, velocities);
    }
    for (std::size_t i = 0; i < velocities.size(); ++i) {
      problem.bodies[i].free_velocity = velocities[i];
    }
    solve(problem, guesses, selected, restitution.needed);
    for (std::size_t j = 0; j < e.size(); ++j) {
      if (restitution.given[j] == 0) continue;
      const double speed =
          calc_contact_velocity(problem.contacts[j], restitution.needed.velocities).x();
      if (speed >= least_speed(j)) continue;
      e[j] = 0;
      is_settled = false;
    }
  }
  restitution.impulses = compressed.impulses;
  for (std::size_t j = 0; j < e.size(); ++j) {
    restitution.impulses[j] += Vec3(restitution.given[j], 0, 0) + restitution.needed.impulses[j];
  }
  for (std::size_t i = 0; i < restitution.row_impulses.size(); ++i) {
    restitution.row_impulses[i] += compressed.row_impulses[i] + restitution.needed.row_impulses[i];
  }
  return restitution;
}

/// The energy that impulses put into the bodies, J: each acts on the mean of the relative
/// velocities before and after. Excludes the work of moving surfaces and drives.
double calc_energy_put_in(const ContactProblem& problem, const std::vector<Vec6>& before,
                          const std::vector<Vec6>& after, std::span<const Vec3> impulses,
                          std::span<const double> row_impulses) {
  double energy = 0;
  for (std::size_t j = 0; j < problem.contacts.size(); ++j) {
    const ContactProblem::Contact& contact = problem.contacts[j];
    energy += impulses[j].dot(calc_contact_velocity(contact, before) +
                              calc_contact_velocity(contact, after)) /
              2;
  }
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const ContactProblem::Row& row = problem.rows[i];
    energy +=
        row_impulses[i] * (calc_row_velocity(row, before) + calc_row_velocity(row, after)) / 2;
  }
  return energy;
}

}  // namespace

double least_impact_speed(const StepView& view) {
  return std::max(kLeastImpactSpeed, 2 * view.world.options.gravity.norm() * view.h);
}

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
  solve(compression, {}, selected, compressed);

  const auto restore_by = [&](double share) {
    std::vector<double> e(selected.size());
    for (std::size_t j = 0; j < e.size(); ++j) e[j] = share * found_at(j).surface.restitution;
    const auto least_speed = [&](std::size_t j) { return least_rebound(found_at(j)); };
    return restore(compression, compressed, std::move(e), least_speed, selected, solve);
  };
  Restitution restitution = restore_by(1);

  // If Poisson's law adds energy, find the largest share of it that does not.
  std::vector<Vec6> before;
  get_free_velocities(compression, before);
  const double taken = -calc_energy_put_in(compression, before, compressed.velocities,
                                           compressed.impulses, compressed.row_impulses);
  const auto puts_energy_in = [&](const Restitution& of) {
    return calc_energy_put_in(compression, before, of.needed.velocities, of.impulses,
                              of.row_impulses) > kNotableGain * taken;
  };
  if (puts_energy_in(restitution)) {
    double share = 0;
    restitution = restore_by(share);
    for (double half = 0.5; half >= kLeastShare; half /= 2) {
      Restitution more = restore_by(share + half);
      if (puts_energy_in(more)) continue;
      share += half;
      restitution = std::move(more);
    }
  }

  for (std::size_t j = 0; j < selected.size(); ++j) {
    impact.impulses[selected[j]] = restitution.impulses[j];
    impact.rebounds[selected[j]] = restitution.given[j] > 0;
    const ContactState state = restitution.needed.states[j];
    impact.states[selected[j]] = state == ContactState::open ? compressed.states[j] : state;
  }
  const std::vector<std::size_t> acting = select_acting_rows(problem);
  impact.row_impulses.assign(problem.rows.size(), 0.0);
  for (std::size_t i = 0; i < acting.size(); ++i) {
    impact.row_impulses[acting[i]] = restitution.row_impulses[i];
  }
  impact.velocities = std::move(restitution.needed.velocities);
  return impact;
}

void start_from_impact(const StepView& view, const Island& island, const Impact& impact,
                       ContactProblem& problem) {
  for (std::size_t i = 0; i < island.bodies.size(); ++i) {
    problem.bodies[i].free_velocity +=
        impact.velocities[i] - view.motions[island.bodies[i]].velocity;
    problem.bodies[i].start_velocity = impact.velocities[i];
  }
  for (std::size_t k = 0; k < island.contacts.size(); ++k) {
    if (!impact.rebounds[k]) continue;
    problem.contacts[k].offset = calc_surface_velocity(view, view.contacts[island.contacts[k]]);
    problem.contacts[k].touching = false;  // for the rest of the step they are apart
  }
}

}  // namespace stiction
