#include "bounded_friction.h"

#include <vector>

#include "disc_problem.h"
#include "infinity.h"

namespace stiction {
namespace {

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
    q_n_ = problem.q(pushing_);
    q_t_ = problem.q(rubbing_);
    pushes_.start(problem.W(pushing_, pushing_), {.tangents = 0,
                                                  .has_normals = true,
                                                  .most_steps = 1,
                                                  .lower = problem.lower,
                                                  .upper = problem.upper});
    discs_.start(
        problem.W(rubbing_, rubbing_),
        {.tangents = problem.dimension - 1, .lower = problem.lower, .upper = problem.upper});
  }

  bool solve(const Eigen::VectorXd& estimate, const Eigen::VectorXd& bounds, Eigen::VectorXd& r,
             SolverWork& work) override {
    Eigen::VectorXd f = r(rubbing_);
    if (!(discs_.solve(q_t_ + W_tn_ * estimate, bounds, f, work) < kInfinity)) return false;
    r(rubbing_) = f;
    Eigen::VectorXd theta = r(pushing_);
    theta.head(estimate.size()) = estimate;
    const Eigen::VectorXd u_n = q_n_ + W_nt_ * f.head(W_nt_.cols());
    const Eigen::VectorXd no_bounds = Eigen::VectorXd::Zero(estimate.size());
    if (!(pushes_.solve(u_n, no_bounds, theta, work) < kInfinity)) return false;
    r(pushing_) = theta;
    return true;
  }

  bool is_exact() const override { return pushes_.is_exact(); }
  LcpStop stop() const override { return pushes_.stop(); }

 private:
  std::vector<Eigen::Index> pushing_, rubbing_;  ///< rows of the normal and the friction problem
  Eigen::MatrixXd W_nt_, W_tn_;
  Eigen::VectorXd q_n_, q_t_;
  DiscProblem discs_{"keller"}, pushes_{"keller"};
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
