#pragma once

namespace stiction::bench {

/// Exit statuses of the program.
inline constexpr int kFine = 0;
inline constexpr int kBadUsage = 2;
inline constexpr int kNotSolved = 3;

/// `stiction-bench engine`, `erleben`, `grasp`, `heaps`, `integrators`, `lacoursiere`, `lloyd`,
/// `locomotion`, `rods`, `rungs`, `scaling`, `shapes`, `simbenchmark`, `splitting`, `stress` and
/// `targets`; argv[0] is the name of the benchmark. Each returns the exit status and answers
/// --help. Throws an exception if a file cannot be read or written.
int run_engine_command(int argc, char** argv);
int run_erleben_command(int argc, char** argv);
int run_grasp_command(int argc, char** argv);
int run_heaps_command(int argc, char** argv);
int run_integrators_command(int argc, char** argv);
int run_lacoursiere_command(int argc, char** argv);
int run_lloyd_command(int argc, char** argv);
int run_locomotion_command(int argc, char** argv);
int run_rods_command(int argc, char** argv);
int run_rungs_command(int argc, char** argv);
int run_scaling_command(int argc, char** argv);
int run_shapes_command(int argc, char** argv);
int run_simbenchmark_command(int argc, char** argv);
int run_splitting_command(int argc, char** argv);
int run_stress_command(int argc, char** argv);
int run_targets_command(int argc, char** argv);

}  // namespace stiction::bench
