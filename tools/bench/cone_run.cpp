#include "cone_run.h"

#include <stiction/scene/problem_dump.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <utility>

namespace stiction::bench {
namespace {

std::string share_text(std::size_t part, std::size_t whole) {
  if (part == 0) return "0";
  return std::to_string(part) +
         format_text(", 1 in %.0f", static_cast<double>(whole) / static_cast<double>(part));
}

}  // namespace

void ConeTally::add(const StepReport& report) {
  ++steps;
  off += static_cast<std::size_t>(report.off_cone);
  unsolved += static_cast<std::size_t>(report.unsolved);
  worst = std::max(worst, report.residual);
  for (std::size_t k = 0; k < kNumRungs; ++k) rungs[k] += report.rungs[k];
}

void ConeTally::add(const ConeTally& other) {
  steps += other.steps;
  off += other.off;
  unsolved += other.unsolved;
  worst = std::max(worst, other.worst);
  for (std::size_t k = 0; k < kNumRungs; ++k) rungs[k] += other.rungs[k];
}

std::size_t ConeTally::searched() const {
  // `rungs` counts only answers that were found.
  const std::size_t all = std::accumulate(rungs.begin(), rungs.end(), unsolved);
  return all - rungs[static_cast<std::size_t>(Rung::free)] -
         rungs[static_cast<std::size_t>(Rung::remembered)];
}

bool ConeBounds::hold(const ConeTally& tally) const {
  const auto searched = static_cast<double>(tally.searched());
  return static_cast<double>(tally.off) <= off * searched &&
         static_cast<double>(tally.unsolved) <= unsolved * searched;
}

ConeRun::ConeRun(std::string name, std::string dump)
    : name_(std::move(name)), dump_(std::move(dump)) {}

void ConeRun::observe(const StepReport& report, const World& world) {
  tally_.add(report);
  if (report.off_cone == 0) return;
  std::cout << name_ << ", step " << tally_.steps << ": " << report.off_cone
            << " off the cone, worst " << format_text("%.1e", report.residual) << ", delivered by "
            << to_string(report.rungs);
  for (const UnsolvedIsland& island : report.unsolved_islands) {
    std::cout << "; " << to_string(island.cause) << ", " << format_text("%.1e", island.residual)
              << ", effort " << format_text("%.0f", island.effort) << ": "
              << describe(island, world);
  }
  std::cout << '\n';
  if (dump_.empty() || report.unsolved == 0) return;
  write_step_problems(std::filesystem::path(dump_) / name_, tally_.steps, report,
                      world.options().contact);
}

Cells tally_head() {
  return {"run", "met", "steps", "searched", "above 1e-8", "above 1e-6", "worst", "rungs"};
}

Cells tally_line(const std::string& name, const ConeTally& tally, const ConeBounds& bounds) {
  return {name,
          bounds.hold(tally) ? "yes" : "no",
          std::to_string(tally.steps),
          std::to_string(tally.searched()),
          share_text(tally.off, tally.searched()),
          share_text(tally.unsolved, tally.searched()),
          format_text("%.1e", tally.worst),
          to_string(tally.rungs)};
}

}  // namespace stiction::bench
