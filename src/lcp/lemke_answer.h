#pragma once

#include "active_set_polish.h"
#include "answer_keeper.h"
#include "box_answer.h"
#include "box_polish.h"
#include "box_start.h"
#include "keller_scaling.h"
#include "lcp_scaling.h"
#include "lemke_tableau.h"
#include "ranged_lcp.h"

#include <stiction/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

namespace stiction {

/// Takes the complementary bases at the ends of runs of Lemke's method, judges their answers and
/// keeps the best one.
class LemkeAnswer {
 public:
  virtual ~LemkeAnswer() = default;
  virtual void take(const LemkeTableau<double>& tableau) = 0;
  virtual void take(const LemkeTableau<long double>& tableau) = 0;
  virtual double best_error() const = 0;
};

/// Answers to an `Lcp`.
class PlainLemkeAnswer : public LemkeAnswer {
 public:
  /// Starts with z = 0. The arguments must stay alive until `finish`.
  void start(const Lcp& problem, const LcpScaling& scaling, LcpStatistics& statistics);
  void take(const LemkeTableau<double>& tableau) override;
  void take(const LemkeTableau<long double>& tableau) override;
  double best_error() const override { return keeper_.best_error(); }
  void finish(double tolerance, LcpStop stop, LcpSolution& solution) const;

 private:
  template <class Scalar>
  void take_from(const LemkeTableau<Scalar>& tableau);
  template <class Scalar>
  double refine(const LemkeTableau<Scalar>& tableau);

  const Lcp* problem_ = nullptr;
  const LcpScaling* scaling_ = nullptr;
  LcpStatistics* statistics_ = nullptr;
  std::vector<bool> is_active_;
  Eigen::VectorXd z_;
  AnswerKeeper keeper_;
  ActiveSetPolish polish_;
};

/// Answers to a `BoxLcp` that is solved in the form of `RangedLcp`.
class BoxLemkeAnswer : public LemkeAnswer {
 public:
  /// Starts with the point of the box nearest to zero. The arguments must stay alive until
  /// `finish`; `scaling` is that of the form.
  void start(const BoxLcp& problem, LcpStatistics& statistics, const RangedLcp& form,
             const LcpScaling& scaling);
  /// Takes the point from which the form counts.
  void take_origin();
  void take(const LemkeTableau<double>& tableau) override;
  void take(const LemkeTableau<long double>& tableau) override;
  double best_error() const override { return best_.error(); }
  void finish(double tolerance, LcpStop stop, LcpSolution& solution) const {
    best_.finish(tolerance, stop, solution);
  }

 private:
  template <class Scalar>
  void take_from(const LemkeTableau<Scalar>& tableau);
  void judge();

  const BoxLcp* problem_ = nullptr;
  LcpStatistics* statistics_ = nullptr;
  const RangedLcp* form_ = nullptr;
  const LcpScaling* scaling_ = nullptr;
  KellerScaling<double> judged_scaling_;
  BoxStart start_;
  Eigen::VectorXd z_;
  std::vector<BoundState> states_;
  BoxAnswer best_;
  BoxPolish polish_;
};

}  // namespace stiction
