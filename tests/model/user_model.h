#pragma once

// A contact law outside the library that uses only its public headers. The guide
// docs/write-your-own-contact-model.md walks through this file.

#include <stiction/contact/frictionless_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/model/contact_model.h>
#include <stiction/model/delassus.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace tacky {

using namespace stiction;

/// Tacky surfaces without friction: bodies that touch push each other apart, and resist separation
/// with a force of at most `strength` newtons per contact. With h the time step and u_n the normal
/// velocity at its end, at each contact
///
///     0 <= u_n   _|_   theta + pull >= 0,     pull = strength h where the bodies touch, else 0.
///
/// An impact takes no time (h = 0), so there is no pull in it.
class TackyModel final : public ContactModel {
 public:
  explicit TackyModel(double strength) : strength_(strength) {}

  std::string_view name() const override { return "tacky"; }
  std::string_view solver_name() const override { return "lemke"; }

  /// With x = theta + pull, this is the linear complementarity problem
  ///
  ///     u_n = W_nn x + (u_free - W_nn pull),   u_n >= 0,   x >= 0,   u_n . x = 0
  ///
  /// where W_nn, the normal rows of the Delassus operator, is symmetric positive semidefinite, so
  /// that Lemke's method ends at a solution.
  void solve(const ContactProblem& problem, std::span<const ContactGuess>,
             ContactSolution& solution) override {
    const Lcp lcp = make_lcp(problem);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(lcp.q.size());
    int pivots = 0;
    if (lcp.M.allFinite() && lcp.q.allFinite()) {  // Huge velocities may overflow.
      const LcpSolution& answer = lemke_.solve(lcp);
      x = answer.z;
      pivots = answer.statistics.pivots;
    }
    solution = make_solution(problem, x - pulls(problem));
    solution.statistics.pivots = pivots;
    solution.residual = judge(problem, solution);
    constexpr double kSolved = 1e-6;
    if (solution.residual.max <= kSolved) solution.status = ContactStatus::solved;
  }

  /// The bodies move as they would if an external `pull` drew them together and contacts could only
  /// push, so the judge of such contacts applies.
  ContactResidual judge(const ContactProblem& problem,
                        const ContactSolution& solution) const override {
    const Eigen::VectorXd pull = pulls(problem);
    ContactProblem pulled = problem;
    std::vector<Vec6> velocities = free_velocities(problem);
    ContactSolution pushed = solution;
    const std::size_t n = std::min(problem.contacts.size(), solution.impulses.size());
    for (std::size_t c = 0; c < n; ++c) {
      const Vec3 impulse(pull[static_cast<Eigen::Index>(c)], 0, 0);
      apply_contact_impulse(problem, problem.contacts[c], -impulse, velocities);
      pushed.impulses[c] += impulse;
    }
    for (std::size_t i = 0; i < velocities.size(); ++i) {
      pulled.bodies[i].free_velocity = velocities[i];
    }
    return calc_frictionless_residual(pulled, pushed);
  }

  PosedProblem pose(const ContactProblem& problem, const ContactSolution& solution) const override {
    PosedProblem posed;
    posed.lcp = make_lcp(problem);
    posed.z = pulls(problem);
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      posed.z[static_cast<Eigen::Index>(c)] += solution.impulses[c].x();
    }
    posed.contact_problem = problem;
    return posed;
  }

  std::unique_ptr<ContactModel> clone() const override {
    return std::make_unique<TackyModel>(strength_);
  }

 private:
  /// The largest pull of each contact, N s.
  Eigen::VectorXd pulls(const ContactProblem& problem) const {
    Eigen::VectorXd pull(static_cast<Eigen::Index>(problem.contacts.size()));
    for (Eigen::Index c = 0; c < pull.size(); ++c) {
      const bool touches = problem.contacts[static_cast<std::size_t>(c)].touching;
      pull[c] = touches ? strength_ * problem.time_step : 0;
    }
    return pull;
  }

  Lcp make_lcp(const ContactProblem& problem) const {
    Delassus delassus;
    calc_delassus(problem, delassus);
    const auto normals = Eigen::seqN(0, problem.contacts.size(), 3);
    Lcp lcp;
    lcp.M = delassus.W(normals, normals);
    lcp.q = delassus.u_free(normals) - lcp.M * pulls(problem);
    return lcp;
  }

  /// The solution with these normal impulses (N s), without residual and status.
  static ContactSolution make_solution(const ContactProblem& problem,
                                       const Eigen::VectorXd& thetas) {
    ContactSolution solution;
    for (const double theta : thetas) {
      solution.impulses.emplace_back(theta, 0, 0);
      solution.states.push_back(theta == 0 ? ContactState::open : ContactState::sliding);
    }
    get_velocities_after(problem, solution, solution.velocities);
    return solution;
  }

  double strength_;  ///< N, >= 0
  LemkeSolver lemke_;
};

/// The library's models and "tacky" with the given strength (N).
inline ContactModelCatalogue make_catalogue(double strength) {
  ContactModelCatalogue catalogue;
  catalogue.add({"tacky", {"lemke"}, [strength](const ContactModelOptions&) {
                   return std::make_unique<TackyModel>(strength);
                 }});
  return catalogue;
}

}  // namespace tacky
