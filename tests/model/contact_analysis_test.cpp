// Which contact impulses the equations of motion determine: closed forms of statics.

#include <stiction/model/contact_analysis.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "complaint.h"
#include "contact/simple_problems.h"

namespace stiction {
namespace {

constexpr double kFriction = 0.5;

/// A contact problem with a handmade answer: no impulses, and the free velocities.
struct Answered {
  ContactProblem problem;
  ContactSolution solution;

  Answered() { problem.velocity_scale = 1; }

  int add_body(double mass = 2) {
    problem.bodies.push_back(make_problem_body(mass, Vec6::Zero()));
    return static_cast<int>(problem.bodies.size()) - 1;
  }
  /// At `arm` from the centre of a, and `arm_b` from that of b (-1: the ground).
  void add_contact(int a, const Vec3& arm, ContactState state, int b = -1,
                   const Vec3& arm_b = Vec3::Zero(), const Vec3& normal = Vec3::UnitZ()) {
    ContactProblem::Contact contact;
    contact.body_a = a;
    contact.body_b = b;
    contact.arm_a = arm;
    contact.arm_b = arm_b;
    contact.frame = make_frame(normal);
    contact.friction = kFriction;
    problem.contacts.push_back(contact);
    solution.states.push_back(state);
    solution.impulses.emplace_back(state == ContactState::open ? 0.0 : 1.0, 0.0, 0.0);
  }
  /// The corners of a square of size 2 below a's centre, on the ground or on b.
  void add_corners(int a, ContactState state, int b = -1) {
    for (const double x : {-1.0, 1.0}) {
      for (const double y : {-1.0, 1.0}) add_contact(a, {x, y, -1}, state, b, {x, y, 1});
    }
  }
  /// An equilateral triangle.
  void add_feet(int a, ContactState state) {
    for (const double angle : {0.0, 2.0, 4.0}) {
      add_contact(a, {std::cos(angle), std::sin(angle), -1}, state);
    }
  }
  void remove_friction() {
    for (ContactProblem::Contact& contact : problem.contacts) contact.friction = 0;
  }
  std::vector<ContactAnalysis> analyse() {
    solution.velocities = free_velocities(problem);
    return analyse_contacts(problem, solution);
  }
};

/// One letter per contact: u all unique, n only the normal impulse, f only the friction, - neither.
std::string describe(const std::vector<ContactAnalysis>& analyses) {
  std::string text;
  for (const ContactAnalysis& analysis : analyses) {
    if (analysis.is_unique()) {
      text += 'u';
    } else {
      text += analysis.is_normal_unique ? 'n' : (analysis.is_friction_unique ? 'f' : '-');
    }
  }
  return text;
}

// One contact: three columns that no null vector connects.
TEST(ContactAnalysis, ASingleContactIsUnique) {
  for (const ContactState state :
       {ContactState::open, ContactState::sticking, ContactState::sliding}) {
    Answered one;
    one.add_contact(one.add_body(), Vec3(0, 0, -1), state);
    EXPECT_EQ(describe(one.analyse()), "u") << to_string(state);
  }
}

TEST(ContactAnalysis, NoContactIsNothing) { EXPECT_TRUE(Answered().analyse().empty()); }

// Normal impulses (1, -1, -1, 1) at the corners balance each other.
TEST(ContactAnalysis, FourCornersAreNotUnique) {
  Answered cube;
  cube.add_corners(cube.add_body(), ContactState::sticking);
  EXPECT_EQ(describe(cube.analyse()), "----");
  cube.remove_friction();
  EXPECT_EQ(describe(cube.analyse()), "ffff") << "there is none";
}

// Three normal impulses are fixed by the vertical force and two torques. Friction has 6 unknowns
// for 3 equations: any two feet can push against each other.
TEST(ContactAnalysis, ThreeFeetCarryInOneWayButMayPushAgainstEachOther) {
  Answered stool;
  stool.add_feet(stool.add_body(), ContactState::sticking);
  EXPECT_EQ(describe(stool.analyse()), "nnn");
  stool.remove_friction();
  EXPECT_EQ(describe(stool.analyse()), "uuu");
}

// At a sliding contact friction follows the normal impulse: one unknown per contact.
TEST(ContactAnalysis, SlidingCubeAndSlidingStool) {
  Answered cube;
  cube.add_corners(cube.add_body(), ContactState::sliding);
  cube.problem.bodies[0].free_velocity.head<3>() = Vec3(1, 2, 0);
  EXPECT_EQ(describe(cube.analyse()), "----");
  Answered stool;
  stool.add_feet(stool.add_body(), ContactState::sliding);
  stool.problem.bodies[0].free_velocity.head<3>() = Vec3(1, 2, 0);
  EXPECT_EQ(describe(stool.analyse()), "uuu");
}

// An ambiguity below a cube stays there: it affects neither a ball on top nor one beside it.
TEST(ContactAnalysis, NeighboursKeepTheirOwn) {
  Answered three;
  three.add_corners(three.add_body(), ContactState::sticking);
  three.add_contact(three.add_body(), Vec3(0, 0, -1), ContactState::sticking, 0, Vec3(0, 0, 1));
  three.add_contact(three.add_body(), Vec3(0, 0, -1), ContactState::sticking);
  EXPECT_EQ(describe(three.analyse()), "----uu");
}

// Three cubes on each other, and a stool on a stool: whatever the masses.
TEST(ContactAnalysis, Tower) {
  Answered tower;
  tower.add_corners(tower.add_body(1), ContactState::sticking);
  tower.add_corners(tower.add_body(1e12), ContactState::sticking, 0);
  tower.add_corners(tower.add_body(1e-6), ContactState::sticking, 1);
  EXPECT_EQ(describe(tower.analyse()), "------------");
  Answered stools;
  stools.add_feet(stools.add_body(1), ContactState::sticking);
  const int upper = stools.add_body(1e12);
  for (const double angle : {0.5, 2.5, 4.5}) {
    const Vec3 arm(std::cos(angle), std::sin(angle), -1);
    stools.add_contact(upper, arm, ContactState::sticking, 0, arm + Vec3(0, 0, 2));
  }
  EXPECT_EQ(describe(stools.analyse()), "nnnnnn");
}

/// A ball of radius 1 in a groove whose walls lean by 45 degrees.
Answered make_groove() {
  Answered groove;
  const int ball = groove.add_body();
  for (const double side : {-1.0, 1.0}) {
    const Vec3 normal = Vec3(side, 0, 1).normalized();
    groove.add_contact(ball, -normal, ContactState::sticking, -1, Vec3::Zero(), normal);
  }
  return groove;
}

// Two points can press along the line that joins them: jamming. Without friction they cannot.
TEST(ContactAnalysis, AWedgeCanJam) {
  Answered groove = make_groove();
  EXPECT_EQ(describe(groove.analyse()), "--");
  groove.remove_friction();
  EXPECT_EQ(describe(groove.analyse()), "uu");
}

// Two plates may squeeze a ball between them, whatever other forces act.
TEST(ContactAnalysis, ABallBetweenTwoPlates) {
  Answered squeezed;
  const int ball = squeezed.add_body();
  const Vec3 down = -Vec3::UnitZ();
  squeezed.add_contact(ball, down, ContactState::sticking);
  squeezed.add_contact(ball, -down, ContactState::sticking, -1, Vec3::Zero(), down);
  squeezed.remove_friction();
  EXPECT_EQ(describe(squeezed.analyse()), "ff");
}

// A corner that touches without an impulse may carry one as well; one that parts may not.
TEST(ContactAnalysis, AnUnloadedCornerCountsWhileItTouches) {
  Answered cube;
  cube.add_corners(cube.add_body(), ContactState::sticking);
  cube.remove_friction();
  cube.solution.states[3] = ContactState::open;
  cube.solution.impulses[3].setZero();
  EXPECT_EQ(describe(cube.analyse()), "ffff");
  cube.problem.contacts[3].offset.x() = 1e-3;
  EXPECT_EQ(describe(cube.analyse()), "uuuu");
}

// A gap small enough to count as none, which the contact should close: it touches unless the gap
// widens.
TEST(ContactAnalysis, AGapThatIsToCloseTouchesWhileItDoesNotWiden) {
  Answered cube;
  cube.add_corners(cube.add_body(), ContactState::sticking);
  cube.solution.states[3] = ContactState::open;
  cube.solution.impulses[3].setZero();
  cube.problem.contacts[3].offset.x() = 1e-3;
  EXPECT_EQ(describe(cube.analyse()), "nnnu") << "it is apart";
  cube.problem.contacts[3].closing = true;
  EXPECT_EQ(describe(cube.analyse()), "----");
  cube.problem.bodies[0].free_velocity[2] = 1e-3;
  EXPECT_EQ(describe(cube.analyse()), "nnnu");
}

// From a micrometre to a thousand kilometres.
TEST(ContactAnalysis, SizesDoNotMatter) {
  for (const double size : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    Answered stool;
    stool.add_feet(stool.add_body(size * size * size), ContactState::sticking);
    Answered cube;
    cube.add_corners(cube.add_body(size * size * size), ContactState::sticking);
    for (auto& contact : stool.problem.contacts) contact.arm_a *= size;
    for (auto& contact : cube.problem.contacts) contact.arm_a *= size;
    EXPECT_EQ(describe(stool.analyse()), "nnn") << size;
    EXPECT_EQ(describe(cube.analyse()), "----") << size;
  }
}

TEST(ContactAnalysis, RefusesAnAnswerToAnotherProblem) {
  Answered cube;
  cube.add_corners(cube.add_body(), ContactState::sticking);
  EXPECT_EQ(complaint([&] { analyse_contacts(cube.problem, {}); }),
            "expected 4 entries in states, one for each contact, got 0");
  EXPECT_EQ(complaint([&] { analyse_contacts(cube.problem, cube.solution); }),
            "expected 1 entry in velocities, one for each body, got 0");
}

}  // namespace
}  // namespace stiction
