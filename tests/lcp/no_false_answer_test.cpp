#include "no_false_answer.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(NoFalseAnswer, OfThreeThousandProblems) {
  NoFalseAnswer test(1);
  test.run(3000);
}

// The other judge is no rubber stamp: w = 2 where z = 1e17 is large, and where z lies on a bound.
TEST(NoFalseAnswer, TheJudgeSeesWhatIsWrong) {
  const BoxLcp plain =
      make_box_lcp({RowMajorMatrix::Constant(1, 1, 1e-17), Eigen::VectorXd::Ones(1)});
  EXPECT_DOUBLE_EQ(static_cast<double>(judge(plain, Eigen::VectorXd::Constant(1, 1e17)).residual),
                   1);
  EXPECT_EQ(judge(plain, Eigen::VectorXd::Zero(1)).residual, 0);
  const BoxLcp box{RowMajorMatrix::Identity(1, 1), Eigen::VectorXd::Constant(1, -3),
                   Eigen::VectorXd::Constant(1, -1), Eigen::VectorXd::Constant(1, 2)};
  EXPECT_EQ(judge(box, Eigen::VectorXd::Constant(1, 2)).residual, 0);
  EXPECT_EQ(judge(box, Eigen::VectorXd::Constant(1, 1)).residual, 0.25L);
  EXPECT_EQ(judge(box, Eigen::VectorXd::Constant(1, -1)).residual, 0.75L);
}

}  // namespace
}  // namespace stiction
