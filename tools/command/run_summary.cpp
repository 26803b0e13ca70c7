#include "run_summary.h"

#include "number_format.h"

#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace stiction::command {
namespace {

/// Digits that distinguish a measured value from a wanted one whatever the tolerance.
constexpr int kMeasuredDigits = 10;

/// A run gets a warning if it creates more than this share of the energy that it turns over.
constexpr double kNotableCreation = 1e-3;
/// For a run that hardly moves, this share of its energy replaces the energy that it turns over.
constexpr double kLeastTurnover = 1e-6;

std::string describe_speed(const RunReport& report) {
  const RunReport::Timing& timing = report.timing;
  if (!(timing.total_seconds > 0)) return "not timed";
  return format_number(report.time / timing.total_seconds, 3) + " x real time; a step takes " +
         format_time(timing.step_us_median) + " (median), " + format_time(timing.step_us_p99) +
         " (99 %), " + format_time(timing.step_us_max) + " (max)";
}

template <typename Count>
std::string mean_and_max(double mean, Count max) {
  return "mean " + format_number(mean) + ", max " + std::to_string(max);
}

std::string describe_contacts(const RunReport& report) {
  std::string text = mean_and_max(report.contacts_mean, report.contacts_max) + "; pivots " +
                     mean_and_max(report.pivots_mean, report.pivots_max) + "; " +
                     count_of(report.warm_started, "step", "steps") + " warm-started";
  if (report.passes_max > 0) {
    text += "; passes " + mean_and_max(report.passes_mean, report.passes_max);
  }
  if (report.stagnated > 0) {
    text += ", " + count_of(report.stagnated, "step", "steps") + " on which they did not agree";
  }
  if (report.fallbacks > 0) text += ", " + std::to_string(report.fallbacks) + " by another solver";
  return text;
}

std::string describe_solution(const RunReport& report) {
  const std::string rungs = to_string(report.rungs);
  return (rungs.empty() ? "no contact problems" : rungs) + "; factorisations " +
         mean_and_max(report.factorisations_mean, report.factorisations_max) +
         (report.in_pieces > 0
              ? "; " + count_of(report.in_pieces, "island", "islands") + " in pieces of a step"
              : "") +
         (report.at_once > 0 ? "; " + std::to_string(report.at_once) + " of first order" : "");
}

std::string describe_exactness(const RunReport& report) {
  const std::string cone =
      report.cone_residual_max
          ? ", cone residual " + format_number(*report.cone_residual_max, 2) +
                (report.off_cone > 0 ? " (" + std::to_string(report.off_cone) + " above 1e-8)" : "")
          : "";
  return "residual " + format_number(report.residual_max, 2) + cone + ", cone error " +
         format_number(report.cone_angle_max, 2) + " rad, " +
         format_number(report.cone_force_max, 2) + " relative, overlap " +
         format_number(report.penetration_max, 2) + " m, energy gain " +
         format_number(report.energy_gain, 2) + " J";
}

void print_expectations(std::ostream& out, const RunReport& report) {
  const std::size_t failed = count_failed(report);
  out << "  expected  " << report.expectations.size() - failed << " passed, " << failed
      << " failed\n";
  for (const ExpectationResult& result : report.expectations) {
    if (!result.passed) out << "    " << describe_failure(result) << '\n';
  }
}

}  // namespace

std::string describe_failure(const ExpectationResult& result) {
  const auto describe_value = [&](double value) {
    const std::string text = format_number(value, kMeasuredDigits);
    const bool looks_as_wanted = result.wanted.find(text) != std::string::npos;
    return looks_as_wanted ? stiction::format_number(value) : text;
  };
  const std::string measured =
      result.measured ? "measured " + describe_value(*result.measured) +
                            " at t = " + format_number(result.measured_at, kMeasuredDigits) + " s"
                      : "not reached, the run ended before";
  return result.place.file + ":" + std::to_string(result.place.line) + ": " + result.what + ": " +
         measured + ", wanted " + result.wanted;
}

std::size_t count_failed(const RunReport& report) {
  return static_cast<std::size_t>(
      std::ranges::count(report.expectations, false, &ExpectationResult::passed));
}

void print_summary(std::ostream& out, const RunReport& report) {
  out << report.scene << ": " << count_of(report.bodies, "moving body", "moving bodies") << ", "
      << count_of(report.steps, "step", "steps") << " of " << format_number(report.timestep)
      << " s, model " << report.model << ", solver " << report.solver << '\n'
      << "  fast      " << describe_speed(report) << '\n'
      << "  contacts  " << describe_contacts(report) << '\n'
      << "  solved    " << describe_solution(report) << '\n'
      << "  exact     " << describe_exactness(report) << '\n';
  if (!report.expectations.empty()) print_expectations(out, report);
  if (report.approximate > 0) {
    out << "  warning   " << count_of(report.approximate, "step", "steps")
        << " approximate; the first: " << report.unsolved_islands.front().message << '\n';
  }
  const double turnover =
      std::max(report.energy_turnover, kLeastTurnover * std::abs(report.energy_initial));
  if (report.energy_created > kNotableCreation * turnover) {
    out << "  warning   the run created " << format_number(report.energy_created, 2)
        << " J of energy (" << format_number(report.energy_turnover, 2)
        << " J were in motion): try a smaller time step\n";
  }
}

}  // namespace stiction::command
