#include <stiction/contact/contact_problem.h>
#include <stiction/model/effort.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace stiction {

Effort::Effort(double units, double unit, const std::function<bool()>* should_stop)
    : unit_(unit), limit_(units * unit), cap_(limit_), should_stop_(should_stop) {}

bool Effort::spend(double multiplications) {
  if (should_stop_ && *should_stop_ && (*should_stop_)()) is_stopped_ = true;
  if (is_stopped_) return false;
  if (spent_ + multiplications > cap_) {
    is_exhausted_ = true;
    return false;
  }
  spent_ += multiplications;
  return true;
}

void Effort::set_part(double multiplications) { cap_ = std::min(limit_, spent_ + multiplications); }

double calc_judging_work(const ContactProblem& problem) {
  // A column of 3 on either body, there and back; twice: once for the answer, once for its judge.
  constexpr double kPerContact = 150;
  return kPerContact * static_cast<double>(problem.contacts.size() + problem.rows.size());
}

double calc_effort_unit(const ContactProblem& problem) {
  constexpr double kPerPairOfBlocks = 108;  // 6^3 / 2, as the factor is symmetric or triangular
  thread_local std::vector<int> first;      // static only to keep its memory
  first.resize(problem.bodies.size());
  std::iota(first.begin(), first.end(), 0);
  for (const ContactProblem::Contact& contact : problem.contacts) {
    const auto [low, high] = std::minmax(contact.body_a, contact.body_b);
    if (low >= 0) first[high] = std::min(first[high], low);
  }
  for (const ContactProblem::Row& row : problem.rows) {
    int low = static_cast<int>(first.size());
    for (const ContactProblem::Row::Side& side : row.sides) {
      if (side.body >= 0) low = std::min(low, side.body);
    }
    for (const ContactProblem::Row::Side& side : row.sides) {
      if (side.body >= 0) first[side.body] = std::min(first[side.body], low);
    }
  }
  double factor = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double length = static_cast<double>(i) - first[i] + 1;
    factor += kPerPairOfBlocks * length * length;
  }
  constexpr double kPerGroup =
      500;  // H D H^T: 6 x 3 x 3 and 6 x 3 x 6, for each pair of its bodies
  const double assembly =
      kPerGroup * static_cast<double>(problem.contacts.size() + problem.rows.size());
  return std::max(1.0, factor + assembly + calc_judging_work(problem));
}

}  // namespace stiction
