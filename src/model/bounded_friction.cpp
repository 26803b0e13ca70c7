#include "bounded_friction.h"

#include <stiction/lcp/keller.h>

#include <vector>

#include "disc_problem.h"
#include "infinity.h"

namespace stiction {
namespace {

constexpr double kNormalTolerance = 1e-10;

class JointFriction final : public BoundedFriction {
 public:
  JointFriction(std::string_view solver, bool has_exact_solves)
      : has_exact_solves_(has_exact_solves), discs_(solver) {}

  void start(const ConeProblem& problem) override {
    problem_ = &problem;
    discs_.start(problem.W, {.tangents = problem.dimension - 1,
                             .has_normals = true,
                             .has_exact_solves = has_exact_solves_,
                             .lower = problem.lower,
                             .upper = problem.upper});
  }

  bool solve(const Eigen::VectorXd&, const Eigen::VectorXd& bounds, Eigen::VectorXd& r,
             SolverWork& work) override {
    return discs_.solve(problem_->q, bounds, r, work) < kInfinity;
  }

  bool is_exact() const override { return discs_.is_exact(); }
  LcpStop stop() const override { return discs_.stop(); }

 private:
  bool has_exact_solves_;
  const ConeProblem* problem_ = nullptr;
  DiscProblem discs_;
};

class StaggeredFriction final : public BoundedFriction {
 public:
  void start(const ConeProblem& problem) override {
    std::vector<Eigen::Index> normals, tangents;
    for (int c = 0; c < problem.num_contacts(); ++c) {
      normals.push_back(problem.first_row(c));
      for (int k = 1; k < problem.dimension; ++k) tangents.push_back(problem.first_row(c) + k);
    }
    pushing_ = normals;
    rubbing_ = tangents;
    for (Eigen::Index i = problem.first_row(problem.num_contacts()); i < problem.size(); ++i) {
      pushing_.push_back(i);
      rubbing_.push_back(i);
    }
    W_nt_ = problem.W(pushing_, tangents);
    W_tn_ = problem.W(rubbing_, normals);
    const Eigen::MatrixXd W_nn = problem.W(pushing_, pushing_);
    W_nn_ = 0.5 * (W_nn + W_nn.transpose());
    skew_ = 0.5 * (W_nn - W_nn.transpose());
    q_n_ = problem.q(pushing_);
    q_t_ = problem.q(rubbing_);
    normal_.lower.setZero(q_n_.size());
    normal_.upper.setConstant(q_n_.size(), kInfinity);
    normal_.lower.tail(problem.lower.size()) = problem.lower;
    normal_.upper.tail(problem.upper.size()) = problem.upper;
    discs_.start(
        problem.W(rubbing_, rubbing_),
        {.tangents = problem.dimension - 1, .lower = problem.lower, .upper = problem.upper});
    states_.clear();
  }

  bool solve(const Eigen::VectorXd& estimate, const Eigen::VectorXd& bounds, Eigen::VectorXd& r,
             SolverWork& work) override {
    Eigen::VectorXd f = r(rubbing_);
    const double residual = discs_.solve(q_t_ + W_tn_ * estimate, bounds, f, work);
    if (!(residual < kInfinity)) return false;
    r(rubbing_) = f;
    Eigen::VectorXd theta = r(pushing_);
    theta.head(estimate.size()) = estimate;
    if (!solve_normal(f.head(W_nt_.cols()), theta, work)) return false;
    r(pushing_) = theta;
    return true;
  }

  bool is_exact() const override { return is_exact_; }
  LcpStop stop() const override { return stop_; }

 private:
  /// Keller's method is given the symmetric part of W_nn; the rest acts on the theta before.
  bool solve_normal(const Eigen::VectorXd& f, Eigen::VectorXd& theta, SolverWork& work) {
    const Eigen::Index n = theta.size();
    const double shift = n > 0 ? DiscProblem::kProximalShift * W_nn_.diagonal().mean() : 0.0;
    normal_.M = W_nn_;
    normal_.M.diagonal().array() += shift;
    normal_.q = q_n_ + W_nt_ * f + skew_ * theta - shift * theta;
    if (!normal_.M.allFinite() || !normal_.q.allFinite() || !theta.allFinite()) return false;
    const LcpStart from = {.z = {theta.data(), static_cast<std::size_t>(n)}, .states = states_};
    if (!work.begin(*find_lcp_solver("keller"), static_cast<double>(n))) return false;
    const LcpSolution& answer = keller_.solve(
        normal_, {.may_go_on = work.may_go_on(), .tolerance = kNormalTolerance}, from);
    work.count(answer.statistics.iterations);
    is_exact_ = answer.status == LcpStatus::solved;
    stop_ = answer.stop;
    states_ = answer.states;
    theta = answer.z;
    return true;
  }

  std::vector<Eigen::Index> pushing_, rubbing_;  ///< rows of the normal and the friction problem
  Eigen::MatrixXd W_nn_, W_nt_, W_tn_;
  Eigen::MatrixXd skew_;  ///< the part of W_nn that is left out
  Eigen::VectorXd q_n_, q_t_;
  DiscProblem discs_{"keller"};
  BoxLcp normal_;
  KellerSolver keller_;
  std::vector<BoundState> states_;  ///< of the normal problem before
  bool is_exact_ = false;
  LcpStop stop_ = LcpStop::not_applicable;
};

}  // namespace

std::unique_ptr<BoundedFriction> make_joint_friction(std::string_view solver,
                                                     bool has_exact_solves) {
  return std::make_unique<JointFriction>(solver, has_exact_solves);
}

std::unique_ptr<BoundedFriction> make_staggered_friction() {
  return std::make_unique<StaggeredFriction>();
}

}  // namespace stiction
