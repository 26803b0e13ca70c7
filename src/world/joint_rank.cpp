#include "joint_rank.h"

#include <Eigen/SparseCore>
#include <Eigen/SparseQR>

#include <cmath>
#include <initializer_list>
#include <vector>

#include "joint_record.h"
#include "joint_row_place.h"

namespace stiction {
namespace {

/// A unit row depends on others if its part outside of their span is smaller than this: far above
/// the effect of position errors of 1e-9 m, far below the sine of any angle at which a mechanism
/// works.
constexpr double kDependentRow = 1e-6;

/// The conditions of all joints, one column each, of length 1: angular speeds are multiplied by
/// their body's radius of gyration.
class JointColumns {
 public:
  explicit JointColumns(const WorldValue& world) : world_(world) {
    for (const JointRecord& joint : world.joints) add(joint);
  }

  Eigen::SparseMatrix<double> matrix() const {
    Eigen::SparseMatrix<double> columns(6 * static_cast<Eigen::Index>(world_.bodies.size()),
                                        count_);
    columns.setFromTriplets(entries_.begin(), entries_.end());
    columns.makeCompressed();
    return columns;
  }

 private:
  void add(const JointRecord& joint) {
    const RigidTransform X_WP = central_frame(world_.bodies, joint.parent);
    const RigidTransform X_WC = central_frame(world_.bodies, joint.child);
    JointConditions conditions;
    calc_joint_conditions(joint.geometry, X_WP, X_WC, conditions);
    for (int i = 0; i < conditions.count; ++i) add({Part{&joint, conditions.rows[i]}});
    if (!has_position(joint.geometry.kind)) return;
    const Part rate{&joint, calc_joint_rate_row(joint.geometry, X_WP, X_WC)};
    if (joint.definition.lower == joint.definition.upper) add({rate});
    if (joint.leader == kNoJoint) return;
    add({rate,
         Part{&world_.joints[joint.leader], calc_leader_part(world_, joint, world_.bodies).row}});
  }

  struct Part {
    const JointRecord* joint;
    JointRow row;
  };

  /// Adds the parts of one row; entries for the same body add up.
  void add(std::initializer_list<Part> parts) {
    double square = 0;
    for (const auto& [joint, row] : parts) {
      square += scaled(joint->parent, row.parent).squaredNorm() +
                scaled(joint->child, row.child).squaredNorm();
    }
    for (const auto& [joint, row] : parts) {
      add_side(joint->parent, scaled(joint->parent, row.parent) / std::sqrt(square));
      add_side(joint->child, scaled(joint->child, row.child) / std::sqrt(square));
    }
    ++count_;
  }

  void add_side(std::size_t body, const Vec6& side) {
    for (int k = 0; k < 6; ++k) {
      if (side[k] != 0) entries_.emplace_back(6 * static_cast<int>(body) + k, count_, side[k]);
    }
  }

  /// Zero for bodies that forces do not move.
  Vec6 scaled(std::size_t body, Vec6 side) const {
    if (body == kWorldBody || !world_.bodies[body].is_dynamic()) return Vec6::Zero();
    const MassProperties& mass = world_.bodies[body].mass;
    side.tail<3>() /= std::sqrt(mass.inertia.trace() / mass.mass);
    return side;
  }

  const WorldValue& world_;
  std::vector<Eigen::Triplet<double>> entries_;
  int count_ = 0;
};

}  // namespace

std::size_t count_redundant_rows(const WorldValue& world) {
  if (world.joints.empty()) return 0;
  const Eigen::SparseMatrix<double> columns = JointColumns(world).matrix();
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> factors;
  factors.setPivotThreshold(kDependentRow);
  factors.compute(columns);
  return static_cast<std::size_t>(columns.cols() - factors.rank());
}

}  // namespace stiction
