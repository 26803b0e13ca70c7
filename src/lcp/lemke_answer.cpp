#include "lemke_answer.h"

namespace stiction {
namespace {

/// Answers with a larger error are refined and polished; others are at rounding error.
constexpr double kPolishAbove = 1e-12;

}  // namespace

void PlainLemkeAnswer::start(const Lcp& problem, const LcpScaling& scaling,
                             LcpStatistics& statistics) {
  problem_ = &problem;
  scaling_ = &scaling;
  statistics_ = &statistics;
  is_active_.resize(static_cast<std::size_t>(problem.q.size()));
  z_.resize(problem.q.size());
  keeper_.start(problem, scaling);
}

/// Offers the complementary basis to the judge: first as it is in the tableau, then refined with
/// the inverse that the tableau holds, then recomputed; each only if the previous one is not at
/// rounding error.
template <class Scalar>
void PlainLemkeAnswer::take_from(const LemkeTableau<Scalar>& tableau) {
  for (int i = 0; i < static_cast<int>(z_.size()); ++i) {
    is_active_[static_cast<std::size_t>(i)] = tableau.is_z_basic(i);
    z_[i] = scaling_->unscale_z(static_cast<double>(tableau.z(i)), i);
  }
  if (keeper_.offer(*problem_, *scaling_, z_) <= kPolishAbove) return;
  if (refine(tableau) <= kPolishAbove) return;
  polish_.run(*problem_, *scaling_, is_active_, keeper_.best(), kPolishAbove, keeper_,
              *statistics_);
}

/// z_a -= M_aa^-1 w_a, with the last candidate's w from the judge's scaled problem.
template <class Scalar>
double PlainLemkeAnswer::refine(const LemkeTableau<Scalar>& tableau) {
  const int n = static_cast<int>(z_.size());
  for (int i = 0; i < n; ++i) {
    if (!is_active_[static_cast<std::size_t>(i)]) continue;
    Scalar step(0);
    for (int j = 0; j < n; ++j) {
      if (is_active_[static_cast<std::size_t>(j)]) {
        step -= tableau.dz_dw(i, j) * keeper_.scaled_w(j);
      }
    }
    z_[i] += scaling_->unscale_z(static_cast<double>(step), i);
  }
  return keeper_.offer(*problem_, *scaling_, z_);
}

void PlainLemkeAnswer::take(const LemkeTableau<double>& tableau) { take_from(tableau); }
void PlainLemkeAnswer::take(const LemkeTableau<long double>& tableau) { take_from(tableau); }

void PlainLemkeAnswer::finish(double tolerance, LcpStop stop, LcpSolution& solution) const {
  solution.z = keeper_.best();
  solution.states.clear();
  solution.residual = keeper_.best_residual();
  solution.statistics.iterations = solution.statistics.pivots;
  solution.stop = solution.residual <= tolerance ? LcpStop::residual : stop;
  solution.status = solution.stop == LcpStop::residual          ? LcpStatus::solved
                    : solution.stop == LcpStop::iteration_limit ? LcpStatus::iteration_limit
                                                                : LcpStatus::no_solution_found;
}

void BoxLemkeAnswer::start(const BoxLcp& problem, LcpStatistics& statistics, const RangedLcp& form,
                           const LcpScaling& scaling) {
  problem_ = &problem;
  statistics_ = &statistics;
  form_ = &form;
  scaling_ = &scaling;
  judged_scaling_.compute(problem);
  start_.set_cold(problem);
  states_.resize(static_cast<std::size_t>(problem.q.size()));
  best_.start(problem, judged_scaling_, start_.z);
}

void BoxLemkeAnswer::take_origin() {
  form_->get_origin(z_, states_);
  judge();
}

template <class Scalar>
void BoxLemkeAnswer::take_from(const LemkeTableau<Scalar>& tableau) {
  form_->get_origin(z_, states_);
  for (int k = 0; k < form_->size(); ++k) {
    const double y = scaling_->unscale_z(static_cast<double>(tableau.z(k)), k);
    const RangedLcp::Place place = tableau.is_z_basic(k)     ? RangedLcp::Place::between
                                   : tableau.is_reflected(k) ? RangedLcp::Place::at_range
                                                             : RangedLcp::Place::at_zero;
    form_->move(k, y, place, z_, states_);
  }
  judge();
}

void BoxLemkeAnswer::take(const LemkeTableau<double>& tableau) { take_from(tableau); }
void BoxLemkeAnswer::take(const LemkeTableau<long double>& tableau) { take_from(tableau); }

void BoxLemkeAnswer::judge() {
  best_.offer(*problem_, judged_scaling_, z_, states_);
  polish_.run(*problem_, judged_scaling_, states_, z_, best_, *statistics_);
}

}  // namespace stiction
