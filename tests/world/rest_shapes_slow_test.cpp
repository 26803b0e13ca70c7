// Standing still for a minute, for every shape on every ground.

#include "world/rest_shapes.h"

namespace stiction {
namespace {

using rest::Ground;
using rest::Rider;

std::string case_name(const testing::TestParamInfo<std::tuple<Ground, Rider>>& info) {
  return std::get<1>(info.param).name + "_on_" + std::get<0>(info.param).name;
}

class RestOnLevelGround : public testing::TestWithParam<std::tuple<Ground, Rider>> {};

TEST_P(RestOnLevelGround, IsForAMinute) {
  const auto& [ground, rider] = GetParam();
  rest::expect_rest(ground, rider, 100, 6000);
}

INSTANTIATE_TEST_SUITE_P(EveryShape, RestOnLevelGround,
                         testing::Combine(testing::ValuesIn(rest::level_grounds()),
                                          testing::ValuesIn(rest::all_riders())),
                         case_name);

std::vector<Rider> riders_that_stick() {
  std::vector<Rider> riders = rest::all_riders();
  std::erase_if(riders, [](const Rider& rider) { return rider.is_rolling; });
  return riders;
}

class RestOnASlope : public testing::TestWithParam<std::tuple<Ground, Rider>> {};

// tan 15 deg is less than the friction of 0.5.
TEST_P(RestOnASlope, IsForAMinute) {
  const auto& [ground, rider] = GetParam();
  rest::expect_rest(ground, rider, 200, 6000);
}

INSTANTIATE_TEST_SUITE_P(EveryShapeThatSticks, RestOnASlope,
                         testing::Combine(testing::Values(rest::make_slope()),
                                          testing::ValuesIn(riders_that_stick())),
                         case_name);

// Wider than the level strip, so that they touch both sides. The axis of a round one is at 0.8 /
// cos 30 deg above the line where the sides would meet, which is 2/15 tan 30 deg below 0.
std::vector<Rider> trough_riders() {
  return {{.name = "ball", .shapes = {{.shape = Sphere{0.8}}}, .height = 0.847},
          {.name = "log",
           .shapes = {{.shape = Cylinder{0.8, 0.5}}},
           .rotation = rest::kOnItsSide,
           .height = 0.847},
          {.name = "pill",
           .shapes = {{.shape = Capsule{0.8, 0.5}}},
           .rotation = rest::kOnItsSide,
           .height = 0.847},
          {.name = "crate", .shapes = {{.shape = Box{Vec3(0.6, 0.6, 0.6)}}}, .height = 0.397}};
}

class RestInATrough : public testing::TestWithParam<std::tuple<Ground, Rider>> {};

TEST_P(RestInATrough, IsForAMinute) {
  const auto& [ground, rider] = GetParam();
  rest::expect_rest(ground, rider, 200, 6000);
}

INSTANTIATE_TEST_SUITE_P(ShapesThatFit, RestInATrough,
                         testing::Combine(testing::Values(rest::make_trough()),
                                          testing::ValuesIn(trough_riders())),
                         case_name);

}  // namespace
}  // namespace stiction
