#include <stiction/world/step_report.h>

namespace stiction {

std::string_view to_string(StepStatus status) {
  switch (status) {
    case StepStatus::solved:
      return "solved";
    case StepStatus::approximate:
      return "approximate";
    case StepStatus::unsolved:
      return "unsolved";
    case StepStatus::cancelled:
      return "cancelled";
    case StepStatus::not_finite:
      break;
  }
  return "not-finite";
}

}  // namespace stiction
