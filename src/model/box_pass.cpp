#include "box_pass.h"

#include <cmath>

#include "infinity.h"
#include "proximal_term.h"

namespace stiction {
namespace {

/// A pass with a larger residual is none.
constexpr double kPassTolerance = 1e-9;

Mat3 turn_of(double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  Mat3 R;
  R << 1, 0, 0, 0, c, -s, 0, s, c;
  return R;
}

}  // namespace

void pose_box(const Delassus& delassus, std::span<const double> angles,
              std::span<const double> bounds, const PyramidUnits& units, BoxLcp& box) {
  const auto n = static_cast<Eigen::Index>(angles.size());
  box.M.resize(3 * n, 3 * n);
  box.q.resize(3 * n);
  box.lower.resize(3 * n);
  box.upper.resize(3 * n);
  std::vector<Mat3> turns;
  for (const double angle : angles) turns.push_back(turn_of(angle));
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto c = static_cast<std::size_t>(i);
    for (Eigen::Index j = 0; j <= i; ++j) {
      const Mat3 block = units.mass * (turns[c].transpose() * delassus.W.block<3, 3>(3 * i, 3 * j) *
                                       turns[static_cast<std::size_t>(j)]);
      box.M.block<3, 3>(3 * i, 3 * j) = block;
      box.M.block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
    box.q.segment<3>(3 * i) =
        turns[c].transpose() * delassus.u_free.segment<3>(3 * i) / units.velocity;
    const double bound = bounds[c] / (units.mass * units.velocity);
    box.lower.segment<3>(3 * i) << 0, -bound, -bound;
    box.upper.segment<3>(3 * i) << kInfinity, bound, bound;
  }
}

Eigen::VectorXd box_from_impulses(const std::vector<Vec3>& impulses, std::span<const double> angles,
                                  const PyramidUnits& units) {
  Eigen::VectorXd z(3 * static_cast<Eigen::Index>(impulses.size()));
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    z.segment<3>(3 * static_cast<Eigen::Index>(c)) =
        turn_of(angles[c]).transpose() * impulses[c] / (units.mass * units.velocity);
  }
  return z;
}

bool BoxPass::start(const ContactProblem& problem, const std::vector<Vec3>& impulses,
                    Effort& effort) {
  if (!effort.spend(calc_delassus_work(problem))) return false;
  calc_delassus(problem, delassus_);
  units_ = natural_units(problem, delassus_);
  impulses_ = impulses;
  states_.clear();
  return true;
}

bool BoxPass::solve(std::span<const double> angles, std::span<const double> bounds,
                    std::span<const double> compliances, bool is_proximal, SolverWork& work) {
  if (!work.begin(solver_.info(), 3.0 * static_cast<double>(angles.size()))) return false;
  pose_box(delassus_, angles, bounds, units_, box_);
  z_before_ = box_from_impulses(impulses_, angles, units_);
  const double shift = is_proximal ? kProximalShift * box_.M.diagonal().mean() : 0.0;
  box_.M.diagonal().array() += shift;
  for (std::size_t c = 0; c < compliances.size(); ++c) {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(c) + 2;
    box_.M(i, i) += compliances[c];
  }
  box_.q -= shift * z_before_;
  const LcpStart from = {.z = {z_before_.data(), static_cast<std::size_t>(z_before_.size())},
                         .states = states_};
  const LcpSolution& answer =
      solver_.solve(box_, {.tolerance = kPassTolerance, .may_go_on = work.may_go_on()}, from);
  work.count(answer.statistics.iterations);
  states_ = answer.states;
  for (std::size_t c = 0; c < impulses_.size(); ++c) {
    impulses_[c] = impulse_unit() *
                   (turn_of(angles[c]) * answer.z.segment<3>(3 * static_cast<Eigen::Index>(c)));
  }
  return answer.status == LcpStatus::solved;
}

}  // namespace stiction
