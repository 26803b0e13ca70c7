#include <stiction/scene/step_table.h>

#include "csv_text.h"

namespace stiction {
namespace {

Rung find_farthest_rung(const RungCounts& rungs) {
  for (std::size_t k = kNumRungs; k-- > 0;) {
    if (rungs[k] > 0) return static_cast<Rung>(k);
  }
  return Rung::free;
}

}  // namespace

StepTableWriter::StepTableWriter(std::ostream& out, std::size_t every)
    : RunTable(out, every,
               "time,energy,work,residual,cone_residual,contacts,penetration,pivots,"
               "factorisations,rung,collide_us,solve_us,total_us") {}

void StepTableWriter::append_rows(const Simulation& simulation) {
  constexpr double kMicrosecondsPerSecond = 1e6;
  const StepReport& report = simulation.last_report();
  const EnergyBook& energy = simulation.expectations().energy();
  std::string& text = rows();
  append_csv_number(text, simulation.time());
  const auto append = [&text](double value) {
    text += ',';
    append_csv_number(text, value);
  };
  append(energy.total());
  append(energy.work());
  append(report.residual);
  if (report.cone_residual) {
    append(*report.cone_residual);
  } else {
    text += ',';
  }
  text += ',' + std::to_string(report.contacts);
  append(report.penetration);
  text += ',' + std::to_string(report.pivots);
  text += ',' + std::to_string(report.factorisations) + ',';
  text += to_string(find_farthest_rung(report.rungs));
  append(report.collide_seconds * kMicrosecondsPerSecond);
  append(report.solve_seconds * kMicrosecondsPerSecond);
  append(report.total_seconds * kMicrosecondsPerSecond);
  text += '\n';
}

}  // namespace stiction
