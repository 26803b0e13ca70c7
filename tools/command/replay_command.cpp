#include "command_error.h"
#include "exit_status.h"
#include "interruption.h"
#include "messages.h"
#include "number_format.h"
#include "option_values.h"
#include "recorded_run.h"
#include "scene_run.h"
#include "scene_source.h"
#include "subcommands.h"

#include <command_line/command_line.h>
#include <stiction/version.h>

#include <bit>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>

namespace stiction::command {
namespace {

constexpr const char* kReplayFooter =
    "The recording holds the scene and the options of the run; files that the scene names\n"
    "must be unchanged and in the same place. Compares poses and velocities, bit for bit, in\n"
    "the recorded frames. A run under another version or build may differ.\n"
    "\n"
    "Exit status: 0 the same; 1 a body differs; 2 no recording, an incomplete one, or a scene\n"
    "that has changed; 3 a step failed that was recorded; 128 + N ended by signal N.";

struct ReplayArguments {
  std::string recording;
  std::optional<std::string> threads;
};

bool are_same_bits(const RunFrame::Motion& a, const RunFrame::Motion& b) {
  return std::ranges::equal(
      a, b, {}, [](double x) { return std::bit_cast<std::uint64_t>(x); },
      [](double x) { return std::bit_cast<std::uint64_t>(x); });
}

/// "crate: position by 1.2e-16 m, rotation by ...": the differences.
std::string describe_difference(const RunFrame::Motion& now, const RunFrame::Motion& then) {
  constexpr std::array<const char*, 4> kNames = {"position", "orientation", "velocity",
                                                 "angular velocity"};
  constexpr std::array<const char*, 4> kUnits = {" m", "", " m/s", " rad/s"};
  constexpr std::array<std::size_t, 5> kFirst = {0, 3, 7, 10, 13};
  std::string text;
  for (std::size_t part = 0; part < kNames.size(); ++part) {
    double most = -1;
    for (std::size_t k = kFirst[part]; k < kFirst[part + 1]; ++k) {
      if (std::bit_cast<std::uint64_t>(now[k]) == std::bit_cast<std::uint64_t>(then[k])) continue;
      most = std::max(most, std::abs(now[k] - then[k]));
    }
    if (most < 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(kNames[part]) + " by " + format_number(most) +
            kUnits[part];
  }
  return text;
}

/// The names of the moving bodies, in their order.
std::vector<std::string> list_moving_names(const World& world) {
  std::vector<std::string> names;
  for (const BodyId body : world.bodies()) {
    const BodyDefinition& definition = world.definition(body);
    if (definition.kind != BodyKind::fixed) names.push_back(definition.name);
  }
  return names;
}

/// Steps the simulation to each frame of the recording; prints differences and returns the status.
int compare_frames(RecordingReader& reader, Simulation& simulation) {
  const std::vector<std::string> names = list_moving_names(simulation.world());
  const FrameTaker taker(simulation.world());
  RunFrame now;
  std::size_t num_frames = 0;
  for (const RunFrame* then = reader.next(); then != nullptr; then = reader.next(), ++num_frames) {
    while (simulation.steps_done() < then->step && !simulation.is_finished()) {
      if (simulation.step().status == StepStatus::cancelled) return kInterrupted + noted_signal();
    }
    if (simulation.steps_done() < then->step) {
      std::cout << "step " << simulation.steps_done() + 1 << ": "
                << to_string(simulation.last_report().status)
                << "; in the recording the run goes on\n";
      return kSimulationFailed;
    }
    taker.take(simulation, now);
    if (now.motions.size() != then->motions.size()) {
      throw CommandError("the scene has " + std::to_string(now.motions.size()) +
                         " bodies that move, the recording " +
                         std::to_string(then->motions.size()));
    }
    std::size_t num_different = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (are_same_bits(now.motions[i], then->motions[i])) continue;
      if (num_different++ > 0) continue;
      std::cout << "step " << then->step << " (t = " << format_number(simulation.time())
                << " s): " << names[i]
                << " differs: " << describe_difference(now.motions[i], then->motions[i]) << '\n';
    }
    if (num_different == 0) continue;
    if (num_different > 1) std::cout << "  and " << num_different - 1 << " more bodies\n";
    return kExpectationFailed;
  }
  if (num_frames == 0) {
    std::cout << "no frames to compare\n";
    return kFine;
  }
  std::cout << "the same: " << count_of(names.size(), "body", "bodies") << " in "
            << count_of(num_frames, "frame", "frames") << ", up to step " << simulation.steps_done()
            << " (t = " << format_number(simulation.time()) << " s)\n";
  return kFine;
}

int replay(const ReplayArguments& arguments) {
  constexpr std::size_t kMostThreads = 1024;
  const std::size_t threads =
      arguments.threads ? parse_count("--threads", *arguments.threads, 1, kMostThreads) : 1;
  RecordedRun run(arguments.recording);
  const std::optional<Scene> scene = take_scene(read_recorded_scene(run.reader().head()));
  if (!scene) return kBadInput;
  if (run.reader().head().stiction != version()) {
    print_error("note: recorded by version " + run.reader().head().stiction + ", this is " +
                std::string(version()));
  }
  const InterruptionGuard guard;
  Simulation simulation = make_simulation(*scene, static_cast<int>(threads), false);
  const int status = compare_frames(run.reader(), simulation);
  return status == kFine ? run.check_end() : status;
}

}  // namespace

void add_replay_command(CommandLine& program) {
  auto arguments = std::make_shared<ReplayArguments>();
  CommandLine line = program.command(
      "replay", "Run the scene of a recording again and name the first step and body that differ");
  line.option("FILE", arguments->recording, "Recording, written by run --record").required();
  line.option("--threads", arguments->threads, "Use N threads; the result is the same (1)")
      .value_hint("N");
  line.footer(kReplayFooter);
  line.action([arguments] { return replay(*arguments); });
}

}  // namespace stiction::command
