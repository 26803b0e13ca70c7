#include "graded_lu.h"

#include <Eigen/LU>
#include <algorithm>

namespace stiction {
namespace {

constexpr double kLeastPivotRatio = 1e-13;
constexpr Eigen::Index kLeastGrade = 8;

}  // namespace

struct GradedLu::Grade {
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;
  Eigen::VectorXd rhs, solution;
};

GradedLu::GradedLu() = default;
GradedLu::~GradedLu() = default;

void GradedLu::reserve(Eigen::Index n) {
  if (!grades_.empty() && matrix_.rows() == n) return;
  matrix_.resize(n, n);
  grades_.clear();
  const auto add = [&](Eigen::Index size) {
    grades_.push_back(
        {Eigen::PartialPivLU<Eigen::MatrixXd>(size), Eigen::VectorXd(size), Eigen::VectorXd(size)});
  };
  for (Eigen::Index size = n; size > 0; size = size > kLeastGrade ? size / 2 : 0) {
    add(size);
    if (size > kLeastGrade) add((3 * size + 3) / 4);
  }
}

void GradedLu::resize(Eigen::Index size) {
  size_ = size;
  grade_ = 0;
  while (grade_ + 1 < grades_.size() && grades_[grade_ + 1].rhs.size() >= size) ++grade_;
}

bool GradedLu::factor() {
  if (size_ == 0) return true;
  Grade& grade = grades_[grade_];
  const Eigen::Index filled = grade.rhs.size();
  const Eigen::Index rest = filled - size_;
  matrix_.topLeftCorner(filled, filled).rightCols(rest).setZero();
  matrix_.topLeftCorner(filled, filled).bottomRows(rest).setZero();
  matrix_.diagonal().segment(size_, rest).setOnes();
  grade.lu.compute(matrix_.topLeftCorner(filled, filled));
  const auto pivots = grade.lu.matrixLU().diagonal().head(size_).cwiseAbs();
  return pivots.minCoeff() > kLeastPivotRatio * pivots.maxCoeff();  // false if NaN
}

void GradedLu::solve(Eigen::VectorXd& b) {
  if (size_ == 0) return;
  Grade& grade = grades_[grade_];
  grade.rhs.setZero();
  grade.rhs.head(size_) = b.head(size_);
  grade.solution = grade.lu.solve(grade.rhs);
  b.head(size_) = grade.solution.head(size_);
}

}  // namespace stiction
