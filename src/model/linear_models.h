#pragma once

#include <stiction/model/contact_model.h>

#include <memory>

#include "shared_effort_model.h"

namespace stiction {

// The models whose tangential laws are linear: each is a method of the papers, with the ladder as
// its fallback.

std::unique_ptr<SharedEffortModel> make_frictionless_model(const ContactModelOptions& options);
std::unique_ptr<SharedEffortModel> make_no_slip_model(const ContactModelOptions& options);
std::unique_ptr<SharedEffortModel> make_viscous_model(const ContactModelOptions& options);

}  // namespace stiction
