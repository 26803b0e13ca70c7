// A program compiled with other flags than the library: it steps a world, solves complementarity
// problems, and runs its own contact model. Vectors and matrices of variable size cross the
// boundary in both directions, and are freed on the side that did not make them.

#include <user_model.h>

#include <stiction/lcp/lcp_residual.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/pgs.h>
#include <stiction/model/fclib_solver.h>
#include <stiction/model/lloyd_lemke.h>
#include <stiction/scene/report.h>
#include <stiction/scene/scene.h>
#include <stiction/world/world.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <utility>
#include <variant>

namespace {

using namespace stiction;

// The instruction set must not change this: no public type needs more alignment than a double.
template <class... Types>
constexpr bool kAlignedLikeDouble = ((alignof(Types) <= alignof(double)) && ...);
static_assert(kAlignedLikeDouble<Vec2, Vec3, Vec6, Mat3, Quat, RigidTransform>);
static_assert(kAlignedLikeDouble<Shape, Aabb, ShapeDefinition, BodyDefinition, BodyState>);
static_assert(kAlignedLikeDouble<MassProperties, Material, Ray, WorldRayHit, WorldShapeCastHit>);
static_assert(kAlignedLikeDouble<WorldClosestPoint, ManifoldPoint, Contact, ContactEvent>);
static_assert(kAlignedLikeDouble<TriggerEvent, WorldOptions, StepReport, UnsolvedIsland, World>);
static_assert(kAlignedLikeDouble<ContactProblem, ContactProblem::Body, ContactProblem::Contact>);
static_assert(kAlignedLikeDouble<ContactGuess, ContactSolution, PosedProblem, ContactAnalysis>);
static_assert(kAlignedLikeDouble<Delassus, ContactColumns, LloydBasis, LloydSolution>);
static_assert(kAlignedLikeDouble<FclibProblem, FclibSolution, FclibAnswer>);
static_assert(kAlignedLikeDouble<Lcp, BoxLcp, SparseLcp, SparseBoxLcp, FactoredBoxLcp>);
static_assert(kAlignedLikeDouble<LcpSolution, LemkeSolver, PgsSolver>);
static_assert(kAlignedLikeDouble<Scene, Expectation, Simulation, RunReport, RunRecorder>);

void expect(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "not so: " << what << '\n';
  std::exit(1);
}

// v^2 / (2 mu g) = 4 / (2 0.5 9.81) m. The crate is yawed: its pose has no simple entries.
void slide_a_crate() {
  World world;
  const MaterialId wood = world.add_material({.name = "wood", .friction = 0.5});
  world.add_body(
      {.name = "ground", .kind = BodyKind::fixed, .shapes = {{Plane{}}}, .material = wood});
  const Eigen::Quaterniond yaw(Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitZ()));
  const BodyId crate =
      world.add_body({.name = "crate",
                      .pose = {.rotation = yaw, .translation = {0, 0, 0.5}},
                      .linear_velocity = {2, 0, 0},
                      .shapes = {{Box{{1, 1, 1}}}, {Sphere{0.1}, {.translation = {0, 0, 0.2}}}},
                      .material = wood});
  World copy = world;
  for (World* one : {&world, &copy}) {
    while (one->time() < 1.5) {
      expect(one->step(0.001).status == StepStatus::solved, "every step is solved");
    }
  }
  const BodyState state = world.state(crate);
  expect(std::abs(state.pose.translation.x() - 4 / 9.81) < 5e-3, "a crate slides v^2/(2 mu g)");
  expect(yaw.angularDistance(state.pose.rotation) < 1e-6, "it does not turn");
  expect(state.pose == copy.state(crate).pose, "a copied world steps on bit for bit");
}

// M z + q = 0 has the answer 1, 2, ..., n.
void solve_linear_complementarity_problems() {
  constexpr int n = 37;
  Lcp lcp;
  lcp.M = RowMajorMatrix::Constant(n, n, 0.01);
  lcp.M.diagonal().setConstant(2);
  const Eigen::VectorXd answer = Eigen::VectorXd::LinSpaced(n, 1, n);
  lcp.q = -lcp.M * answer;
  LemkeSolver lemke;
  LcpSolution solution = lemke.solve(lcp);
  expect((solution.z - answer).norm() < 1e-9, "Lemke's method finds the answer");
  expect(lcp_residual(lcp, solution.z) < 1e-12, "the judge agrees");
  BoxLcp box = make_box_lcp(lcp);
  box.upper = Eigen::VectorXd::Constant(n, std::numeric_limits<double>::infinity());
  PgsSolver pgs;
  solution = pgs.solve(box);
  expect((solution.z - answer).norm() < 1e-6, "projected Gauss-Seidel finds it too");
}

// 8 kg hang from a ceiling by four contacts of 25 N each, and fall when they are 15 N.
void hang_a_cube() {
  for (const double strength : {25.0, 15.0}) {
    WorldOptions options;
    options.contact.model = "tacky";
    options.models = tacky::make_catalogue(strength);
    options.keep_problems = true;
    World world(options);
    world.add_body({.name = "ceiling", .kind = BodyKind::fixed, .shapes = {{Plane{{0, 0, -1}}}}});
    const BodyId cube = world.add_body({.name = "cube",
                                        .pose = {.translation = {0, 0, -0.5}},
                                        .shapes = {{Box{{1, 1, 1}}}},
                                        .mass = 8});
    StepReport report;
    for (int step = 0; step < 50; ++step) {
      report = world.step(0.01);
      expect(report.status == StepStatus::solved, "every step under a law of our own is solved");
      for (PosedProblem& problem : report.problems) {
        PosedProblem moved = std::move(problem);
        const Lcp& lcp = std::get<Lcp>(moved.lcp);
        expect(lcp_residual(lcp, moved.z) < 1e-8, "the problem that was posed has this answer");
      }
    }
    const bool hangs = std::abs(world.state(cube).pose.translation.z() + 0.5) < 1e-9;
    expect(hangs == (4 * strength > 8 * 9.81), "what is too heavy falls, and nothing else");
  }
}

}  // namespace

int main() {
  slide_a_crate();
  solve_linear_complementarity_problems();
  hang_a_cube();
}
