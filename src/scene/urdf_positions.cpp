#include "urdf_positions.h"

#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include "circles.h"
#include "urdf_elements.h"

namespace stiction {
namespace {

class UrdfJointPlacement {
 public:
  UrdfJointPlacement(std::vector<UrdfJoint>& joints, NameTable& names, FileErrors& errors,
                     FileErrors& scene_errors)
      : joints_(joints), names_(names), errors_(errors), scene_errors_(scene_errors) {
    for (std::size_t i = 0; i < joints.size(); ++i) indices_.try_emplace(joints[i].name, i);
  }

  void place(const std::vector<PositionElement>& positions) {
    leaders_.resize(joints_.size());
    for (std::size_t i = 0; i < joints_.size(); ++i) leaders_[i] = find_leader(joints_[i]);
    reject_circles();
    std::vector<char> is_given(joints_.size(), 0);
    for (const PositionElement& position : positions) set_position(position, is_given);
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      UrdfJoint& joint = joints_[i];
      joint.position = calc_position(i);
      if (std::isfinite(joint.position)) continue;
      errors_.add(joint.line, "<joint>: " + in_quotes(joint.name) +
                                  " would follow to a position beyond the range of numbers");
    }
  }

 private:
  /// The first joint of the name; if there is none, the error is recorded.
  std::optional<std::size_t> find_joint(const Reference& reference, FileErrors& errors) {
    if (!names_.resolve(reference, errors)) return {};
    return indices_.at(reference.name);
  }

  std::optional<std::size_t> find_leader(const UrdfJoint& joint) {
    if (!joint.mimic || !joint.mimic->joint) return {};
    const Reference& reference = *joint.mimic->joint;
    const std::optional<std::size_t> leader = find_joint(reference, errors_);
    if (!leader) return {};
    const std::string what = "<mimic>, joint=" + in_quotes(reference.name) + ": ";
    if (reference.name == joint.name) {
      errors_.add(reference.line, what + "a joint that follows itself; expected another joint");
    } else if (!has_position(joints_[*leader].type)) {
      errors_.add(reference.line,
                  what + "a joint of this type has no position to follow; " + kTypesWithPosition);
    } else {
      return leader;
    }
    return {};
  }

  /// Records each cycle once, at the first of its joints, and cuts it there.
  void reject_circles() {
    for (const std::vector<std::size_t>& circle : find_circles(leaders_)) {
      std::vector<std::string> names;
      for (const std::size_t joint : circle) names.push_back(joints_[joint].name);
      const std::size_t first = *std::ranges::min_element(circle);
      errors_.add(
          joints_[first].mimic->joint->line,
          "<mimic>: joints follow each other in a circle: " + describe_circle(names, "follows") +
              "; expected a leader that follows none of them");
      leaders_[first].reset();
    }
  }

  void set_position(const PositionElement& position, std::vector<char>& is_given) {
    const auto index = position.joint ? find_joint(*position.joint, scene_errors_) : std::nullopt;
    if (!index) return;
    UrdfJoint& joint = joints_[*index];
    const std::string what = "<position>, joint=" + in_quotes(joint.name) + ": ";
    if (!has_position(joint.type)) {
      scene_errors_.add(position.line,
                        what + "a joint of this type has no position; " + kTypesWithPosition);
    } else if (joint.mimic) {
      scene_errors_.add(position.line,
                        what + "it follows " +
                            (joint.mimic->joint ? in_quotes(joint.mimic->joint->name) : "another") +
                            " by its <mimic>; accepted are joints that follow none");
    } else if (is_given[*index]) {
      scene_errors_.add(position.line, what + "given twice to a joint; only one is accepted");
    } else if (position.value < joint.lower || position.value > joint.upper) {
      scene_errors_.add(position.line, what + "outside of the joint's limits; accepted are " +
                                           format_number(joint.lower) + " to " +
                                           format_number(joint.upper));
    } else {
      joint.position = position.value;
      is_given[*index] = 1;
    }
  }

  /// Follows the leaders up to the joint that follows none.
  double calc_position(std::size_t joint) const {
    double multiplier = 1, offset = 0;
    while (leaders_[joint]) {
      const UrdfMimic& mimic = *joints_[joint].mimic;
      offset += multiplier * mimic.offset;
      multiplier *= mimic.multiplier;
      joint = *leaders_[joint];
    }
    return multiplier * joints_[joint].position + offset;
  }

  std::vector<UrdfJoint>& joints_;
  NameTable& names_;
  FileErrors& errors_;
  FileErrors& scene_errors_;
  std::unordered_map<std::string, std::size_t> indices_;
  std::vector<std::optional<std::size_t>> leaders_;
};

}  // namespace

void place_urdf_joints(std::vector<UrdfJoint>& joints, NameTable& names,
                       const std::vector<PositionElement>& positions, FileErrors& errors,
                       FileErrors& scene_errors) {
  UrdfJointPlacement(joints, names, errors, scene_errors).place(positions);
}

}  // namespace stiction
