#include "expectation_times.h"

#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "expectation_steps.h"
#include "number_text.h"
#include "step_count.h"

namespace stiction {

void require_within_run(const ExpectElement& expect, double duration, double timestep,
                        FileErrors& errors) {
  constexpr double kRoundOff = 1 + 1e-9;
  constexpr int kTimeDigits = 15;  // without the round-off of a multiple of the step
  const std::size_t num_steps = calc_num_steps(duration, timestep);
  const double last = static_cast<double>(num_steps) * timestep;
  const double end = std::max(duration, last);
  const Expectation& expectation = expect.expectation;
  const std::tuple<const char*, std::optional<double>, int> times[] = {
      {"at", expectation.at, expect.at_line},
      {"from", expectation.from, expect.from_line},
      {"to", expectation.to, expect.to_line}};
  for (const auto& [name, time, line] : times) {
    if (!time || *time <= end * kRoundOff) continue;
    errors.add(line, std::string("<expect>, ") + name + "=" + in_quotes(format_number(*time)) +
                         ": a time after the end of the run; accepted are times up to " +
                         round_number(end, kTimeDigits));
    return;
  }
  if (calc_step_range(expectation, timestep, num_steps).is_empty()) {
    errors.add(expect.line, "<expect>: no step ends between from and to; steps end every " +
                                format_number(timestep) + " s up to " +
                                round_number(last, kTimeDigits));
  }
}

}  // namespace stiction
