#pragma once

#include <stiction/scene/energy_book.h>
#include <stiction/scene/scene.h>
#include <stiction/world/world.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// The outcome of an `<expect>`.
struct ExpectationResult {
  std::string what;  ///< e.g. "crate-2 position.z at 5 s"
  bool passed = false;
  /// The value at the worst moment; empty if the run ended without a violation before the last time
  /// that the expectation covers.
  std::optional<double> measured;
  double measured_at = 0;                  ///< s
  std::optional<double> violated_at = {};  ///< s: the first moment at which it was violated
  std::string wanted;                      ///< e.g. "2.5 +- 0.001", "below 1e-08"
  SourcePlace place;
};

/// The name of a quantity in scene files: "position.x", "energy_gain", ...
std::string_view to_string(Quantity quantity);
std::optional<Quantity> quantity_from_string(std::string_view name);
/// True for quantities of a body.
bool is_body_quantity(Quantity quantity);
/// True for quantities of a joint. A quantity of neither is one of the whole scene.
bool is_joint_quantity(Quantity quantity);

/// True if runs under this law measure the quantity: all do, except `cone_residual`, which requires
/// Coulomb's law with turned facets.
bool is_measured(Quantity quantity, const ContactModelOptions& contact);

/// Watches a run and judges its expectations.
///
/// Step k ends at time k h, with h the scene's time step. An expectation `at` a time applies to the
/// step nearest to it; one with `from` or `to` to all steps between them, both ends included, with
/// time 0 or the end of the run for a missing one; one with neither to time 0 and every step. It
/// passes if its condition holds at each of those moments: |value - wanted| <= tolerance, value <
/// below, or value > above. A NaN violates every condition, and so does a body or joint that was
/// removed.
///
/// Nothing has been solved at time 0: contact_force, joint_force, residual, cone_residual,
/// energy_gain and energy_created are 0, contacts are those that touch or overlap, penetration is
/// that of the start.
class ExpectationMonitor {
 public:
  ExpectationMonitor() = default;
  /// `world` is at time 0. Throws std::invalid_argument for a body or joint that the world does
  /// not have.
  ExpectationMonitor(const Scene& scene, const World& world, std::size_t num_steps);

  /// Call at time 0, before the first step, with the contacts and overlap at the start.
  void observe_start(const World& world);
  /// Call after each solved step k = 1, 2, ...
  void observe_step(const World& world, const StepReport& report, std::size_t k);

  /// An expectation whose time was never reached has not passed.
  std::vector<ExpectationResult> results() const;
  const EnergyBook& energy() const { return energy_; }

 private:
  /// An expectation and its observations so far.
  struct Watch {
    Expectation expectation;
    BodyId body = {};
    JointId joint = {};
    RigidTransform start = {};  ///< pose of the body at time 0
    std::size_t first_step = 0;
    std::size_t last_step = 0;
    bool is_violated = false;
    bool is_complete = false;
    std::optional<double> worst_value = {};
    double worst_excess = 0;  ///< by how much `worst_value` misses the condition; <= 0: it holds
    double worst_time = 0;
    std::optional<double> violated_at = {};
  };

  /// The data of one moment that quantities of the whole scene are taken from.
  struct Moment;

  Watch make_watch(const Expectation& expectation, const World& world, std::size_t num_steps) const;
  void observe(const World& world, const Moment& moment);
  double measure(const Watch& watch, const World& world, const Moment& moment) const;

  std::vector<Watch> watches_;
  double timestep_ = 0;
  EnergyBook energy_;
};

}  // namespace stiction
