#include "row_columns.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

bool is_condition(const ContactProblem::Row& row) {
  return std::isinf(row.lower) && std::isinf(row.upper);
}

/// Of a limit: 1 where it pushes upwards, -1 where downwards.
double sign_of(const ContactProblem::Row& row) {
  return row.upper == 0 && std::isinf(row.lower) ? -1 : 1;
}

}  // namespace

Vec6 weight_by_mass(const ContactProblem::Body& body, const Vec6& jacobian) {
  const Mat3 G = Eigen::LLT<Mat3>(body.inverse_inertia).matrixL();
  Vec6 weighted;
  weighted.head<3>() = std::sqrt(body.inverse_mass) * jacobian.head<3>();
  weighted.tail<3>() = G.transpose() * jacobian.tail<3>();
  return weighted;
}

bool fit_columns(const std::vector<ContactProblem::Row>& rows) {
  return std::ranges::all_of(rows, [](const ContactProblem::Row& row) {
    const auto num_bodies = std::ranges::count_if(
        row.sides, [](const ContactProblem::Row::Side& side) { return side.body >= 0; });
    const bool is_limit =
        (row.lower == 0 && std::isinf(row.upper)) || (row.upper == 0 && std::isinf(row.lower));
    return num_bodies <= 2 && row.softness == 0 && (is_condition(row) || is_limit);
  });
}

void append_row_columns(const ContactProblem& problem, ContactColumns& columns) {
  const double root = std::sqrt(columns.mass_unit);
  for (const ContactProblem::Row& row : problem.rows) {
    ContactColumns::Contact& column = columns.contacts.emplace_back();
    column.bilateral = is_condition(row);
    columns.left.resize(columns.left.size() + static_cast<std::size_t>(columns.stride()), 0.0);
    double* left = columns.left.data() + (columns.num_contacts() - 1) * columns.stride();
    const double factor = sign_of(row) * row.length;
    double u = row.offset;
    auto segment = column.segment.begin();
    for (const auto& [index, jacobian] : row.sides) {
      if (index < 0) continue;
      const ContactProblem::Body& body = problem.bodies[index];
      const Vec6 part = root * factor * weight_by_mass(body, jacobian);
      *segment++ = 6 * index;
      for (int i = 0; i < 6; ++i) left[4 * i] = part[i];
      left += 4 * columns.width;
      u += jacobian.dot(body.free_velocity);
    }
    column.u_free[0] = factor * u / columns.velocity_unit;
  }
}

double calc_row_impulse(const ContactProblem::Row& row, double theta,
                        const ContactColumns& columns) {
  return sign_of(row) * row.length * columns.mass_unit * columns.velocity_unit * theta;
}

}  // namespace stiction
