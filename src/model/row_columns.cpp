#include "row_columns.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stiction {
namespace {

using Row = ContactProblem::Row;

/// The largest number of entries in dense columns; beyond this, 32 MB, they are not made.
constexpr double kMostDenseNumbers = 4e6;

enum class RowKind { free, unilateral, boxed, fixed };

RowKind kind_of(const Row& row) {
  const bool has_lower = std::isfinite(row.lower);
  const bool has_upper = std::isfinite(row.upper);
  if (has_lower != has_upper) return RowKind::unilateral;
  if (!has_lower) return RowKind::free;
  return row.lower < row.upper ? RowKind::boxed : RowKind::fixed;
}

/// The impulse of the row at which the impulse of its column is zero.
double origin_of(const Row& row) {
  switch (kind_of(row)) {
    case RowKind::free:
      return 0;
    case RowKind::unilateral:
      return std::isfinite(row.lower) ? row.lower : row.upper;
    case RowKind::boxed:
    case RowKind::fixed:
      break;
  }
  return 0.5 * row.lower + 0.5 * row.upper;
}

/// The factor by which the row is multiplied: its length, negated if it has an upper bound only.
double factor_of(const Row& row) {
  return kind_of(row) == RowKind::unilateral && std::isfinite(row.upper) ? -row.length : row.length;
}

int num_segments(const Row& row) {
  const auto num_bodies =
      std::ranges::count_if(row.sides, [](const Row::Side& side) { return side.body >= 0; });
  return static_cast<int>(num_bodies) + (row.softness > 0);
}

/// Gives each contact one segment, as long as dv.
void make_dense(ContactColumns& columns) {
  ContactColumns dense;
  dense.width = columns.dimension;
  const std::size_t stride = static_cast<std::size_t>(dense.stride());
  dense.left.assign(columns.contacts.size() * stride, 0.0);
  for (std::size_t c = 0; c < columns.contacts.size(); ++c) {
    const double* part = columns.left_of(static_cast<int>(c));
    for (const int segment : columns.contacts[c].segment) {
      const int size = 4 * columns.width;
      if (segment >= 0) std::copy_n(part, size, dense.left.data() + c * stride + 4 * segment);
      part += size;
    }
    columns.contacts[c].segment = {0, -1};
  }
  columns.width = dense.width;
  columns.left.swap(dense.left);
}

/// Adds the effect of a part of dv to the free velocities.
void give(const Eigen::VectorXd& motion, ContactColumns& columns) {
  for (int c = 0; c < columns.num_contacts(); ++c) {
    const double* left = columns.left_of(c);
    ContactColumns::Contact& contact = columns.contacts[c];
    for (const int segment : contact.segment) {
      for (int i = 0; segment >= 0 && i < columns.width; ++i) {
        for (int k = 0; k < 3; ++k) contact.u_free[k] += left[4 * i + k] * motion[segment + i];
      }
      left += 4 * columns.width;
    }
  }
}

/// G^-1 J^T of a body, with mass M = G G^T: the row's coefficients for the mass-weighted velocity
/// G^T v.
Vec6 weight_by_mass(const ContactProblem::Body& body, const Vec6& jacobian) {
  const Mat3 G = Eigen::LLT<Mat3>(body.inverse_inertia).matrixL();
  Vec6 weighted;
  weighted.head<3>() = std::sqrt(body.inverse_mass) * jacobian.head<3>();
  weighted.tail<3>() = G.transpose() * jacobian.tail<3>();
  return weighted;
}

}  // namespace

bool append_row_columns(const ContactProblem& problem, ContactColumns& columns) {
  const bool is_dense =
      std::ranges::any_of(problem.rows, [](const Row& row) { return num_segments(row) > 2; });
  const auto num_soft =
      std::ranges::count_if(problem.rows, [](const Row& row) { return row.softness > 0; });
  const int own_width = is_dense ? 1 : columns.width;
  const int dimension = columns.dimension + own_width * static_cast<int>(num_soft);
  const double num_columns = static_cast<double>(problem.contacts.size() + problem.rows.size());
  if (is_dense && num_columns * 8 * dimension > kMostDenseNumbers) return false;
  int own = columns.dimension;
  columns.dimension = dimension;
  if (is_dense) make_dense(columns);
  const double root = std::sqrt(columns.mass_unit);
  const double unit = columns.mass_unit * columns.velocity_unit;
  Eigen::VectorXd given = Eigen::VectorXd::Zero(dimension);
  for (const Row& row : problem.rows) {
    const RowKind kind = kind_of(row);
    const double factor = factor_of(row);
    const double origin = origin_of(row) / factor / unit;
    ContactColumns::Contact& column = columns.contacts.emplace_back();
    columns.left.resize(columns.left.size() + static_cast<std::size_t>(columns.stride()), 0.0);
    double* left = columns.left.data() + (columns.num_contacts() - 1) * columns.stride();
    const int component = kind == RowKind::boxed ? 1 : 0;
    auto segment = column.segment.begin();
    if (is_dense) *segment = 0;
    const auto write = [&](int first, std::ptrdiff_t i, double entry) {
      given[first + i] += origin * entry;
      if (kind != RowKind::fixed) left[4 * (is_dense ? first + i : i) + component] = entry;
    };
    const auto end_segment = [&](int first) {
      if (is_dense) return;
      *segment++ = first;
      left += 4 * columns.width;
    };
    double u = row.offset;
    for (const auto& [index, jacobian] : row.sides) {
      if (index < 0) continue;
      const ContactProblem::Body& body = problem.bodies[index];
      const Vec6 part = root * factor * weight_by_mass(body, jacobian);
      for (int i = 0; i < 6; ++i) write(6 * index, i, part[i]);
      end_segment(6 * index);
      u += jacobian.dot(body.free_velocity);
    }
    if (row.softness > 0) {
      write(own, 0, root * std::abs(factor) * std::sqrt(row.softness));
      end_segment(own);
      own += own_width;
    }
    column.bilateral = kind == RowKind::free;
    column.u_free[component] = factor * u / columns.velocity_unit;
    if (kind == RowKind::fixed) column.u_free[0] = 0;
    if (kind != RowKind::boxed) continue;
    column.u_free[0] = 1;
    column.friction = 1;
    column.prior_bound = 0.5 * (row.upper - row.lower) / factor / unit;
  }
  if (!given.isZero(0)) give(given, columns);
  return true;
}

double calc_row_impulse(const ContactProblem::Row& row, const std::array<double, 3>& impulse,
                        const ContactColumns& columns) {
  const double unit = columns.mass_unit * columns.velocity_unit;
  const double from_origin = impulse[kind_of(row) == RowKind::boxed ? 1 : 0];
  return std::clamp(origin_of(row) + factor_of(row) * unit * from_origin, row.lower, row.upper);
}

ContactBasis basis_of_row(const ContactProblem::Row& row, double impulse, int directions) {
  const double change = impulse - origin_of(row);
  if (kind_of(row) != RowKind::boxed) return {.theta = change != 0};
  const bool is_at_bound = impulse <= row.lower || impulse >= row.upper;
  return {.lambda = is_at_bound, .phi = std::uint64_t{1} << (change < 0 ? directions / 2 : 0)};
}

}  // namespace stiction
