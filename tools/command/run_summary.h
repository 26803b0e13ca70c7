#pragma once

#include <stiction/scene/report.h>

#include <iosfwd>
#include <string>

namespace stiction::command {

/// "FILE:LINE: crate-2 position.z at 5 s: measured 2.4 at t = 5 s, wanted 2.5 +- 0.001".
std::string describe_failure(const ExpectationResult& result);

std::size_t count_failed(const RunReport& report);

/// Prints a few lines about a run: what ran, how fast, how exact, and its expectations.
void print_summary(std::ostream& out, const RunReport& report);

}  // namespace stiction::command
