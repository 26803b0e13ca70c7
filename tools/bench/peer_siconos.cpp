// Solvers of Siconos numerics.

#include "contact_peers.h"

#include <stiction/model/delassus.h>

#include <siconos/SiconosConfig.h>
// NumericsFwd.h first: the others need its names.
#include <siconos/numerics/NumericsFwd.h>

#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/NumericsVerbose.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>

namespace stiction::bench {
namespace {

constexpr double kTolerance = 1e-11;

/// Memory allocated by Siconos, freed by Siconos.
using Matrix = std::unique_ptr<NumericsMatrix, decltype(&NM_free)>;
using Options = std::unique_ptr<SolverOptions, decltype(&solver_options_delete)>;

Matrix make_matrix(const Eigen::MatrixXd& values) {
  const int n = static_cast<int>(values.rows());
  Matrix matrix(NM_create(NM_DENSE, n, n), NM_free);
  Eigen::Map<Eigen::MatrixXd>(matrix->matrix0, n, n) = values;
  return matrix;
}

Options make_options(int solver, int most_iterations) {
  Options options(solver_options_create(solver), solver_options_delete);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = most_iterations;
  options->dparam[SICONOS_DPARAM_TOL] = kTolerance;
  return options;
}

/// Its lexicographic Lemke on the matrix of eq. 8.
class SiconosLemke final : public DensePeer {
 public:
  std::string_view name() const override { return "siconos-lemke"; }
  bool takes(const ContactProblem& problem) const override { return problem.contacts.size() <= 40; }

  void pose(const ContactProblem& problem, int directions) override {
    DensePeer::pose(problem, directions);
    matrix_ = make_matrix(lcp().M);
    q_ = lcp().q;
    w_.setZero(q_.size());
  }

  void solve() override {
    LinearComplementarityProblem problem{};
    problem.size = static_cast<int>(q_.size());
    problem.M = matrix_.get();
    problem.q = q_.data();
    const Options options = make_options(SICONOS_LCP_LEMKE, 10000);
    options->filterOn = false;
    z_.setZero();
    claims_solved_ =
        linearComplementarity_driver(&problem, z_.data(), w_.data(), options.get()) == 0;
    pivots_ = options->iparam[SICONOS_IPARAM_ITER_DONE];
  }

 private:
  Matrix matrix_{nullptr, NM_free};
  Eigen::VectorXd q_, w_;
};

/// Its proximal point method for the round cone.
class SiconosProximal final : public ContactMethod {
 public:
  std::string_view name() const override { return "siconos-fc3d-prox"; }
  bool has_round_cone() const override { return true; }

  void pose(const ContactProblem& problem, int) override {
    Delassus delassus;
    calc_delassus(problem, delassus);
    units_ = natural_units(problem, delassus);
    matrix_ = make_matrix(delassus.W * units_.mass);
    q_ = delassus.u_free / units_.velocity;
    friction_.clear();
    for (const ContactProblem::Contact& contact : problem.contacts) {
      friction_.push_back(contact.friction);
    }
    u_.setZero(q_.size());
    r_.setZero(q_.size());
  }

  void solve() override {
    FrictionContactProblem problem{};
    problem.dimension = 3;
    problem.numberOfContacts = static_cast<int>(friction_.size());
    problem.M = matrix_.get();
    problem.q = q_.data();
    problem.mu = friction_.data();
    const Options options = make_options(SICONOS_FRICTION_3D_PROX, 1000);
    r_.setZero();
    u_.setZero();
    claims_solved_ = fc3d_driver(&problem, r_.data(), u_.data(), options.get()) == 0;
    iterations_ = options->iparam[SICONOS_IPARAM_ITER_DONE];
  }

  MethodAnswer answer() const override {
    MethodAnswer answer;
    answer.claims_solved = claims_solved_;
    answer.pivots = iterations_;
    const double unit = units_.mass * units_.velocity;
    for (int i = 0; i < r_.size(); i += 3) answer.impulses.push_back(unit * r_.segment<3>(i));
    return answer;
  }

 private:
  Matrix matrix_{nullptr, NM_free};
  PyramidUnits units_;
  Eigen::VectorXd q_, u_, r_;
  std::vector<double> friction_;
  bool claims_solved_ = false;
  int iterations_ = 0;
};

}  // namespace

void add_siconos_peers(std::vector<std::unique_ptr<ContactMethod>>& peers) {
  numerics_set_verbose(0);
  peers.push_back(std::make_unique<SiconosLemke>());
  peers.push_back(std::make_unique<SiconosProximal>());
}

}  // namespace stiction::bench
