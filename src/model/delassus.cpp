#include <stiction/model/delassus.h>

namespace stiction {
namespace {

using Jacobian = Eigen::Matrix<double, 3, 6>;

/// The three rows of J of a contact for one of its bodies: sign * R^T [I, -[arm]x].
Jacobian jacobian(const ContactProblem::Contact& contact, const Vec3& arm, double sign) {
  Jacobian j;
  j.leftCols<3>() = sign * contact.frame.transpose();
  j.rightCols<3>() = -sign * contact.frame.transpose() * cross_matrix(arm);
  return j;
}

/// M^-1 J^T for one body.
Eigen::Matrix<double, 6, 3> response(const ContactProblem::Body& body, const Jacobian& j) {
  Eigen::Matrix<double, 6, 3> r;
  r.topRows<3>() = body.inverse_mass * j.leftCols<3>().transpose();
  r.bottomRows<3>() = body.inverse_inertia * j.rightCols<3>().transpose();
  return r;
}

/// The column of a row beyond contacts, down to the diagonal.
void add_row(const ContactProblem& problem, int index, const std::vector<Vec6>& free,
             Delassus& delassus) {
  const int n = static_cast<int>(problem.contacts.size());
  const ContactProblem::Row& row = problem.rows[index];
  auto column = delassus.W.col(3 * n + index);
  delassus.u_free[3 * n + index] = row.length * calc_row_velocity(row, free);
  for (const auto& [body, own] : row.sides) {
    if (body < 0) continue;
    const ContactProblem::Body& moved = problem.bodies[body];
    Vec6 change;
    change << moved.inverse_mass * own.head<3>(), moved.inverse_inertia * own.tail<3>();
    change *= row.length;
    for (int k = 0; k < n; ++k) {
      const ContactProblem::Contact& contact = problem.contacts[k];
      if (contact.body_a == body) {
        column.segment<3>(3 * k) += jacobian(contact, contact.arm_a, 1.0) * change;
      }
      if (contact.body_b == body) {
        column.segment<3>(3 * k) += jacobian(contact, contact.arm_b, -1.0) * change;
      }
    }
    for (int i = 0; i <= index; ++i) {
      for (const auto& side : problem.rows[i].sides) {
        if (side.body != body) continue;
        column[3 * n + i] += problem.rows[i].length * side.jacobian.dot(change);
      }
    }
  }
  column[3 * n + index] += row.softness * row.length * row.length;
}

}  // namespace

double calc_delassus_work(const ContactProblem& problem) {
  constexpr double kPerPairOfContacts = 60;
  const double n =
      static_cast<double>(problem.contacts.size()) + static_cast<double>(problem.rows.size()) / 3;
  return kPerPairOfContacts * n * n;
}

void calc_delassus(const ContactProblem& problem, Delassus& delassus) {
  require_sound_indices(problem);
  const int n = static_cast<int>(problem.contacts.size());
  const int size = 3 * n + static_cast<int>(problem.rows.size());
  delassus.W.setZero(size, size);
  delassus.u_free.resize(size);
  const std::vector<Vec6> free = free_velocities(problem);
  for (int c = 0; c < n; ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    delassus.u_free.segment<3>(3 * c) = calc_contact_velocity(contact, free);
    for (const bool is_a : {true, false}) {
      const int body = is_a ? contact.body_a : contact.body_b;
      if (body < 0) continue;
      const Vec3& arm = is_a ? contact.arm_a : contact.arm_b;
      const auto MinvJt = response(problem.bodies[body], jacobian(contact, arm, is_a ? 1.0 : -1.0));
      for (int k = 0; k <= c; ++k) {
        const ContactProblem::Contact& other = problem.contacts[k];
        if (other.body_a == body) {
          delassus.W.block<3, 3>(3 * k, 3 * c) += jacobian(other, other.arm_a, 1.0) * MinvJt;
        }
        if (other.body_b == body) {
          delassus.W.block<3, 3>(3 * k, 3 * c) += jacobian(other, other.arm_b, -1.0) * MinvJt;
        }
      }
    }
  }
  for (int i = 3 * n; i < size; ++i) add_row(problem, i - 3 * n, free, delassus);
  delassus.W.triangularView<Eigen::StrictlyLower>() = delassus.W.transpose();
}

}  // namespace stiction
