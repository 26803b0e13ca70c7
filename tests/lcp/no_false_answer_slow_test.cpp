#include <stiction/lcp/lcp_solvers.h>

#include "no_false_answer.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(NoFalseAnswer, OfAHundredThousandProblems) {
  NoFalseAnswer test(2);
  test.run(100000);
  // Each solver has met problems of every outcome, and most of these can be distinguished.
  for (std::size_t k = 0; k < test.tallies().size(); ++k) {
    const NoFalseAnswer::Tally& tally = test.tallies()[k];
    if (tally.has_failed) continue;
    SCOPED_TRACE(lcp_solvers()[k].name);
    EXPECT_GE(tally.rejected, 1000);
    EXPECT_GE(tally.solved, 500);
    EXPECT_GE(tally.unsolved, 500);
    EXPECT_LE(10 * tally.undecided, tally.solved);
  }
}

}  // namespace
}  // namespace stiction
