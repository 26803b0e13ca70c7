#pragma once

#include <stiction/scene/expectation.h>
#include <stiction/scene/simulation.h>
#include <stiction/world/step_report.h>
#include <stiction/world/world.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// The way a run ended.
enum class RunOutcome {
  finished,     ///< every step was done
  interrupted,  ///< stopped before its last step, though nothing had failed
  unsolved,     ///< a step was left unsolved; the run ended before it
  not_finite,   ///< a step left the range of numbers; the run ended before it
};

/// "finished", "interrupted", "unsolved" or "not-finite".
std::string_view to_string(RunOutcome outcome);

/// The work, speed and accuracy of a run: the content of the report file (contract, section 3).
///
/// Figures cover all attempted steps, including a failed last one; `steps` and `time` count those
/// that succeeded. Means over no steps are 0.
struct RunReport {
  struct Timing {
    double total_seconds = 0;  ///< time spent in steps, without files and displays
    double step_us_median = 0;
    double step_us_p99 = 0;  ///< nearest rank
    double step_us_max = 0;
    double collide_us_median = 0;
    double solve_us_median = 0;
  };
  struct FinalState {
    std::string name;
    BodyState state;
  };

  /// An `UnsolvedIsland` with names.
  struct Unsolved {
    struct Violation {
      std::string body_a;
      std::string body_b;
      double violation = 0;
    };
    std::string cause;
    std::string message;
    std::vector<std::string> bodies;
    std::vector<Violation> worst;
  };

  std::string scene;
  std::string model;
  std::string solver;
  double timestep = 0;  ///< s
  std::size_t steps = 0;
  double time = 0;         ///< simulated, s
  std::size_t bodies = 0;  ///< dynamic and kinematic ones
  std::size_t joints = 0;
  /// Conditions of joints that follow from the others (`World::count_redundant_rows`), at the
  /// start.
  std::size_t redundant_rows = 0;

  Timing timing;
  double contacts_mean = 0;  ///< touching contacts per step
  std::size_t contacts_max = 0;

  double sticking_mean = 0;  ///< contacts per step; the three add up to `contacts_mean`
  double sliding_mean = 0;
  double open_mean = 0;         ///< touching, without an impulse
  double friction_use_max = 0;  ///< largest used share of the bound of a sticking contact, 0 to 1
  /// Contacts of the last step whose impulse the equations of motion do not determine; empty if the
  /// run ended early, was not asked (`Simulation::analyse_last_step`), or has too many contacts.
  std::optional<std::size_t> not_unique_last;

  double pivots_mean = 0;  ///< per step, over all islands
  int pivots_max = 0;
  double factorisations_mean = 0;  ///< `StepReport::factorisations`, per step
  int factorisations_max = 0;
  RungCounts rungs{};            ///< problems by the rung that answered them
  std::size_t warm_started = 0;  ///< steps in which an island was solved from remembered states
  std::size_t fallbacks = 0;     ///< steps in which a solver other than the one named delivered
  std::size_t in_pieces = 0;     ///< islands solved in pieces of the step, over all steps
  std::size_t at_once = 0;       ///< islands solved as by first order, because pieces failed
  std::size_t unsolved = 0;      ///< steps that no solver delivered
  std::size_t approximate = 0;   ///< unsolved steps that were made with the best answer
  double effort_max = 0;         ///< greatest cost of solving an island, in units of `Effort`

  double passes_mean = 0;  ///< problems posed again (`StepReport::passes`), per step
  int passes_max = 0;
  double pass_change_max = 0;  ///< largest `StepReport::pass_change`
  std::size_t stagnated = 0;   ///< steps in which that is not 0: the passes did not converge

  double residual_max = 0;  ///< dimensionless
  /// Largest `StepReport::cone_residual`; empty under laws other than Coulomb's on the true cone.
  std::optional<double> cone_residual_max;
  std::size_t off_cone = 0;              ///< problems solved with a cone residual above 1e-8
  double cone_angle_max = 0;             ///< rad
  double cone_force_max = 0;             ///< relative
  double penetration_max = 0;            ///< m, time 0 included
  double joint_error_max = 0;            ///< m, plus rotation times 1 m/rad
  double energy_initial = 0;             ///< J
  double energy_final = 0;               ///< J
  double energy_gain = 0;                ///< greatest rise above its running minimum, J
  double energy_work = 0;                ///< `EnergyBook::work`, J
  double energy_created = 0;             ///< `EnergyBook::created`, J
  double energy_turnover = 0;            ///< `EnergyBook::turnover`, J
  std::vector<FinalState> final_states;  ///< of dynamic and kinematic bodies
  std::vector<ExpectationResult> expectations;
  std::uint64_t state_hash = 0;  ///< `calc_state_hash` at the end
  RunOutcome outcome = RunOutcome::finished;
  std::vector<Unsolved> unsolved_islands;  ///< of the first step that had any
};

/// Gathers a run's figures step by step. Takes 24 bytes of memory per step.
class RunRecorder {
 public:
  /// `start` is at time 0.
  explicit RunRecorder(const World& start);

  /// Call after each attempted step, including a failed one.
  void observe_step(const StepReport& report, const World& world);

  /// The report so far; `simulation` is the one whose steps were observed.
  RunReport report(const Simulation& simulation) const;

 private:
  void summarise_timing(RunReport& report) const;

  std::vector<double> step_seconds_;
  std::vector<double> collide_seconds_;
  std::vector<double> solve_seconds_;
  double contacts_sum_ = 0;
  double sticking_sum_ = 0;
  double sliding_sum_ = 0;
  double open_sum_ = 0;
  double pivots_sum_ = 0;
  double factorisations_sum_ = 0;
  double passes_sum_ = 0;
  RunReport maxima_;  ///< the counts, maxima and initial values so far; the rest is unused
};

/// 64-bit FNV-1a over the bit patterns of every body's position, orientation (w x y z), linear and
/// angular velocity, immovable bodies included, in the order of creation, low byte first. Two runs
/// agree bit for bit exactly if their hashes do, up to a chance of 2^-64.
std::uint64_t calc_state_hash(const World& world);

/// Writes the report as JSON, its fields in the order of the contract, then `outcome`,
/// `redundant_rows`, `contact_states`, `passes`, `cone_residual` and `unsolved_islands`. Numbers
/// read back bit for bit; numbers that are not finite become `null`; text that is not UTF-8 gets
/// replacement characters.
void write_report_json(std::ostream& out, const RunReport& report);

[[gnu::used]] inline constexpr auto kReportLayouts =
    abi::layouts_of<Simulation, RunReport, RunRecorder>();

}  // namespace stiction
