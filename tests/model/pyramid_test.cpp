#include <stiction/model/pyramid.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "complaint.h"
#include "contact/simple_problems.h"

namespace stiction {
namespace {

std::vector<double> draw_angles(std::mt19937& generator, std::size_t n) {
  std::uniform_real_distribution<double> angle(-3, 3);
  std::vector<double> angles;
  for (std::size_t c = 0; c < n; ++c) angles.push_back(angle(generator));
  return angles;
}

/// Relative velocities at the contacts after the impulses of z are applied to the bodies.
std::vector<Vec3> velocities_after(const ContactProblem& problem, const std::vector<Vec3>& r) {
  std::vector<Vec6> v = free_velocities(problem);
  for (std::size_t c = 0; c < r.size(); ++c) {
    apply_contact_impulse(problem, problem.contacts[c], r[c], v);
  }
  std::vector<Vec3> u;
  for (const ContactProblem::Contact& contact : problem.contacts) {
    u.push_back(calc_contact_velocity(contact, v));
  }
  return u;
}

// Lloyd's eq. 8 row by row, for any z: nu is the normal velocity, sigma_j the velocity along facet
// j plus lambda, gamma the remaining friction of the cone.
TEST(Pyramid, PosesLloydsEquationEight) {
  std::mt19937 generator(6);
  for (int draw = 0; draw < 20; ++draw) {
    ContactProblem problem = make_random_problem(generator, 3, 5);
    const int directions = 4 + 2 * (draw % 5);
    problem.contacts[1].prior_normal_impulse = 0.7;
    const std::vector<double> angles = draw_angles(generator, problem.contacts.size());
    const PyramidLayout layout(problem, directions);
    Delassus delassus;
    calc_delassus(problem, delassus);
    Lcp lcp;
    pose_pyramid(problem, delassus, angles, layout, {}, lcp);
    const Eigen::VectorXd z = Eigen::VectorXd::Random(layout.size()).cwiseAbs();
    const Eigen::VectorXd w = lcp.M * z + lcp.q;
    std::vector<Vec3> r;
    impulses_from_pyramid(z, angles, layout, {}, r);
    const std::vector<Vec3> u = velocities_after(problem, r);
    for (int c = 0; c < static_cast<int>(r.size()); ++c) {
      EXPECT_NEAR(w[layout.theta(c)], u[c].x(), 1e-10) << "nu";
      EXPECT_EQ(r[c].x(), z[layout.theta(c)]);
      ASSERT_EQ(layout.has_friction(c), problem.contacts[c].friction > 0);
      if (!layout.has_friction(c)) continue;
      double carried = 0;
      for (int j = 0; j < directions; ++j) {
        const double angle = angles[c] + 2 * std::numbers::pi * j / directions;
        const double along = std::cos(angle) * u[c].y() + std::sin(angle) * u[c].z();
        EXPECT_NEAR(w[layout.phi(c, j)], along + z[layout.lambda(c)], 1e-10) << "sigma";
        carried += z[layout.phi(c, j)];
      }
      const ContactProblem::Contact& contact = problem.contacts[c];
      EXPECT_NEAR(w[layout.lambda(c)],
                  contact.friction * (r[c].x() + contact.prior_normal_impulse) - carried, 1e-10)
          << "gamma";
    }
  }
}

TEST(Pyramid, UnitsScaleTheProblemAndNotItsSolution) {
  std::mt19937 generator(7);
  const ContactProblem problem = make_random_problem(generator, 2, 3);
  const std::vector<double> angles = draw_angles(generator, 3);
  const PyramidLayout layout(problem, 8);
  Delassus delassus;
  calc_delassus(problem, delassus);
  const PyramidUnits units{20, 0.01};
  Lcp si;
  Lcp scaled;
  pose_pyramid(problem, delassus, angles, layout, {}, si);
  pose_pyramid(problem, delassus, angles, layout, units, scaled);
  // z = (theta, phi) in kg m/s of the units, lambda in their m/s.
  Eigen::VectorXd z = Eigen::VectorXd::Random(layout.size()).cwiseAbs();
  Eigen::VectorXd z_si = z * units.mass * units.velocity;
  for (int c = 0; c < 3; ++c) {
    if (layout.has_friction(c)) z_si[layout.lambda(c)] = z[layout.lambda(c)] * units.velocity;
  }
  const Eigen::VectorXd w = scaled.M * z + scaled.q;
  const Eigen::VectorXd w_si = si.M * z_si + si.q;
  for (int i = 0; i < layout.size(); ++i) {
    bool is_gamma = false;
    for (int c = 0; c < 3; ++c) is_gamma |= layout.has_friction(c) && i == layout.lambda(c);
    const double unit = is_gamma ? units.mass * units.velocity : units.velocity;
    EXPECT_NEAR(w[i] * unit, w_si[i], 1e-10);
  }
}

TEST(Pyramid, FacetsComeInOppositePairs) {
  const auto d = facet_directions(0.3, 10);
  ASSERT_EQ(d.rows(), 10);
  for (int j = 0; j < 10; ++j) {
    EXPECT_NEAR(d.row(j).norm(), 1, 1e-15);
    EXPECT_EQ(d.row(j), -d.row((j + 5) % 10));
    const double angle = 0.3 + 2 * std::numbers::pi * j / 10;
    EXPECT_NEAR(d(j, 0), std::cos(angle), 1e-15);
    EXPECT_NEAR(d(j, 1), std::sin(angle), 1e-15);
  }
}

TEST(Pyramid, TellsTheVariablesOfASolution) {
  ContactProblem problem = make_particle(Vec3(3, 0, -1), 0.5);
  ContactSolution solution;
  solution.impulses = {Vec3(2, -0.9, 0.2)};
  const std::vector<double> angles = {0.1};
  solution.velocities = free_velocities(problem);
  const PyramidLayout layout(problem, 8);
  const Eigen::VectorXd z = pyramid_from_solution(problem, solution, angles, layout);
  EXPECT_GE(z.minCoeff(), 0);
  std::vector<Vec3> impulses;
  impulses_from_pyramid(z, angles, layout, {}, impulses);
  EXPECT_LE((impulses[0] - solution.impulses[0]).norm(), 1e-14);
  // The largest of -d_j . (3, 0) with d_j at 0.1 + j pi/4: j = 4.
  EXPECT_NEAR(z[layout.lambda(0)], 3 * std::cos(0.1), 1e-14);
}

TEST(Pyramid, RefusesSizesThatDoNotFit) {
  const ContactProblem problem = make_particle(Vec3(3, 0, -1), 0.5);
  Delassus delassus;
  calc_delassus(problem, delassus);
  const PyramidLayout layout(problem, 4);
  const std::vector<double> angles = {0.1};
  Lcp lcp;
  EXPECT_EQ(complaint([&] { pose_pyramid(problem, delassus, {}, layout, {}, lcp); }),
            "expected 1 entry in facet_angles, one for each contact, got 0");
  std::vector<Vec3> impulses;
  EXPECT_EQ(
      complaint([&] { impulses_from_pyramid(Eigen::VectorXd(2), angles, layout, {}, impulses); }),
      "expected 6 entries in z, one for each row of M, got 2");
  EXPECT_EQ(complaint([&] { pyramid_from_solution(problem, {}, angles, layout); }),
            "expected 1 entry in impulses, one for each contact, got 0");
}

}  // namespace
}  // namespace stiction
