#include "proximal_path.h"

namespace stiction {
namespace {

// Study of large islands, 2.5.
constexpr int kMostProximalSteps = 60;
constexpr double kProximalAllotment = 500;
constexpr double kFirstCompliance = 0.1;  ///< del
constexpr double kEndMu = 1e-9;           ///< in units of E0
constexpr double kWarmMu = 1e-4;
constexpr int kFirstRounds = 60;
constexpr int kWarmRounds = 40;
constexpr int kEasyRounds = 12;  ///< factorisations, at most, after which del is halved
/// Below this residual the exact finish is tried after every second step.
constexpr double kFinishResidual = 1e-2;

}  // namespace

bool ProximalPath::run(IslandSystem& system, double accepted, Effort& effort, BestAnswer& best) {
  centre_.assign(system.num_groups(), Vec3::Zero());
  double compliance = kFirstCompliance;
  bool is_warm = false;
  const double before = effort.spent_units();
  for (int k = 0; k < kMostProximalSteps && effort.spent_units() - before < kProximalAllotment;
       ++k) {
    Homotopy::Options options = {.rounds = k == 0 ? kFirstRounds : kWarmRounds, .end_mu = kEndMu};
    options.path.compliance = compliance;
    options.path.centre = &centre_;
    if (is_warm) {
      options.warm = &start_;
      options.path.start_mu = kWarmMu;
    }
    const auto outcome = homotopy_.run(system, options, effort, best);
    if (effort.left() < effort.unit()) return false;
    if (outcome != Homotopy::Outcome::solved) {
      compliance *= 4;
      continue;
    }
    system.project(homotopy_.interior(), start_);
    centre_ = start_;
    is_warm = true;
    const double residual = best.offer(system, centre_);
    if (residual <= accepted) return true;
    if (residual < kFinishResidual && k % 2 == 1 &&
        finish_.run(system, centre_, accepted, effort, best)) {
      return true;
    }
    if (homotopy_.rounds() < kEasyRounds) compliance /= 2;
  }
  return false;
}

}  // namespace stiction
