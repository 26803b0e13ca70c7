#include "urdf_tree.h"

#include <string>

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
    children_.resize(links.size());
  }

  std::optional<UrdfTree> build() {
    const std::size_t errors_before = errors_.num_added();
    for (std::size_t i = 0; i < joints_.size(); ++i) hang(i);
    // Where a joint is at fault the links below it only look like roots.
    if (errors_.num_added() > errors_before || links_.empty()) return {};
    reject_circles();
    find_root();
    if (errors_.num_added() > errors_before) return {};
    place_links();
    return std::move(tree_);
  }

 private:
  /// Hangs the joint's child on its parent.
  void hang(std::size_t joint) {
    const std::optional<Reference>& parent_name = joints_[joint].parent;
    const std::optional<Reference>& child_name = joints_[joint].child;
    const auto parent = parent_name ? names_.resolve(*parent_name, errors_) : std::nullopt;
    const auto child = child_name ? names_.resolve(*child_name, errors_) : std::nullopt;
    if (!parent || !child) return;
    const std::string what = "<child>, link=" + in_quotes(child_name->name) + ": ";
    if (parent == child) {
      errors_.add(child_name->line, what + "a joint of a link with itself; expected two links");
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

  /// Every circle once, at the first of its joints.
  void reject_circles() {
    std::vector<std::size_t> seen_from(links_.size(), links_.size());
    for (std::size_t start = 0; start < links_.size(); ++start) {
      std::size_t link = start;
      while (seen_from[link] == links_.size() && tree_.joint[link]) {
        seen_from[link] = start;
        link = tree_.parent[link];
      }
      // A way upwards that ends where it has been in this same turn goes round.
      if (!tree_.joint[link] || seen_from[link] != start) continue;
      constexpr std::size_t kMostShown = 8;
      std::string circle = in_quotes(links_[link].name);
      std::size_t length = 0;
      std::size_t above = link;
      int line = joints_[*tree_.joint[link]].line;
      do {
        above = tree_.parent[above];
        if (++length <= kMostShown) circle += " on " + in_quotes(links_[above].name);
        if (tree_.joint[above]) line = std::min(line, joints_[*tree_.joint[above]].line);
      } while (above != link);
      if (length > kMostShown) circle += " ...";
      errors_.add(line,
                  "<joint>: the links hang in a circle: " + circle + "; expected a tree of links");
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
        tree_.X_RL[child] = tree_.X_RL[parent] * joints_[*tree_.joint[child]].X_PC;
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
