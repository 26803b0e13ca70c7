#include <stiction/scene/run_frame.h>
#include <stiction/scene/step_table.h>

#include "csv_text.h"

namespace stiction {

StepTableWriter::StepTableWriter(std::ostream& out, std::size_t every)
    : RunTable(out, every,
               "time,energy,work,residual,cone_residual,contacts,penetration,pivots,"
               "factorisations,rung,collide_us,solve_us,total_us") {}

void StepTableWriter::append_rows(const Simulation& simulation) {
  const StepFigures figures = take_step_figures(simulation);
  std::string& text = rows();
  append_csv_number(text, simulation.time());
  const auto append = [&text](double value) {
    text += ',';
    append_csv_number(text, value);
  };
  append(figures.energy);
  append(figures.work);
  append(figures.residual);
  if (figures.cone_residual) {
    append(*figures.cone_residual);
  } else {
    text += ',';
  }
  text += ',' + std::to_string(figures.contacts);
  append(figures.penetration);
  text += ',' + std::to_string(figures.pivots);
  text += ',' + std::to_string(figures.factorisations) + ',';
  text += to_string(figures.rung);
  append(figures.collide_us);
  append(figures.solve_us);
  append(figures.total_us);
  text += '\n';
}

}  // namespace stiction
