#pragma once

#include <map>
#include <utility>

#include "contact_finder.h"
#include "world_value.h"

namespace stiction {

/// The overlap of each pair of bodies, or of each wanted one, at the present poses, m, if it is
/// above `kTouchingGap`.
std::map<std::pair<BodyId, BodyId>, double> find_overlaps(
    const WorldValue& world, ContactFinder& finder,
    const ContactFinder::PairFilter& is_wanted = {});

/// How deep a contact overlaps, less the placed overlap that is to be left, m; negative: apart.
double calc_depth(const WorldValue& world, const FoundContact& contact);

/// The deepest overlap at the present poses, m, >= 0.
double calc_depth(const WorldValue& world, ContactFinder& finder);

}  // namespace stiction
