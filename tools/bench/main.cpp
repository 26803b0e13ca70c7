// stiction-bench: some names are programs of their own (kCommands); the others select benchmarks
// that sources in this folder register with Google Benchmark, and take its options.

#include "bench_commands.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::bench {
namespace {

struct Command {
  std::string_view name;
  std::string_view about;
  int (*run)(int argc, char** argv);
};

constexpr std::array<Command, 16> kCommands = {{
    {"engine", "whole scenes, beside other engines in the same run", run_engine_command},
    {"erleben", "iterative LCP methods on the problems of Erleben 2013, tables and figures",
     run_erleben_command},
    {"grasp", "Drumwright's grasp, with and without slip: cost and slip", run_grasp_command},
    {"heaps", "random heaps in a bin: exactness and rungs of their contacts", run_heaps_command},
    {"integrators", "impacts at their time and second order: cost, energy",
     run_integrators_command},
    {"lacoursiere", "solvers of box problems as in Lacoursiere 2003, tables and figures",
     run_lacoursiere_command},
    {"lloyd", "Lemke's algorithm on the problems of Lloyd 2004, tables and figures",
     run_lloyd_command},
    {"locomotion", "Drumwright's quadruped under three contact laws: cost of a walk",
     run_locomotion_command},
    {"rods", "dropped rods: the energy that steps add", run_rods_command},
    {"rungs", "how exact the answers in whole scenes are, and which rung found them",
     run_rungs_command},
    {"scaling", "how the time of a step grows with the contacts of a scene", run_scaling_command},
    {"shapes", "contacts of all pairs of shapes at random poses, judged", run_shapes_command},
    {"simbenchmark", "SimBenchmark's errors, beside the published ones", run_simbenchmark_command},
    {"splitting", "convergence of box friction's passes, incline and log heap",
     run_splitting_command},
    {"stress", "random contact problems through every Lemke, judged", run_stress_command},
    {"targets", "time and exactness of whole scenes, against targets", run_targets_command},
}};

/// Benchmarks of one subject, by the beginning of their names.
struct Subject {
  std::string_view name;
  std::string_view about;
  std::string_view filter;
};

constexpr std::array<Subject, 3> kSubjects = {{
    {"collide", "narrow and broad phase, beside Bullet's narrow phase",
     "^(run/|broad_phase|on_|load_)"},
    {"lemke", "the dense Lemke solver", "^lemke"},
    {"step", "steps of whole scenes", "^step"},
}};

void print_names(std::ostream& out) {
  const auto print = [&](std::string_view name, std::string_view about) {
    out << "  " << name << std::string(14 - name.size(), ' ') << about << '\n';
  };
  for (const Command& command : kCommands) print(command.name, command.about);
  for (const Subject& subject : kSubjects) print(subject.name, subject.about);
}

int print_help() {
  std::cout << "Usage: stiction-bench NAME [OPTIONS]\n\nNAME is one of\n";
  print_names(std::cout);
  std::cout << "\nThe first " << kCommands.size()
            << " accept --help. The others take the options of Google Benchmark\n"
               "(--benchmark_filter=REGEX, --benchmark_format=json, ...); without a NAME all of "
               "these run.\n";
  return kFine;
}

int refuse(std::string_view name) {
  std::cerr << "stiction-bench: unknown benchmark \"" << name << "\"; expected one of\n";
  print_names(std::cerr);
  return kBadUsage;
}

int run_google_benchmarks(std::vector<char*> arguments) {
  int argc = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&argc, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(argc, arguments.data())) return kBadUsage;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return kFine;
}

int run_command(const Command& command, int argc, char** argv) {
  try {
    return command.run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "stiction-bench " << command.name << ": " << error.what() << '\n';
    return kBadUsage;
  }
}

int run_program(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--help" || name == "-h") return print_help();
  if (name.empty() || name.starts_with('-')) return run_google_benchmarks(arguments);
  for (const Command& command : kCommands) {
    if (command.name == name) return run_command(command, argc - 1, argv + 1);
  }
  const auto subject = std::ranges::find(kSubjects, name, &Subject::name);
  if (subject == kSubjects.end()) return refuse(name);
  // A user's filter comes later and so wins.
  std::string filter = "--benchmark_filter=" + std::string(subject->filter);
  arguments[1] = filter.data();
  return run_google_benchmarks(arguments);
}

}  // namespace
}  // namespace stiction::bench

int main(int argc, char** argv) { return stiction::bench::run_program(argc, argv); }
