#include "urdf_tree.h"

#include <stiction/body/joint_geometry.h>

#include <algorithm>
#include <limits>
#include <string>

#include "circles.h"

namespace stiction {
namespace {

class UrdfTreeBuilder {
 public:
  UrdfTreeBuilder(const std::vector<UrdfLink>& links, const std::vector<UrdfJoint>& joints,
                  NameTable& names, FileErrors& errors)
      : links_(links), joints_(joints), names_(names), errors_(errors) {
    tree_.parent.resize(links.size());
    tree_.joint.resize(links.size());
    tree_.X_RL.resize(links.size());
    tree_.X_RJ.resize(links.size());
    children_.resize(links.size());
  }

  std::optional<UrdfTree> build() {
    const std::size_t errors_before = errors_.num_added();
    for (std::size_t i = 0; i < joints_.size(); ++i) hang(i);
    // If a joint is faulty, the links below it only look like roots.
    if (errors_.num_added() > errors_before || links_.empty()) return {};
    reject_circles();
    find_root();
    if (errors_.num_added() > errors_before) return {};
    place_links();
    return std::move(tree_);
  }

 private:
  /// Attaches the joint's child to its parent.
  void hang(std::size_t joint) {
    const std::optional<Reference>& parent_name = joints_[joint].parent;
    const std::optional<Reference>& child_name = joints_[joint].child;
    const auto parent = parent_name ? names_.resolve(*parent_name, errors_) : std::nullopt;
    const auto child = child_name ? names_.resolve(*child_name, errors_) : std::nullopt;
    if (!parent || !child) return;
    const std::string what = "<child>, link=" + in_quotes(child_name->name) + ": ";
    if (parent == child) {
      errors_.add(child_name->line, what + "a joint between a link and itself; expected two links");
    } else if (const std::optional<std::size_t> first = tree_.joint[*child]) {
      errors_.add(child_name->line, what + "a second parent; the joint " +
                                        in_quotes(joints_[*first].name) + " of line " +
                                        std::to_string(joints_[*first].line) + " gives it one");
    } else {
      tree_.joint[*child] = joint;
      tree_.parent[*child] = *parent;
      children_[*parent].push_back(*child);
    }
  }

  /// Records each cycle once, at the first of its joints.
  void reject_circles() {
    std::vector<std::optional<std::size_t>> above(links_.size());
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (tree_.joint[i]) above[i] = tree_.parent[i];
    }
    for (const std::vector<std::size_t>& circle : find_circles(above)) {
      std::vector<std::string> names;
      int line = std::numeric_limits<int>::max();
      for (const std::size_t link : circle) {
        names.push_back(links_[link].name);
        line = std::min(line, joints_[*tree_.joint[link]].line);
      }
      errors_.add(line, "<joint>: the links hang in a circle: " + describe_circle(names, "on") +
                            "; expected a tree of links");
    }
  }

  void find_root() {
    std::optional<std::size_t> root;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (tree_.joint[i]) continue;
      if (!root) {
        root = i;
        continue;
      }
      errors_.add(links_[i].line,
                  "<link>, name=" + in_quotes(links_[i].name) +
                      ": a second link without parent, besides " + in_quotes(links_[*root].name) +
                      " in line " + std::to_string(links_[*root].line) + "; a robot has one root");
    }
    tree_.root = root.value_or(0);
  }

  void place_links() {
    tree_.order = {tree_.root};
    for (std::size_t i = 0; i < tree_.order.size(); ++i) {
      const std::size_t parent = tree_.order[i];
      for (const std::size_t child : children_[parent]) {
        const UrdfJoint& joint = joints_[*tree_.joint[child]];
        tree_.X_RJ[child] = tree_.X_RL[child] = tree_.X_RL[parent] * joint.X_PJ;
        if (joint.position != 0) {
          tree_.X_RL[child] =
              tree_.X_RJ[child] * calc_joint_motion(joint_kind_of(joint.type),
                                                    joint.axis.stableNormalized(), joint.position);
        }
        tree_.order.push_back(child);
      }
    }
  }

  const std::vector<UrdfLink>& links_;
  const std::vector<UrdfJoint>& joints_;
  NameTable& names_;
  FileErrors& errors_;
  UrdfTree tree_;
  std::vector<std::vector<std::size_t>> children_;
};

}  // namespace

std::optional<UrdfTree> make_urdf_tree(const std::vector<UrdfLink>& links,
                                       const std::vector<UrdfJoint>& joints, NameTable& names,
                                       FileErrors& errors) {
  return UrdfTreeBuilder(links, joints, names, errors).build();
}

}  // namespace stiction
