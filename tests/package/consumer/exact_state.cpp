// Prints the poses of a scene's bodies after a second, to the bit. The program uses Eigen for its
// own purposes, so that it contains functions with the same names as the library.

#include <stiction/scene/scene.h>
#include <stiction/world/world.h>

#include <Eigen/Dense>

#include <ios>
#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  const Eigen::MatrixXd A = Eigen::MatrixXd::Random(30, 30);
  const Eigen::VectorXd b = A * A.col(0) + A.transpose() * A.col(1);
  const Eigen::VectorXd x = A.partialPivLu().solve(b) + (A * A.transpose()).llt().solve(b);
  if (!x.allFinite()) return 1;
  const stiction::SceneReadResult read = stiction::read_scene_file(argv[1]);
  if (!read.scene) return 1;
  stiction::World world = stiction::make_world(*read.scene);
  while (world.time() < 1) world.step(0.01);
  std::cout << std::hexfloat;
  for (const stiction::BodyId body : world.bodies()) {
    const stiction::RigidTransform pose = world.state(body).pose;
    std::cout << pose.translation.transpose() << ' ' << pose.rotation.coeffs().transpose() << '\n';
  }
}
