#include "facet_pyramid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stiction {
namespace {

/// The solvers' own limit, or less.
int pivot_limit(int rows, double affordable) {
  return static_cast<int>(std::min(50.0 * rows + 500, affordable));
}

/// Lloyd's solvers, which turn the columns and start from the basis before.
class LloydPyramid : public FacetPyramid {
 public:
  LloydPyramid(const ConeProblem& problem, LloydMethod method, int directions, std::uint64_t seed)
      : dimension_(problem.dimension),
        columns_(
            make_contact_columns(problem.W, problem.q, problem.mu, problem.dimension, directions)),
        angles_(problem.mu.size(), 0.0) {
    options_.method = method;
    options_.seed = seed;
  }

  bool solve(const std::vector<double>& angles, double affordable, Eigen::VectorXd& r,
             int& pivots) override {
    turn_to(angles);
    const int rows = columns_.num_contacts() * (2 + columns_.num_directions());
    options_.pivot_limit = pivot_limit(rows, affordable);
    const LloydSolution& answer = lloyd_.solve(columns_, options_, is_warm_ ? &basis_ : nullptr);
    pivots += answer.statistics.pivots;
    is_warm_ = answer.solved;
    if (answer.impulses.size() != angles_.size()) return false;
    basis_ = answer.basis;
    const double unit = columns_.mass_unit * columns_.velocity_unit;
    for (std::size_t c = 0; c < angles_.size(); ++c) {
      const auto& [theta, x, y] = answer.impulses[c];
      const Eigen::Index at = dimension_ * static_cast<Eigen::Index>(c);
      const double cosine = std::cos(angles_[c]);
      const double sine = std::sin(angles_[c]);
      r[at] = unit * theta;
      r[at + 1] = unit * (dimension_ == 2 ? x : cosine * x - sine * y);
      if (dimension_ == 3) r[at + 2] = unit * (sine * x + cosine * y);
    }
    return answer.solved;
  }

  bool calc_turns(std::vector<double>& turns) override { return lloyd_.calc_facet_turns(turns); }

  double pivot_work() const override {
    const double rows = columns_.dimension;
    return columns_.num_contacts() * 4.0 * columns_.width + 3 * rows * rows;
  }

 private:
  void turn_to(const std::vector<double>& angles) {
    if (dimension_ == 2) return;
    for (std::size_t c = 0; c < angles_.size(); ++c) {
      if (angles[c] == angles_[c]) continue;
      columns_.turn_facets(static_cast<int>(c), angles[c] - angles_[c]);
      angles_[c] = angles[c];
    }
  }

  int dimension_;
  ContactColumns columns_;
  std::vector<double> angles_;
  LloydOptions options_;
  LloydLemke lloyd_;
  LloydBasis basis_;
  bool is_warm_ = false;
};

/// The standard method on eq. 8 posed with all its rows. A plane contact is posed as one in space
/// whose second tangent is inert, with two directions along the first.
class PosedPyramid : public FacetPyramid {
 public:
  PosedPyramid(const ConeProblem& problem, int directions, std::uint64_t seed)
      : dimension_(problem.dimension),
        problem_(make_contacts(problem, directions)),
        layout_(problem_),
        groups_(layout_.covering_groups()),
        angles_(problem.mu.size(), 0.0) {
    options_.seed = seed;
    const int n = problem.num_contacts();
    delassus_.W.setZero(3 * n, 3 * n);
    delassus_.u_free.setZero(3 * n);
    for (int i = 0; i < n; ++i) {
      delassus_.u_free.segment(3 * i, dimension_) =
          problem.q.segment(problem.first_row(i), dimension_);
      for (int k = 0; k < n; ++k) {
        delassus_.W.block(3 * i, 3 * k, dimension_, dimension_) =
            problem.W.block(problem.first_row(i), problem.first_row(k), dimension_, dimension_);
      }
    }
  }

  bool solve(const std::vector<double>& angles, double affordable, Eigen::VectorXd& r,
             int& pivots) override {
    if (dimension_ == 3) angles_ = angles;
    pose_pyramid(problem_, delassus_, angles_, layout_, units_, lcp_);
    options_.covering_group = groups_;
    options_.pivot_limit = pivot_limit(layout_.size(), affordable);
    const LcpSolution& answer = lemke_.solve(lcp_, options_);
    pivots += answer.statistics.pivots;
    impulses_from_pyramid(answer.z, angles_, layout_, units_, impulses_);
    for (std::size_t c = 0; c < impulses_.size(); ++c) {
      r.segment(dimension_ * static_cast<Eigen::Index>(c), dimension_) =
          impulses_[c].head(dimension_);
    }
    return answer.status == LcpStatus::solved;
  }

  bool calc_turns(std::vector<double>&) override { return false; }

  double pivot_work() const override {
    return static_cast<double>(layout_.size()) * layout_.size();
  }

 private:
  static ContactProblem make_contacts(const ConeProblem& problem, int directions) {
    ContactProblem contacts;
    contacts.directions = problem.dimension == 2 ? 2 : directions;
    contacts.contacts.resize(problem.mu.size());
    for (int c = 0; c < problem.num_contacts(); ++c) {
      contacts.contacts[c].friction = problem.mu[c];
    }
    return contacts;
  }

  int dimension_;
  ContactProblem problem_;  ///< without bodies: friction and directions only
  PyramidLayout layout_;
  std::vector<int> groups_;
  std::vector<double> angles_;
  PyramidUnits units_;
  Delassus delassus_;
  LemkeOptions options_;
  LemkeSolver lemke_;
  Lcp lcp_;
  std::vector<Vec3> impulses_;
};

}  // namespace

std::unique_ptr<FacetPyramid> make_facet_pyramid(const ConeProblem& problem,
                                                 std::string_view solver, int directions,
                                                 std::uint64_t seed) {
  if (solver == "lemke") return std::make_unique<PosedPyramid>(problem, directions, seed);
  const LloydMethod method =
      solver == "structural-lemke" ? LloydMethod::structural : LloydMethod::reduced;
  return std::make_unique<LloydPyramid>(problem, method, directions, seed);
}

}  // namespace stiction
