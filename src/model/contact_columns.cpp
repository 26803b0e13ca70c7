#include <stiction/model/contact_columns.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace stiction {
namespace {

/// Relative error up to which the factors of W must reproduce it for W to count as symmetric
/// positive semidefinite.
constexpr double kFactorError = 1e-13;
/// The number of bits in a basis of Lloyd's solvers (`ContactBasis`).
constexpr int kMaxDirections = 64;

void require(bool holds, const char* expected) {
  if (!holds) throw std::invalid_argument(std::string("contact columns: expected ") + expected);
}

/// True if finite and positive definite.
bool is_inertia(const Mat3& inverse_inertia) {
  return inverse_inertia.allFinite() && Eigen::LLT<Mat3>(inverse_inertia).info() == Eigen::Success;
}

void require_directions_in_space(int directions) {
  require(directions >= 4 && directions <= kMaxDirections && directions % 2 == 0,
          "an even number of directions from 4 to 64");
}

void validate(const ContactProblem& problem) {
  const int m = static_cast<int>(problem.bodies.size());
  require(problem.velocity_scale >= 0 && std::isfinite(problem.velocity_scale),
          "a finite velocity scale >= 0");
  for (const ContactProblem::Body& body : problem.bodies) {
    require(body.inverse_mass > 0 && std::isfinite(body.inverse_mass) &&
                is_inertia(body.inverse_inertia) && body.free_velocity.allFinite(),
            "finite masses > 0, inertias and velocities");
  }
  for (const ContactProblem::Contact& contact : problem.contacts) {
    require(contact.body_a >= -1 && contact.body_a < m && contact.body_b >= -1 &&
                contact.body_b < m && contact.body_a != contact.body_b,
            "contacts between two of the bodies, or one and the world");
    require(contact.frame.allFinite() && contact.arm_a.allFinite() && contact.arm_b.allFinite() &&
                contact.offset.allFinite() && std::isfinite(contact.friction) &&
                std::isfinite(contact.prior_normal_impulse) && contact.friction >= 0 &&
                contact.prior_normal_impulse >= 0,
            "finite contacts with friction >= 0");
  }
}

/// The directions of a regular d-gon, the first along x.
void make_directions(int d, std::vector<std::array<double, 2>>& directions) {
  if (static_cast<int>(directions.size()) == d) return;
  directions.resize(d);
  for (int j = 0; j < d / 2; ++j) {
    const double angle = 2 * std::numbers::pi * j / d;
    directions[j] = {std::cos(angle), std::sin(angle)};
    directions[j + d / 2] = {-directions[j][0], -directions[j][1]};
  }
}

/// Fills one segment of a contact: G^-1 J^T of a body, where `factor` is the transposed Cholesky
/// factor of its inverse inertia.
void fill_segment(const Mat3& frame, const Vec3& arm, double sign, double inverse_root_mass,
                  const Mat3& factor, double* segment) {
  for (int k = 0; k < 3; ++k) {
    const Vec3 direction = frame.col(k);
    const Vec3 linear = sign * inverse_root_mass * direction;
    const Vec3 angular = sign * (factor * arm.cross(direction));
    for (int i = 0; i < 3; ++i) {
      segment[4 * i + k] = linear[i];
      segment[4 * (i + 3) + k] = angular[i];
    }
  }
  for (int i = 0; i < 6; ++i) segment[4 * i + 3] = 0;
}

/// Stores the units and converts u_free and the prior bounds to them; the caller scales the
/// columns.
void apply_units(double mass_unit, double velocity_unit, ContactColumns& columns) {
  columns.mass_unit = mass_unit;
  columns.velocity_unit = velocity_unit;
  for (ContactColumns::Contact& contact : columns.contacts) {
    for (double& u : contact.u_free) u /= velocity_unit;
    contact.prior_bound /= mass_unit * velocity_unit;
  }
}

double largest_free_velocity(const ContactColumns& columns) {
  double largest = 0;
  for (const ContactColumns::Contact& contact : columns.contacts) {
    for (const double u : contact.u_free) largest = std::max(largest, std::abs(u));
  }
  return largest > 0 ? largest : 1.0;
}

/// W_nn of a contact from its own columns.
double normal_response(const ContactColumns& columns, int c) {
  const double* left = columns.left_of(c);
  const double* right = columns.right_of(c);
  double sum = 0;
  for (int i = 0; i < columns.stride(); i += 4) sum += left[i] * right[i];
  return sum;
}

double mean_contact_mass(const ContactColumns& columns) {
  double mass = 0;
  for (int c = 0; c < columns.num_contacts(); ++c) mass += 1 / normal_response(columns, c);
  const double mean = columns.num_contacts() > 0 ? mass / columns.num_contacts() : 1.0;
  return std::isfinite(mean) && mean > 0 ? mean : 1.0;
}

/// W = L L^T by a pivoted LDL^T; no columns if W is not symmetric positive semidefinite.
Eigen::MatrixXd factor(const Eigen::MatrixXd& W) {
  const double size = W.cwiseAbs().maxCoeff();
  if (!((W - W.transpose()).cwiseAbs().maxCoeff() <= kFactorError * size)) return {};
  const Eigen::LDLT<Eigen::MatrixXd> ldlt(W);
  const Eigen::VectorXd D = ldlt.vectorD();
  const double threshold = 1e-14 * D.cwiseAbs().maxCoeff();
  int rank = 0;
  while (rank < D.size() && D[rank] > threshold) ++rank;
  const Eigen::MatrixXd lower = ldlt.matrixL();
  Eigen::MatrixXd L = lower.leftCols(rank) * D.head(rank).cwiseSqrt().asDiagonal();
  L = ldlt.transpositionsP().transpose() * L;
  const double error = (L * L.transpose() - W).cwiseAbs().maxCoeff();
  return error <= kFactorError * size ? L : Eigen::MatrixXd();
}

}  // namespace

void ContactColumns::turn_facets(int c, double angle) {
  require(0 <= c && c < num_contacts(), "the number of a contact");
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  const auto turn = [&](double& x, double& y) {
    const double old_x = x;
    x = cosine * x + sine * y;
    y = -sine * old_x + cosine * y;
  };
  double* rows = left.data() + c * stride();
  for (int i = 0; i < stride(); i += 4) turn(rows[i + 1], rows[i + 2]);
  if (!right.empty()) {
    rows = right.data() + c * stride();
    for (int i = 0; i < stride(); i += 4) turn(rows[i + 1], rows[i + 2]);
  }
  turn(contacts[c].u_free[1], contacts[c].u_free[2]);
}

void make_contact_columns(const ContactProblem& problem, ContactColumns& columns) {
  validate(problem);
  const std::size_t n = problem.contacts.size();
  columns.dimension = 6 * static_cast<int>(problem.bodies.size());
  columns.width = 6;
  columns.contacts.assign(n, {});
  columns.left.assign(n * columns.stride(), 0.0);
  columns.right.clear();
  columns.directions.clear();
  for (std::size_t c = 0; c < n; ++c) {
    const ContactProblem::Contact& contact = problem.contacts[c];
    ContactColumns::Contact& column = columns.contacts[c];
    Vec3 u = contact.offset;
    for (const int side : {0, 1}) {
      const int b = side == 0 ? contact.body_a : contact.body_b;
      if (b < 0) continue;
      const ContactProblem::Body& body = problem.bodies[b];
      const Vec3& arm = side == 0 ? contact.arm_a : contact.arm_b;
      const double sign = side == 0 ? 1.0 : -1.0;
      const Mat3 G = Eigen::LLT<Mat3>(body.inverse_inertia).matrixL();
      column.segment[side] = 6 * b;
      fill_segment(contact.frame, arm, sign, std::sqrt(body.inverse_mass), G.transpose(),
                   columns.left.data() + c * columns.stride() + side * 24);
      u += sign * contact.frame.transpose() *
           (body.free_velocity.head<3>() + body.free_velocity.tail<3>().cross(arm));
    }
    column.u_free = {u.x(), u.y(), u.z()};
    column.friction = contact.friction;
    column.prior_bound = contact.friction * contact.prior_normal_impulse;
  }
  const double V =
      problem.velocity_scale > 0 ? problem.velocity_scale : largest_free_velocity(columns);
  const double mass = mean_contact_mass(columns);
  apply_units(mass, V, columns);
  const double root = std::sqrt(mass);
  for (double& entry : columns.left) entry *= root;
}

void make_contact_columns(const ContactProblem& problem, const std::vector<double>& facet_angles,
                          int directions, ContactColumns& columns) {
  require(facet_angles.empty() || facet_angles.size() == problem.contacts.size(),
          "one facet angle for each contact, or none");
  for (const double angle : facet_angles) require(std::isfinite(angle), "finite facet angles");
  require_directions_in_space(directions);
  make_contact_columns(problem, columns);
  make_directions(directions, columns.directions);
  for (std::size_t c = 0; c < facet_angles.size(); ++c) {
    if (facet_angles[c] != 0) columns.turn_facets(static_cast<int>(c), facet_angles[c]);
  }
}

ContactColumns make_contact_columns(const Eigen::MatrixXd& W, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& friction, int rows_per_contact,
                                    int directions) {
  const int n = static_cast<int>(friction.size());
  const int rows = rows_per_contact;
  require(rows == 2 || rows == 3, "2 or 3 rows per contact");
  if (rows == 3) require_directions_in_space(directions);
  require(W.rows() == rows * n && W.cols() == rows * n && q.size() == rows * n,
          "W and q with all rows of the contacts");
  require(W.allFinite() && q.allFinite() && friction.allFinite() &&
              (n == 0 || friction.minCoeff() >= 0),
          "finite numbers and friction >= 0");
  ContactColumns columns;
  const Eigen::MatrixXd L = n > 0 ? factor(W) : Eigen::MatrixXd();
  const bool is_factored = L.cols() > 0;
  columns.dimension = is_factored ? static_cast<int>(L.cols()) : rows * n;
  columns.width = columns.dimension;
  columns.contacts.assign(n, {});
  columns.left.assign(static_cast<std::size_t>(n) * columns.stride(), 0.0);
  if (!is_factored) columns.right = columns.left;
  make_directions(rows == 2 ? 2 : directions, columns.directions);
  for (int c = 0; c < n; ++c) {
    columns.contacts[c].segment[0] = 0;
    columns.contacts[c].friction = friction[c];
    for (int k = 0; k < rows; ++k) {
      columns.contacts[c].u_free[k] = q[rows * c + k];
      for (int i = 0; i < columns.dimension; ++i) {
        const std::size_t at = static_cast<std::size_t>(c) * columns.stride() + 4 * i + k;
        columns.left[at] = is_factored ? L(rows * c + k, i) : W(rows * c + k, i);
        if (!is_factored) columns.right[at] = i == rows * c + k ? 1.0 : 0.0;
      }
    }
  }
  const double mass = mean_contact_mass(columns);
  apply_units(mass, largest_free_velocity(columns), columns);
  const double scale = is_factored ? std::sqrt(mass) : mass;
  for (double& entry : columns.left) entry *= scale;
  return columns;
}

}  // namespace stiction
