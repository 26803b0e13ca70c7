#pragma once

#include <string>

namespace stiction {

/// A ball without gravity that moves at 1 m/s along x, so that x = t. Ten steps of 0.1 s. `more` is
/// added to the scene.
inline std::string drifting_ball(const std::string& more = "") {
  return "<scene version=\"1\" name=\"drift\">\n"
         "  <option timestep=\"0.1\" duration=\"1\" gravity=\"0 0 0\"/>\n"
         "  <body name=\"ball\" linear_velocity=\"1 0 0\"> <sphere radius=\"0.1\"/> </body>\n" +
         more + "</scene>\n";
}

/// For `drifting_ball`; on line 4 if it is the first addition.
inline const std::string kTrueExpectation =
    "  <expect body=\"ball\" quantity=\"position.x\" at=\"1\" equals=\"1\" tolerance=\"1e-9\"/>\n";
inline const std::string kFalseExpectation =
    "  <expect body=\"ball\" quantity=\"position.x\" at=\"1\" equals=\"2\" tolerance=\"1e-9\"/>\n";

/// A stack of three boxes of 1 m under gravity that is tilted, but within the friction cone.
inline const std::string kStack =
    "<scene version=\"1\" name=\"stack\">\n"
    "  <option timestep=\"0.01\" duration=\"0.3\" gravity=\"1 0 -9.81\"/>\n"
    "  <body name=\"ground\" static=\"true\"> <plane/> </body>\n"
    "  <replicate count=\"3\" xyz=\"0 0 1\">\n"
    "    <body name=\"crate\" xyz=\"0 0 0.5\"> <box size=\"1 1 1\"/> </body>\n"
    "  </replicate>\n"
    "</scene>\n";

/// Two cubes at rest on the floor. A kinematic plate comes down on the second, which cannot yield:
/// in step 3 its island, the second one, has no solution.
inline const std::string kPress =
    "<scene version=\"1\" name=\"press\">\n"
    "  <body name=\"ground\" static=\"true\"> <plane/> </body>\n"
    "  <body name=\"free\" xyz=\"5 0 0.5\"> <box size=\"1 1 1\"/> </body>\n"
    "  <body name=\"pressed\" xyz=\"0 0 0.5\"> <box size=\"1 1 1\"/> </body>\n"
    "  <body name=\"plate\" kinematic=\"true\" xyz=\"0 0 1.125\" linear_velocity=\"0 0 -1\">\n"
    "    <box size=\"2 2 0.2\"/>\n"
    "  </body>\n"
    "</scene>\n";

/// A body whose speed overflows in the second step.
inline const std::string kOverflow =
    "<scene version=\"1\" name=\"overflow\">\n"
    "  <option timestep=\"1\" duration=\"9\" gravity=\"0 0 -1.2e308\"/>\n"
    "  <body name=\"ball\"> <sphere radius=\"0.1\"/> </body>\n"
    "</scene>\n";

}  // namespace stiction
