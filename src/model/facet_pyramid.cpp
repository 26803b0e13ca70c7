#include "facet_pyramid.h"

#include <algorithm>
#include <cmath>

#include "cone_embedding.h"

namespace stiction {
namespace {

/// The solvers' own limit, or less.
int pivot_limit(int rows, double affordable) {
  return static_cast<int>(std::min(50.0 * rows + 500, affordable));
}

/// Lloyd's solvers, which turn the columns and start from the basis before.
class LloydPyramid final : public FacetPyramid {
 public:
  LloydPyramid(const ConeProblem& problem, LloydMethod method, int directions)
      : dimension_(problem.dimension),
        columns_(
            make_contact_columns(problem.W, problem.q, problem.mu, problem.dimension, directions)),
        angles_(problem.mu.size(), 0.0) {
    options_.method = method;
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

/// Lemke's standard method on eq. 8 with all its rows, told which of them share an entry of the
/// covering vector.
class LemkePyramid final : public FacetPyramid {
 public:
  LemkePyramid(const ConeProblem& problem, int directions)
      : dimension_(problem.dimension),
        embedding_(embed_in_space(problem)),
        layout_(embedding_.contacts, embedded_directions(problem.dimension, directions)),
        angles_(problem.mu.size(), 0.0),
        groups_(layout_.covering_groups()) {
    options_.covering_group = groups_;
  }

  bool solve(const std::vector<double>& angles, double affordable, Eigen::VectorXd& r,
             int& pivots) override {
    if (dimension_ == 3) angles_ = angles;
    pose_pyramid(embedding_.contacts, embedding_.delassus, angles_, layout_, units_, lcp_);
    options_.pivot_limit = pivot_limit(layout_.size(), affordable);
    const LcpSolution& answer = lemke_.solve(lcp_, options_);
    pivots += answer.statistics.pivots;
    impulses_from_pyramid(answer.z, angles_, layout_, units_, impulses_);
    take_from_space(impulses_, dimension_, r);
    return answer.status == LcpStatus::solved;
  }

  bool calc_turns(std::vector<double>&) override { return false; }

  double pivot_work() const override {
    return static_cast<double>(layout_.size()) * layout_.size();
  }

 private:
  int dimension_;
  ConeEmbedding embedding_;
  PyramidLayout layout_;
  std::vector<double> angles_;
  std::vector<int> groups_;
  PyramidUnits units_;
  Lcp lcp_;
  LemkeOptions options_;
  LemkeSolver lemke_;
  std::vector<Vec3> impulses_;
};

}  // namespace

std::unique_ptr<FacetPyramid> make_facet_pyramid(const ConeProblem& problem,
                                                 std::string_view solver, int directions) {
  if (solver == "lemke") return std::make_unique<LemkePyramid>(problem, directions);
  const LloydMethod method =
      solver == "structural-lemke" ? LloydMethod::structural : LloydMethod::reduced;
  return std::make_unique<LloydPyramid>(problem, method, directions);
}

}  // namespace stiction
