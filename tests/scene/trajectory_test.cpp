// The trajectory file, for handmade worlds.

#include <stiction/scene/trajectory.h>

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

namespace stiction {
namespace {

BodyDefinition make_ball(const std::string& name, const Vec3& velocity) {
  BodyDefinition ball;
  ball.name = name;
  ball.shapes = {{.shape = Sphere{0.1}}};
  ball.linear_velocity = velocity;
  return ball;
}

Scene make_scene(const std::vector<BodyDefinition>& bodies) {
  Scene scene;
  scene.name = "by hand";
  scene.timestep = 0.125;
  scene.duration = 0.5;
  scene.gravity = Vec3::Zero();
  scene.bodies = bodies;
  return scene;
}

std::vector<std::string> write_run(const Scene& scene, std::size_t every) {
  std::ostringstream out;
  Simulation simulation(scene);
  TrajectoryWriter writer(out, simulation, every);
  while (!simulation.is_finished()) {
    simulation.step();
    writer.observe_step(simulation);
  }
  writer.flush();
  std::vector<std::string> lines;
  std::istringstream text(out.str());
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

TEST(Trajectory, HasARowPerMovingBodyAtTimeZeroAndAfterEveryStep) {
  BodyDefinition slider = make_ball("slider", Vec3(0, -2, 0));
  slider.kind = BodyKind::kinematic;
  slider.pose.translation = Vec3(0, 7, 0);
  BodyDefinition anchor = make_ball("anchor", Vec3::Zero());
  anchor.kind = BodyKind::fixed;
  anchor.pose.translation = Vec3(0, 0, -7);
  const auto lines = write_run(make_scene({make_ball("ball", Vec3(1, 0, 0)), anchor, slider}), 1);
  ASSERT_EQ(lines.size(), 1u + 2u * 5u);
  EXPECT_EQ(lines[0], "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz");
  EXPECT_EQ(lines[1], "0,ball,0,0,0,1,0,0,0,1,0,0,0,0,0");
  EXPECT_EQ(lines[2], "0,slider,0,7,0,1,0,0,0,0,-2,0,0,0,0");
  EXPECT_EQ(lines[3], "0.125,ball,0.125,0,0,1,0,0,0,1,0,0,0,0,0");
  EXPECT_EQ(lines[10], "0.5,slider,0,6,0,1,0,0,0,0,-2,0,0,0,0");
}

TEST(Trajectory, EveryNthStepCountsFromTimeZero) {
  const auto lines = write_run(make_scene({make_ball("ball", Vec3(1, 0, 0))}), 3);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1].substr(0, 2), "0,");
  EXPECT_EQ(lines[2].substr(0, 6), "0.375,");
}

// RFC 4180, section 2.
TEST(Trajectory, QuotesNamesThatNeedIt) {
  const auto lines = write_run(make_scene({make_ball("a,b", Vec3::Zero())}), 9);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1].substr(0, 10), "0,\"a,b\",0,");
  const auto quotes = write_run(make_scene({make_ball("5\" disk", Vec3::Zero())}), 9);
  EXPECT_EQ(quotes[1].substr(0, 15), "0,\"5\"\" disk\",0,");
}

// v is of the centre of mass, x of the body frame: a spinning body with an offset centre of mass.
TEST(Trajectory, PositionIsOfTheFrameAndVelocityOfTheCentreOfMass) {
  BodyDefinition ball = make_ball("ball", Vec3(0, 3, 0));
  ball.shapes[0].pose.translation = Vec3(0.5, 0, 0);
  ball.angular_velocity = Vec3(0, 0, 2);
  const auto lines = write_run(make_scene({ball}), 9);
  EXPECT_EQ(lines[1], "0,ball,0,0,0,1,0,0,0,0,3,0,0,0,2");
}

TEST(Trajectory, NumbersReadBackBitForBit) {
  const double velocity = 0.1 + 0.2;
  const auto lines = write_run(make_scene({make_ball("ball", Vec3(velocity, 0, 0))}), 9);
  EXPECT_EQ(lines[1], "0,ball,0,0,0,1,0,0,0,0.30000000000000004,0,0,0,0,0");
}

TEST(Trajectory, RefusesEveryZerothStep) {
  std::ostringstream out;
  const Simulation simulation(make_scene({}));
  EXPECT_THROW(TrajectoryWriter(out, simulation, 0), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
