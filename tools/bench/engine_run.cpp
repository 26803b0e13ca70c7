#include "engine_run.h"

#include <stiction/scene/energy_book.h>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <ctime>
#include <iostream>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "stopwatch.h"

namespace stiction::bench {
namespace {

constexpr int kMostTimedSteps = 1 << 16;
constexpr double kAnswer = 1e-6;  ///< above this residual a step has no answer
constexpr int kLooks = 100;       ///< per run, at a peer's world

/// The reports of a run's process, step by step, valid also if the process is killed within one.
struct Shared {
  EngineEnd end = EngineEnd::out_of_time;
  int steps = 0;
  double penetration_max = 0;
  double energy_gain = 0;
  double energy_initial = 0;
  double energy_created = 0;
  double energy_turnover = 0;
  double drift = 0;
  double memory_mib = 0;
  double first_memory_mib = 0;
  bool is_stiction = false;
  double contacts = 0;
  double residual_max = 0;
  double cone_residual_max = -1;
  std::size_t off_cone = 0;
  std::size_t beyond_cone = 0;
  RungCounts rungs{};
  std::array<double, kMostTimedSteps> us{};
  std::array<double, kMostTimedSteps> processor_us{};
  std::array<double, kMostTimedSteps> collide_us{};
  std::array<double, kMostTimedSteps> solve_us{};
  std::array<double, kMostTimedSteps> rest_us{};
};

/// Memory that a process shares with those that it starts.
class SharedMemory {
 public:
  SharedMemory()
      : memory_(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                     -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    new (memory_) Shared;
  }
  ~SharedMemory() { munmap(memory_, sizeof(Shared)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  Shared& get() { return *static_cast<Shared*>(memory_); }

 private:
  void* memory_;
};

/// Processor time of all threads of this process.
double get_processor_us() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

double calc_peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Puts the states of a peer into one of our worlds, which then measures them. Returns false if a
/// number is not finite.
bool show(const std::vector<BodyState>& states, World& world) {
  const std::vector<BodyId> bodies = world.bodies();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (world.definition(bodies[i]).kind == BodyKind::fixed) continue;
    const BodyState& state = states[i];
    const bool is_finite = state.pose.translation.allFinite() &&
                           state.pose.rotation.coeffs().allFinite() &&
                           state.linear_velocity.allFinite() && state.angular_velocity.allFinite();
    if (!is_finite) return false;
    world.set_pose(bodies[i], state.pose);
    world.set_velocity(bodies[i], state.linear_velocity, state.angular_velocity);
  }
  return true;
}

double calc_drift(const World& start, const World& now) {
  double drift = 0;
  for (const BodyId body : start.bodies()) {
    const Vec3 way = now.state(body).pose.translation - start.state(body).pose.translation;
    drift = std::max(drift, way.norm());
  }
  return drift;
}

void observe(const StepReport& report, std::size_t step, Shared& shared) {
  shared.collide_us[step] = 1e6 * report.collide_seconds;
  shared.solve_us[step] = 1e6 * report.solve_seconds;
  shared.rest_us[step] =
      1e6 * report.total_seconds - shared.collide_us[step] - shared.solve_us[step];
  shared.is_stiction = true;
  shared.contacts += static_cast<double>(report.contacts);
  shared.residual_max = std::max(shared.residual_max, report.residual);
  shared.cone_residual_max = std::max(shared.cone_residual_max, report.cone_residual.value_or(-1));
  shared.off_cone += static_cast<std::size_t>(report.off_cone);
  shared.beyond_cone += report.cone_residual.value_or(0) > kAnswer;
  shared.penetration_max = std::max(shared.penetration_max, report.penetration);
  for (std::size_t k = 0; k < kNumRungs; ++k) shared.rungs[k] += report.rungs[k];
}

/// The run, in its own process.
EngineEnd make_steps(Engine& engine, const EngineScene& scene, double limit, Shared& shared) {
  World shown = scene.world;
  EnergyBook book(shown.energy());
  shared.energy_initial = book.total();
  const int every = std::max(1, scene.steps / kLooks);
  const int steps = std::min(scene.steps, kMostTimedSteps);
  double us = 0;
  for (int k = 0; k < steps; ++k) {
    if (us > 1e6 * limit) return EngineEnd::out_of_time;
    const Clock::time_point start = Clock::now();
    const double processor_start = get_processor_us();
    const bool is_made = engine.step();
    shared.processor_us[static_cast<std::size_t>(k)] = get_processor_us() - processor_start;
    shared.us[static_cast<std::size_t>(k)] = us_since(start);
    us += shared.us[static_cast<std::size_t>(k)];
    shared.memory_mib = calc_peak_memory();
    const StepReport* report = engine.report();
    if (report) observe(*report, static_cast<std::size_t>(k), shared);
    if (!is_made) return EngineEnd::failed;
    shared.steps = k + 1;
    if (!report && k % every != 0 && k + 1 < steps) continue;
    if (!show(engine.states(), shown)) return EngineEnd::failed;
    book.add_step(shown.energy(), report ? report->work : 0);
    shared.energy_gain = book.gain();
    shared.energy_created = book.created();
    shared.energy_turnover = book.turnover();
    shared.drift = calc_drift(scene.world, shown);
    if (!report)
      shared.penetration_max = std::max(shared.penetration_max, shown.calc_penetration());
  }
  return EngineEnd::finished;
}

/// Waits for the process, and kills it when the time is up. Returns its status, or none.
std::optional<int> wait_for(pid_t process, double seconds) {
  const Clock::time_point start = Clock::now();
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (seconds_since(start) > seconds) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return status;
}

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double place = share * static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(std::lround(place))];
}

EngineFigures summarise(const Shared& shared) {
  EngineFigures figures;
  figures.end = shared.end;
  figures.steps = shared.steps;
  std::vector<double> us(shared.us.begin(), shared.us.begin() + shared.steps);
  if (!us.empty()) figures.first_us = us.front();
  const auto settled_median = [&](const auto& of_steps) {
    const auto end = of_steps.begin() + shared.steps;
    std::vector<double> last(end - shared.steps / 4, end);
    std::ranges::sort(last);
    return quantile(last, 0.5);
  };
  figures.settled_us = settled_median(shared.us);
  std::ranges::sort(us);
  figures.median_us = quantile(us, 0.5);
  figures.p99_us = quantile(us, 0.99);
  std::vector<double> processor_us(shared.processor_us.begin(),
                                   shared.processor_us.begin() + shared.steps);
  std::ranges::sort(processor_us);
  figures.processor_us = quantile(processor_us, 0.5);
  figures.most_us = quantile(us, 1);
  figures.penetration_max = shared.penetration_max;
  figures.drift = shared.drift;
  figures.energy_gain = shared.energy_gain;
  figures.energy_initial = shared.energy_initial;
  figures.memory_mib = shared.memory_mib;
  figures.grown_mib = shared.memory_mib - shared.first_memory_mib;
  if (!shared.is_stiction) return figures;
  figures.collide_us = settled_median(shared.collide_us);
  figures.solve_us = settled_median(shared.solve_us);
  figures.rest_us = settled_median(shared.rest_us);
  figures.contacts_mean = shared.contacts / std::max(1, shared.steps);
  figures.residual_max = shared.residual_max;
  if (shared.cone_residual_max >= 0) figures.cone_residual_max = shared.cone_residual_max;
  figures.off_cone = shared.off_cone;
  figures.beyond_cone = shared.beyond_cone;
  figures.energy_created = shared.energy_created;
  figures.energy_turnover = shared.energy_turnover;
  figures.rungs = shared.rungs;
  return figures;
}

}  // namespace

EngineFigures run_engine(const EngineEntry& entry, const EngineScene& scene, double limit) {
  SharedMemory memory;
  Shared& shared = memory.get();
  const pid_t process = fork();
  if (process < 0) throw std::runtime_error("cannot start a process for a run");
  if (process == 0) {
    shared.end = EngineEnd::failed;  // unless nothing throws
    try {
      shared.first_memory_mib = calc_peak_memory();
      const std::unique_ptr<Engine> engine = entry.make(scene);
      shared.end = EngineEnd::out_of_time;  // unless it ends by itself
      shared.end = make_steps(*engine, scene, limit, shared);
    } catch (const std::exception& error) {
      std::cerr << entry.name << ": " << error.what() << '\n';
    }
    _exit(0);
  }
  // Twice the limit, plus the time that setting up and measuring may take.
  const Clock::time_point start = Clock::now();
  const std::optional<int> status = wait_for(process, 2 * limit + 5);
  EngineFigures figures = summarise(shared);
  if (!status) {
    figures.end = EngineEnd::out_of_time;
    figures.most_us = std::max(figures.most_us, 1e6 * (seconds_since(start) - limit));
  } else if (!WIFEXITED(*status)) {
    figures.end = EngineEnd::crashed;
  }
  figures.scene = scene.name;
  figures.joints = scene.world.joints().size();
  figures.engine = entry.name;
  figures.steps_asked = scene.steps;
  return figures;
}

double calc_size(const EngineFigures& run) {
  return run.joints > 0 ? static_cast<double>(run.joints) : run.contacts_mean.value_or(0);
}

double fit_exponent(std::span<const EngineFigures> runs,
                    double (*figure)(const EngineFigures& figures)) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const EngineFigures& run : runs) {
    const double size = calc_size(run);
    if (run.steps == 0 || !(size > 0)) continue;
    const double a = std::log(size);
    const double b = std::log(figure(run));
    n += 1;
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

std::string end_text(const EngineFigures& figures) {
  if (figures.end == EngineEnd::finished) return "yes";
  constexpr std::array<const char*, 4> kWhy = {"", "out of time", "failed", "crashed"};
  return std::string(kWhy[static_cast<std::size_t>(figures.end)]) + " after " +
         std::to_string(figures.steps) + " of " + std::to_string(figures.steps_asked);
}

}  // namespace stiction::bench
