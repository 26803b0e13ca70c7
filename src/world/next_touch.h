#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "island_path.h"
#include "time_of_impact.h"

namespace stiction {

/// Approaches up to this, m/s, are no impacts: a rebound would end within a tenth of the step, or
/// takes more than a millimetre per second off nothing.
double least_approach(const StepView& view);

/// What separates faster is held by nothing, m/s.
inline constexpr double kLeastSeparation = 1e-6;

/// How fast bodies that move like that separate at a contact, m/s.
double calc_normal_speed(const BodyMotions& motions, const FoundContact& contact);

/// How fast external forces drive the bodies of a contact together, m/s^2, >= 0.
double calc_pull(const WorldValue& world, const FoundContact& contact);

/// How much a point of the body that turns is accelerated at most, m/s^2: by w x (w x r), and where
/// nothing holds a body that forces move by the angular acceleration of its free motion.
double calc_turning(const WorldValue& world, std::size_t body, const BodyMotion& motion,
                    const Vec3& w, const Vec3& point, bool is_free);
/// The same of both bodies of a contact, which move like that.
double calc_turning(const WorldValue& world, const BodyMotions& motions,
                    const FoundContact& contact, bool is_free);

/// Whether the bodies of a contact may meet within the step, and fast enough for an impact.
bool meets(const StepView& view, const FoundContact& contact);

/// The contacts of the pair of shapes of one of them on bodies that are there, as far as the bodies
/// reach in a time, s; appended. Those that their motion chooses, unless that closes one along
/// whose normal they pass each other: then those of where they are nearest.
void append_contacts_ahead(const StepView& view, const Island& island, const FoundContact& pair,
                           const BodyMotion& a, const BodyMotion& b, double time,
                           ManifoldList& manifolds, std::vector<FoundContact>& contacts);

/// Memory of `find_touch`.
struct NextTouchTools {
  std::vector<FoundContact> found;
  std::vector<ContactOnPath> looks;
};

/// When the first contact of the pair of shapes that is not held closes, if it does so after `now`
/// and up to the end of the step, s: bodies follow their ways, one a body of the world, and have
/// these contacts now. Bodies that contacts lead close it with at least that approach, m/s.
std::optional<double> find_touch(const StepView& view, const Island& island,
                                 const FoundContact& pair, std::span<const FoundContact> contacts,
                                 std::span<BodyWay> ways, double now,
                                 const std::function<bool(const ContactKey&)>& is_held,
                                 double least_approach, ManifoldList& manifolds,
                                 NextTouchTools& tools);

}  // namespace stiction
