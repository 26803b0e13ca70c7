#pragma once

#include <stiction/lcp/problem_generators.h>

#include <Eigen/Core>

#include "random_numbers.h"

namespace stiction {

void validate(const AnswerShares& shares);

/// z and w of an answer whose n rows are drawn independently with valid shares.
struct DrawnAnswer {
  Eigen::VectorXd z;
  Eigen::VectorXd w;
};
DrawnAnswer draw_answer(Eigen::Index n, const AnswerShares& shares, RandomNumbers& random);

/// M z, each entry summed from the first column to the last: Eigen's products sum in an order that
/// depends on the processor.
Eigen::VectorXd multiply_in_order(const RowMajorMatrix& M, const Eigen::VectorXd& z);

}  // namespace stiction
