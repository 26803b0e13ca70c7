#include "progress_bar.h"

#include "number_format.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace stiction::command {
namespace {

constexpr auto kPeriod = std::chrono::milliseconds(100);
constexpr std::size_t kBarWidth = 24;

std::size_t terminal_width() {
  winsize size = {};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : 80;
}

/// "7 s", "3 min 05 s", "2 h 10 min".
std::string format_span(double seconds) {
  const auto two_digits = [](long value) {
    return (value < 10 ? "0" : "") + std::to_string(value);
  };
  constexpr double kLongest = 3600.0 * 24 * 365;
  if (!(seconds < kLongest)) return "more than a year";
  const long whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + two_digits(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + two_digits(whole / 60 % 60) + " min";
}

std::string draw(const Simulation& simulation, double elapsed_seconds) {
  const auto done = static_cast<double>(simulation.steps_done());
  const double share = done / static_cast<double>(simulation.num_steps());
  const auto filled = std::min(kBarWidth, static_cast<std::size_t>(share * kBarWidth));
  std::string line = "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') + "] ";
  line += format_number(simulation.time()) + " of " + format_number(simulation.scene().duration) +
          " s, ";
  if (done > 0) line += format_span(elapsed_seconds * (1 - share) / share) + " left, ";
  return line + std::to_string(simulation.last_report().contacts) + " contacts";
}

}  // namespace

ProgressBar::ProgressBar(bool enabled)
    : enabled_(enabled), start_(Clock::now()), last_drawing_(start_) {}

void ProgressBar::update(const Simulation& simulation) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_drawing_ < kPeriod) return;
  last_drawing_ = now;
  std::string line = draw(simulation, std::chrono::duration<double>(now - start_).count());
  line.resize(std::min(line.size(), terminal_width() - 1));
  std::cerr << "\r" + line + "\x1b[K" << std::flush;  // K: erases the rest of the line
  is_drawn_ = true;
}

void ProgressBar::clear() {
  if (is_drawn_) std::cerr << "\r\x1b[K" << std::flush;
  is_drawn_ = false;
}

bool can_show_progress(bool output_goes_to_standard_output) {
  if (isatty(STDERR_FILENO) == 0) return false;
  return !output_goes_to_standard_output || isatty(STDOUT_FILENO) == 0;
}

}  // namespace stiction::command
