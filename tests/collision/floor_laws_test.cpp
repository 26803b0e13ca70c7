// Bodies that stand across edges of meshes, and that roll, slide and spin over flush tiles.

#include "floor_laws.h"

#include <gtest/gtest.h>

namespace stiction::bench {
namespace {

void expect_kept(FloorLaw law, std::uint64_t seed) {
  const FloorTally tally = run_floor_law(law, seed, 3000);
  EXPECT_EQ(tally.failures, 0u) << law_name(law) << ", seed " << seed << ", pose "
                                << tally.breaks.front() << ": up to " << tally.worst;
}

// Before crossings of rims were numbered along the edge itself, 15 in 100 lost a crossing.
TEST(FloorLaws, SolidsAcrossAnEdgeOfAMeshHaveTheContactOfABox) { expect_kept(FloorLaw::edge, 11); }

TEST(FloorLaws, NoTileHindersWhatRollsSlidesOrSpinsOverItAndTheNext) {
  expect_kept(FloorLaw::seam, 12);
}

// Earlier, 9 in 1000 had their points between the line and the edge of the next tile.
TEST(FloorLaws, WhatRollsOverTilesHasItsPointsOnItsLowestLine) { expect_kept(FloorLaw::line, 13); }

// Earlier, boxes along the edges of the tiles were reported to overlap the tile behind.
TEST(FloorLaws, WhatIsPressedOnTilesItIsLevelWithOverlapsNone) { expect_kept(FloorLaw::press, 15); }

// Earlier, 3 in 1000 were up to 5e-7 off.
TEST(FloorLaws, GapsOfRoundSolidsAThousandTimesAsLargeAreExactToTheSmaller) {
  expect_kept(FloorLaw::lopsided, 14);
}

}  // namespace
}  // namespace stiction::bench
