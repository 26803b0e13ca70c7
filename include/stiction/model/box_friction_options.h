#pragma once

#include <stiction/model/contact_model.h>

#include <functional>
#include <memory>
#include <string>

namespace stiction {

/// The normal impulses that the first pass of the splitting assumes.
enum class BoxFirstEstimate {
  remembered,    ///< those of the previous step; zero for contacts without a memory
  frictionless,  ///< zero, so that the first pass is without friction
  sticking,      ///< infinite, so that the first pass is without slip
};

/// Options of the box-friction model (Lacoursiere 2003, section 4).
struct BoxFrictionOptions {
  /// The solver of the passes' box problems: one of `lcp_solvers()`.
  std::string solver = "keller";
  BoxFirstEstimate first = BoxFirstEstimate::remembered;
  /// Passes end when the normal impulses differ from those of the previous pass by at most this,
  /// relative to the largest. > 0.
  double tolerance = 1e-9;
  /// Cap on the passes. >= 1.
  int pass_limit = 100;
  /// Makes exactly `pass_limit` plain passes and takes the last one as it is; with a limit of 2
  /// this is the paper's scaled box. The judge then takes the bounds as they were posed, and
  /// `cone_force` measures their error.
  bool has_fixed_passes = false;
  /// Called after each pass with its number, from 1, and the change that `tolerance` bounds; for
  /// convergence tables. A step with many islands calls it from several threads.
  std::function<void(int pass, double change)> on_pass = {};
};

/// Makes the model "box-friction" with options that scenes do not have. Throws
/// std::invalid_argument for options out of range.
std::unique_ptr<ContactModel> make_box_friction_model(const BoxFrictionOptions& options);

}  // namespace stiction
