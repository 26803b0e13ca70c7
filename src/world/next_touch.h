#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "island_path.h"
#include "time_of_impact.h"

namespace stiction {

/// Approaches up to this, m/s, are not impacts: a rebound would end within a tenth of the step, or
/// the speed is at most 1 mm/s.
double least_approach(const StepView& view);

/// Contacts that separate faster than this are not held, m/s.
inline constexpr double kLeastSeparation = 1e-6;

/// The speed at which the bodies separate at a contact, m/s.
double calc_normal_speed(const BodyMotions& motions, const FoundContact& contact);

/// The acceleration with which external forces drive the bodies of a contact together, m/s^2, >= 0.
double calc_pull(const WorldValue& world, const FoundContact& contact);

/// A bound on the acceleration of the contact point by the body's rotation, m/s^2: by w x (w x r)
/// and, for a free body that forces move, by its angular acceleration in free motion.
double calc_turning(const WorldValue& world, std::size_t body, const BodyMotion& motion,
                    const Vec3& w, const Vec3& point, bool is_free);
/// The sum of that over both bodies of a contact.
double calc_turning(const WorldValue& world, const BodyMotions& motions,
                    const FoundContact& contact, bool is_free);

/// True if the bodies of a contact may meet within the step, fast enough for an impact.
bool meets(const StepView& view, const FoundContact& contact);

/// Appends the contacts of a pair of shapes, given by one of them, with the bodies at these
/// motions, within the bodies' reach in so much time, s. These are the contacts that the motion
/// selects, unless one is closed although the shapes pass each other along its normal; then those
/// at the points where the shapes are nearest.
void append_contacts_ahead(const StepView& view, const Island& island, const FoundContact& pair,
                           const BodyMotion& a, const BodyMotion& b, double time,
                           ManifoldList& manifolds, std::vector<FoundContact>& contacts);

/// Memory of `find_touch`.
struct NextTouchTools {
  std::vector<FoundContact> found;
  std::vector<ContactOnPath> looks;
};

/// Returns when the first contact of the pair of shapes that is not held closes, s, if it does so
/// after `now` and within the step. Bodies follow their ways, one per body of the world, and have
/// these contacts now. Bodies that contacts lead must close it with at least that approach, m/s.
std::optional<double> find_touch(const StepView& view, const Island& island,
                                 const FoundContact& pair, std::span<const FoundContact> contacts,
                                 std::span<BodyWay> ways, double now,
                                 const std::function<bool(const ContactKey&)>& is_held,
                                 double least_approach, ManifoldList& manifolds,
                                 NextTouchTools& tools);

}  // namespace stiction
