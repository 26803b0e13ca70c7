#pragma once

#include <utility>
#include <vector>

namespace stiction {

/// Workspace: a container that starts empty, but with the memory of one that this thread has used
/// before. A function that needs temporary lists thus allocates nothing after its first few calls,
/// may be recursive, and may run in several threads at once.
template <typename Container>
class Reused : public Container {
 public:
  Reused() {
    if (at_rest().empty()) return;
    static_cast<Container&>(*this) = std::move(at_rest().back());
    at_rest().pop_back();
  }
  ~Reused() {
    this->clear();
    at_rest().push_back(std::move(static_cast<Container&>(*this)));
  }
  Reused(const Reused&) = delete;
  Reused& operator=(const Reused&) = delete;

 private:
  static std::vector<Container>& at_rest() {
    thread_local std::vector<Container> containers;
    return containers;
  }
};

}  // namespace stiction
