// Rows beyond contacts, of every kind, under every solver that can be named: the judge accepts the
// solver's own answer, and the motion is that of the default ladder.

#include <stiction/lcp/lcp_solvers.h>

#include <gtest/gtest.h>

#include <cctype>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "contact/simple_problems.h"
#include "model/solve_problem.h"

namespace stiction {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

struct NamedSolver {
  std::string model;
  std::string solver;
  FacetAlignment alignment = FacetAlignment::slip;
  bool is_direct = true;

  friend std::ostream& operator<<(std::ostream& out, const NamedSolver& named) {
    const bool stays = named.alignment == FacetAlignment::world;
    return out << named.model << " " << named.solver << (stays ? " world" : "");
  }
};

std::vector<NamedSolver> named_solvers() {
  std::vector<NamedSolver> named;
  for (const char* solver : {"reduced-lemke", "structural-lemke", "lemke", "staggered"}) {
    named.push_back({"coulomb", solver});
  }
  for (const char* solver : {"", "reduced-lemke", "structural-lemke", "lemke"}) {
    named.push_back({"coulomb", solver, FacetAlignment::world});
  }
  for (const char* model : {"no-slip", "viscous", "viscous-rk4", "frictionless"}) {
    for (const char* solver : {"ppm", "active-set", "lemke"}) named.push_back({model, solver});
  }
  for (const LcpSolverInfo& info : lcp_solvers()) {
    named.push_back({"box-friction", std::string(info.name), FacetAlignment::slip, info.is_direct});
  }
  return named;
}

/// A row of random directions on so many bodies.
ContactProblem::Row draw_row(std::mt19937& generator, int num_bodies) {
  std::uniform_real_distribution<double> entry(-1, 1);
  ContactProblem::Row row;
  for (int body = 0; body < num_bodies; ++body) {
    row.sides[body].body = body;
    for (int i = 0; i < 6; ++i) row.sides[body].jacobian[i] = entry(generator);
  }
  row.offset = 0.2 * entry(generator);
  row.length = 0.5;
  return row;
}

/// Four bodies of 2 kg that fall on the floor and slide.
ContactProblem draw_falling_bodies(std::mt19937& generator) {
  std::uniform_real_distribution<double> entry(-1, 1);
  ContactProblem problem;
  problem.velocity_scale = 1;
  problem.time_step = 0.1;
  for (int body = 0; body < 4; ++body) {
    Vec6 v;
    for (int i = 0; i < 6; ++i) v[i] = 0.5 * entry(generator);
    v[2] = -0.5 - std::abs(v[2]);
    ContactProblem one = make_particle(Vec3::Zero(), 0.25);
    one.bodies[0].free_velocity = v;
    one.contacts[0].body_a = body;
    one.contacts[0].arm_a = Vec3(0.1 * entry(generator), 0.1 * entry(generator), -0.3);
    one.contacts[0].touching = true;
    one.contacts[0].viscosity = 3;
    problem.bodies.push_back(one.bodies[0]);
    problem.contacts.push_back(one.contacts[0]);
  }
  return problem;
}

struct RowKind {
  const char* name;
  int num_bodies;
  double lower;
  double upper;
  double softness;
};

constexpr RowKind kRowKinds[] = {
    {"free", 1, -kNoBound, kNoBound, 0},
    {"free, two bodies", 2, -kNoBound, kNoBound, 0},
    {"gear on four bodies", 4, -kNoBound, kNoBound, 0},
    {"damper", 1, -kNoBound, kNoBound, 0.3},
    {"damper, two bodies", 2, -kNoBound, kNoBound, 0.3},
    {"lower limit", 2, 0, kNoBound, 0},
    {"upper limit", 2, -kNoBound, 0, 0},
    {"limit that gives way", 2, 0, kNoBound, 0.2},
    {"lower limit of a push", 2, 0.3, kNoBound, 0},
    {"weak friction", 2, -0.05, 0.05, 0},
    {"strong friction", 2, -50, 50, 0},
    {"bounded motor", 1, -0.2, 0.4, 0},
    {"bounded spring", 2, -0.1, 0.1, 0.2},
    {"push within bounds", 2, 0.1, 0.6, 0},
    {"known push", 2, 0.2, 0.2, 0},
    {"friction of a gear", 3, -0.1, 0.1, 0},
};

class NamedRows : public testing::TestWithParam<NamedSolver> {};

TEST_P(NamedRows, AreSolvedByTheSolverItself) {
  const NamedSolver& named = GetParam();
  for (const RowKind& kind : kRowKinds) {
    SCOPED_TRACE(kind.name);
    for (unsigned seed = 0; seed < 5; ++seed) {
      std::mt19937 generator(seed);
      ContactProblem problem = draw_falling_bodies(generator);
      const ContactModelOptions options{
          .model = named.model, .solver = named.solver, .alignment = named.alignment};
      // One alone, two together, and the first one again.
      for (unsigned i = 0; i < 1 + seed % 3; ++i) {
        problem.rows.push_back(i < 2 ? draw_row(generator, kind.num_bodies) : problem.rows[0]);
        problem.rows.back().lower = kind.lower;
        problem.rows.back().upper = kind.upper;
        problem.rows.back().softness = kind.softness;
      }
      const ContactSolution solution = solve(problem, options);
      const ContactSolution usual =
          solve(problem, {.model = named.model, .alignment = named.alignment});
      ASSERT_EQ(solution.status, ContactStatus::solved) << seed;
      EXPECT_LE(solution.residual.max, 1e-8) << seed;
      EXPECT_FALSE(named.is_direct && solution.statistics.fallback) << seed;
      for (std::size_t b = 0; b < problem.bodies.size(); ++b) {
        EXPECT_LE((solution.velocities[b] - usual.velocities[b]).norm(), 1e-8) << seed << " " << b;
      }
    }
  }
}

std::string solver_label(const testing::TestParamInfo<NamedSolver>& info) {
  std::string name;
  for (const char letter : testing::PrintToString(info.param)) {
    if (std::isalnum(static_cast<unsigned char>(letter))) name += letter;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Solvers, NamedRows, testing::ValuesIn(named_solvers()), solver_label);

}  // namespace
}  // namespace stiction
