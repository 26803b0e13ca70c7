#include "linear_models.h"

#include <cstddef>

#include "fallback_model.h"
#include "frictionless.h"
#include "no_slip.h"
#include "viscous.h"

namespace stiction {
namespace {

/// More contacts are the ladder's from the start. A heap of 40 bodies in bins of planes: with 0,
/// 20, 60 and no limit 99 % of the steps take at most 9, 13, 10 and 8 ms without friction, 13, 13,
/// 11 and 62 ms with viscous friction, 39, 34, 93 and 242 ms without slip.
constexpr std::size_t kFewLinearContacts = 20;

template <typename Model>
std::unique_ptr<SharedEffortModel> make_with_ladder(const ContactModelOptions& options) {
  const auto make = [](LinearMethod method) {
    return [method](const ContactModelOptions& own) -> std::unique_ptr<SharedEffortModel> {
      return std::make_unique<Model>(own, method);
    };
  };
  return std::make_unique<FallbackModel>(
      options, FallbackModel::Parts{.make_first = make(LinearMethod::pivots),
                                    .make_other = make(LinearMethod::ladder),
                                    .told = Rung::fallback,
                                    .few_contacts = kFewLinearContacts});
}

}  // namespace

std::unique_ptr<SharedEffortModel> make_frictionless_model(const ContactModelOptions& options) {
  return make_with_ladder<FrictionlessModel>(options);
}

std::unique_ptr<SharedEffortModel> make_no_slip_model(const ContactModelOptions& options) {
  return make_with_ladder<NoSlipModel>(options);
}

std::unique_ptr<SharedEffortModel> make_viscous_model(const ContactModelOptions& options) {
  return make_with_ladder<ViscousModel>(options);
}

}  // namespace stiction
