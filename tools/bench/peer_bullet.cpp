// Bullet's complementarity solvers, double precision.

#include "contact_peers.h"

#include <stiction/model/delassus.h>

#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btLemkeAlgorithm.h>

namespace stiction::bench {
namespace {

/// Bullet's Lemke on the matrix of eq. 8.
class BulletLemke final : public DensePeer {
 public:
  std::string_view name() const override { return "bullet-lemke"; }
  /// Its time grows at least with the cube of the rows, and it fails on most problems.
  bool takes(const ContactProblem& problem) const override { return problem.contacts.size() <= 16; }

  void pose(const ContactProblem& problem, int directions) override {
    DensePeer::pose(problem, directions);
    const int n = static_cast<int>(lcp().q.size());
    M_.resize(n, n);
    q_.resize(n);
    for (int i = 0; i < n; ++i) {
      q_[i] = lcp().q[i];
      for (int j = 0; j < n; ++j) M_.setElem(i, j, lcp().M(i, j));
    }
  }

  void solve() override {
    const int n = M_.rows();
    btLemkeAlgorithm lemke(M_, q_);
    const btVectorXu z = lemke.solve(static_cast<unsigned>(10 * n + 100));
    const int first = z.size() >= 2 * n ? n : 0;  // w before z
    for (int i = 0; i < n; ++i) z_[i] = z[first + i];
    pivots_ = lemke.getSteps();
    claims_solved_ = lemke.getInfo() == 0;
  }

 private:
  btMatrixXu M_;
  btVectorXu q_;
};

/// Bullet's descendant of ODE's Dantzig solver: boxes |f1|, |f2| <= mu theta, with bounds from a
/// first solve for theta alone, and a shift of 1e-8 on the diagonal. This is an easier problem than
/// eq. 8, so that its answers do not pass the judge if there is friction.
class BulletDantzig final : public ContactMethod {
 public:
  std::string_view name() const override { return "bullet-dantzig-box"; }

  void pose(const ContactProblem& problem, int) override {
    constexpr double kShift = 1e-8;
    Delassus delassus;
    calc_delassus(problem, delassus);
    units_ = natural_units(problem, delassus);
    const int n = static_cast<int>(delassus.u_free.size());
    W_.resize(n, n);
    for (btVectorXu* v : {&b_, &lower_, &upper_, &x_}) v->resize(n);
    normal_of_.resize(n);
    for (int i = 0; i < n; ++i) {
      const bool is_normal = i % 3 == 0;
      b_[i] = -delassus.u_free[i] / units_.velocity;
      upper_[i] = is_normal ? BT_INFINITY : problem.contacts[i / 3].friction;
      lower_[i] = is_normal ? 0 : -upper_[i];
      normal_of_[i] = is_normal ? -1 : i - i % 3;
      for (int j = 0; j < n; ++j) {
        W_.setElem(i, j, delassus.W(i, j) * units_.mass + (i == j ? kShift : 0));
      }
    }
  }

  void solve() override {
    x_.setZero();
    claims_solved_ = solver_.solveMLCP(W_, b_, x_, lower_, upper_, normal_of_, 0);
  }

  MethodAnswer answer() const override {
    MethodAnswer answer;
    answer.claims_solved = claims_solved_;
    const double unit = units_.mass * units_.velocity;
    for (int i = 0; i < x_.size(); i += 3) {
      answer.impulses.push_back(unit * Vec3(x_[i], x_[i + 1], x_[i + 2]));
    }
    return answer;
  }

 private:
  btDantzigSolver solver_;
  PyramidUnits units_;
  btMatrixXu W_;
  btVectorXu b_, lower_, upper_, x_;
  btAlignedObjectArray<int> normal_of_;
  bool claims_solved_ = false;
};

}  // namespace

void add_bullet_peers(std::vector<std::unique_ptr<ContactMethod>>& peers) {
  peers.push_back(std::make_unique<BulletLemke>());
  peers.push_back(std::make_unique<BulletDantzig>());
}

}  // namespace stiction::bench
