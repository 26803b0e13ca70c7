#include <stiction/geometry/height_grid.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "complaint.h"
#include "constants.h"

namespace stiction {
namespace {

std::string complaint_about_grid(int rows, int columns, const std::vector<double>& elevations,
                                 const Vec3& size) {
  return complaint([&] { HeightGrid(rows, columns, elevations, size); });
}

TEST(HeightGrid, IsSeenFromAboveAsItIsWritten) {
  const HeightGrid grid(2, 3,
                        {10, 11, 12,  // far side, y = +1
                         20, 21, 30},
                        Vec3(4, 2, 5));
  EXPECT_EQ(grid.num_x(), 3);
  EXPECT_EQ(grid.num_y(), 2);
  EXPECT_EQ(grid.step_x(), 2);
  EXPECT_EQ(grid.step_y(), 2);
  EXPECT_EQ(grid.vertex(0, 1), Vec3(-2, 1, 0));
  EXPECT_LE((grid.vertex(1, 1) - Vec3(0, 1, 0.25)).norm(), 1e-15);
  EXPECT_LE((grid.vertex(0, 0) - Vec3(-2, -1, 2.5)).norm(), 1e-15);
  EXPECT_EQ(grid.vertex(2, 0), Vec3(2, -1, 5));
}

TEST(HeightGrid, IsFlatIfAllElevationsAreEqual) {
  const HeightGrid grid(2, 2, {7, 7, 7, 7}, Vec3(1, 1, 3));
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) EXPECT_EQ(grid.height(i, j), 0);
  }
}

// Heights depend only on the order of the elevations and the ratios of their differences.
TEST(HeightGrid, DoesNotMindTheUnitOfElevations) {
  const double largest = std::numeric_limits<double>::max();
  for (const double scale : {1e-300, 1.0, largest}) {
    const HeightGrid grid(2, 2, {-scale, -0.5 * scale, 0, scale}, Vec3(1, 1, 4));
    EXPECT_EQ(grid.height(0, 1), 0) << scale;
    EXPECT_NEAR(grid.height(1, 1), 1, 1e-15) << scale;
    EXPECT_NEAR(grid.height(0, 0), 2, 1e-15) << scale;
    EXPECT_EQ(grid.height(1, 0), 4) << scale;
  }
}

TEST(HeightGrid, SaysWhatIsWrong) {
  const Vec3 size(1, 2, 3);
  EXPECT_EQ(complaint_about_grid(1, 4, {1, 2, 3, 4}, size),
            "expected at least 2 rows and 2 columns, got 1 and 4");
  EXPECT_EQ(complaint_about_grid(2, -1, {}, size),
            "expected at least 2 rows and 2 columns, got 2 and -1");
  EXPECT_EQ(complaint_about_grid(2, 2, {1, 2, 3}, size), "expected 2 x 2 elevations, got 3");
  EXPECT_EQ(complaint_about_grid(100000, 100000, {1, 2, 3}, size),
            "expected 100000 x 100000 elevations, got 3");
  EXPECT_EQ(complaint_about_grid(2, 2, {1, 2, kNaN, 4}, size),
            "expected finite elevations, got nan at 2");
  EXPECT_EQ(complaint_about_grid(2, 2, {1, 2, 3, 4}, Vec3(1, 0, 1)),
            "expected a size with three lengths > 0, got 1 0 1");
  for (int axis = 0; axis < 3; ++axis) {
    for (const double bad : {0.0, -1.0, kNaN, kInf}) {
      Vec3 wrong = size;
      wrong[axis] = bad;
      EXPECT_NE(complaint_about_grid(2, 2, {1, 2, 3, 4}, wrong), "accepted") << bad;
    }
  }
}

}  // namespace
}  // namespace stiction
