// `stiction-bench erleben`: section 7 of Erleben 2013.

#include "bench_commands.h"
#include "erleben_curves.h"
#include "erleben_findings.h"
#include "erleben_plot.h"
#include "erleben_tables.h"
#include "output_files.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kErlebenFooter =
    "Fluid: the Laplacian on a cube of cells with a random divergence. Contact, printed: the\n"
    "paper's matrix with made-up entries. Contact, real: from the Jacobians and masses of\n"
    "bodies. Lines without 'library' are the methods of the paper with its criteria (absolute\n"
    "on the merit function, relative, cap); lines with it add this library's line search,\n"
    "scaling and second direction. Times are wall-clock us, the fastest of three.\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 a method did not\n"
    "solve all problems of a class for which it is guaranteed, or of table 1 where the paper\n"
    "solves all.";

struct ErlebenArguments {
  std::string csv;
  std::string plot;
  int problems = 100;
  bool quick = false;
};

ErlebenSizes make_sizes(const ErlebenArguments& arguments) {
  ErlebenSizes sizes;
  sizes.problems = arguments.problems;
  if (!arguments.quick) return sizes;
  sizes.fluid_cells = 6;
  sizes.figure_contacts = 20;
  sizes.table_contacts = 15;
  sizes.dense_size = 50;
  sizes.largest_fluid_cells = 8;
  sizes.largest_contacts = 20;
  return sizes;
}

std::vector<CurveSet> run_curves(const ErlebenSizes& sizes) {
  std::vector<CurveSet> all = make_convergence_curves(sizes);
  for (CurveSet& set : make_strategy_curves(sizes)) all.push_back(std::move(set));
  all.push_back(make_relaxation_curves(sizes));
  for (CurveSet& set : make_time_curves(sizes)) all.push_back(std::move(set));
  for (const CurveSet& set : all) print_curves(std::cout, set);
  return all;
}

std::vector<EndSeries> run_tables(const ErlebenSizes& sizes) {
  std::vector<EndSeries> all;
  for (const auto& run :
       {run_robustness, run_warm_starts, run_zero_eigenvalues, run_to_solutions}) {
    std::vector<EndSeries> some = run(sizes);
    std::cout << some.front().table << '\n';
    print_end_series(std::cout, some);
    std::cout << std::flush;
    for (EndSeries& one : some) all.push_back(std::move(one));
  }
  return all;
}

/// Writes a row for each point of a curve, then one for each solve of the tables.
void write_erleben_csv(std::ostream& out, const std::vector<CurveSet>& curves,
                       const std::vector<EndSeries>& ends) {
  out << "figure,problems,method,x,value,problem,iterations,residual,stop\n";
  for (const CurveSet& set : curves) {
    for (const Curve& curve : set.curves) {
      for (std::size_t k = 0; k < curve.x.size(); ++k) {
        out << set.figure << ",\"" << set.title << "\",\"" << curve.name << "\","
            << format_text("%.6g", curve.x[k]) << ',' << format_text("%.6g", curve.y[k])
            << ",,,,\n";
      }
    }
  }
  for (const EndSeries& series : ends) {
    for (std::size_t k = 0; k < series.runs.size(); ++k) {
      const EndRun& run = series.runs[k];
      out << '"' << series.table << "\",\"" << series.problems << "\",\"" << series.method
          << "\",,," << k << ',' << run.iterations << ',' << format_text("%.3e", run.residual)
          << ',' << to_string(run.stop) << '\n';
    }
  }
}

int report_erleben(const ErlebenArguments& arguments) {
  CsvFile csv(arguments.csv);
  const ErlebenSizes sizes = make_sizes(arguments);
  const std::vector<CurveSet> curves = run_curves(sizes);
  const std::vector<EndSeries> ends = run_tables(sizes);
  print_paragraphs(std::cout, make_erleben_findings(curves, ends));
  write_erleben_csv(csv.stream(), curves, ends);
  csv.close();
  if (!arguments.plot.empty()) {
    for (const auto& file : write_erleben_figures(curves, ends, arguments.plot)) {
      std::cout << "wrote " << file.string() << '\n';
    }
  }
  return print_broken_claims(std::cout, ends) == 0 ? kFine : kNotSolved;
}

}  // namespace

int run_erleben_command(int argc, char** argv) {
  ErlebenArguments arguments;
  CommandLine line("stiction-bench erleben",
                   "Compare iterative LCP methods as in Erleben 2013, section 7");
  line.option("--csv", arguments.csv,
              "Write every point and every solve as CSV; - is standard output")
      .value_name("FILE");
  line.option("--plot", arguments.plot, "Draw the figures as SVG").value_name("DIR");
  const CommandLine::Option problems =
      line.option("--problems", arguments.problems, "Put N problems into each table")
          .range(1, 100000)
          .show_default();
  line.flag("--quick", arguments.quick, "Take fewer and smaller problems: some 5 s");
  line.footer(kErlebenFooter);
  line.action([&] {
    if (arguments.quick && !problems.is_given()) arguments.problems = 10;
    return report_erleben(arguments);
  });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
