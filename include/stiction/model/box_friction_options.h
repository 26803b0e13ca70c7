#pragma once

#include <stiction/model/contact_model.h>

#include <functional>
#include <memory>
#include <string>

namespace stiction {

/// What the first pass of the splitting takes the normal impulses for.
enum class BoxFirstEstimate {
  remembered,    ///< those of the step before; zero where nothing is remembered
  frictionless,  ///< zero, so that the first pass is without friction
  sticking,      ///< infinite, so that the first pass is without slip
};

/// Options of the box-friction model (Lacoursiere 2003, section 4).
struct BoxFrictionOptions {
  /// Of the passes' box problems, one of `lcp_solvers()`.
  std::string solver = "keller";
  BoxFirstEstimate first = BoxFirstEstimate::remembered;
  /// Passes end when the normal impulses of one differ from those of the pass before, relative to
  /// the largest, by at most this. > 0.
  double tolerance = 1e-9;
  /// Cap on the passes. >= 1.
  int pass_limit = 100;
  /// Makes `pass_limit` plain passes, neither more nor less, and takes the last one as it is: the
  /// paper's scaled box with a limit of 2. The judge then takes the bounds as they were posed, and
  /// `cone_force` tells how wrong they are.
  bool has_fixed_passes = false;
  /// Called after each pass with its number, from 1, and the change that `tolerance` bounds; for
  /// tables of convergence. A step with many islands calls it from several threads.
  std::function<void(int pass, double change)> on_pass = {};
};

/// The model "box-friction" with options beyond those that scenes have. Throws
/// std::invalid_argument for options out of range.
std::unique_ptr<ContactModel> make_box_friction_model(const BoxFrictionOptions& options);

}  // namespace stiction
