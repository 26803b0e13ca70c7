#include "cone_gauss_seidel.h"

#include <algorithm>

namespace stiction {
namespace {

/// The contact's impulse given the relative velocity that the present one leaves it.
Vec3 project(const ContactProblem::Contact& contact, const Delassus& delassus, int c, const Vec3& u,
             const Vec3& r) {
  const auto W = [&](int i) { return delassus.W(3 * c + i, 3 * c + i); };
  Vec3 next = r;
  next.x() = std::max(0.0, r.x() - u.x() / W(0));
  // What the change of theta does to the tangential velocity comes before the friction.
  const Vec2 coupling(delassus.W(3 * c + 1, 3 * c), delassus.W(3 * c + 2, 3 * c));
  const Vec2 u_t = u.tail<2>() + coupling * (next.x() - r.x());
  next.tail<2>() -= u_t / std::max(W(1), W(2));
  const double bound = contact.friction * (next.x() + contact.prior_normal_impulse);
  const double size = next.tail<2>().norm();
  if (size > bound) next.tail<2>() *= bound / size;
  return next;
}

}  // namespace

void sweep_cone(const ContactProblem& problem, const Delassus& delassus, int sweeps,
                std::vector<Vec3>& impulses) {
  std::vector<Vec6> velocities = free_velocities(problem);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    apply_contact_impulse(problem, problem.contacts[c], impulses[c], velocities);
  }
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const ContactProblem::Contact& contact = problem.contacts[c];
      const Vec3 u = calc_contact_velocity(contact, velocities);
      const Vec3 next = project(contact, delassus, static_cast<int>(c), u, impulses[c]);
      apply_contact_impulse(problem, contact, next - impulses[c], velocities);
      impulses[c] = next;
    }
  }
}

}  // namespace stiction
