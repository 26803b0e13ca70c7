#include "interruption.h"

namespace stiction::command {
namespace {

volatile std::sig_atomic_t g_noted_signal = 0;

extern "C" void note_signal(int signal) { g_noted_signal = signal; }

}  // namespace

InterruptionGuard::InterruptionGuard() {
  struct sigaction action = {};
  action.sa_handler = note_signal;
  sigemptyset(&action.sa_mask);
  // Interrupted writing is resumed; the second signal acts as if there were no guard.
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &previous_[i]);
    if (previous_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptionGuard::~InterruptionGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &previous_[i], nullptr);
}

int noted_signal() { return g_noted_signal; }

}  // namespace stiction::command
