#include "ppm_rows.h"

namespace stiction {

void PpmRows::clear() {
  basis_.clear();
  basis_.reserve(static_cast<std::size_t>(q().size()));
  is_basic_.assign(static_cast<std::size_t>(q().size()), false);
  clear_factor();
}

auto PpmRows::enter(Eigen::Index i) -> Entry {
  const Entry entry = append(i);
  if (entry != Entry::done) return entry;
  basis_.push_back(i);
  is_basic_[static_cast<std::size_t>(i)] = true;
  return entry;
}

void PpmRows::leave(std::size_t place) {
  is_basic_[static_cast<std::size_t>(basis_[place])] = false;
  remove(place);
  basis_.erase(basis_.begin() + static_cast<std::ptrdiff_t>(place));
}

}  // namespace stiction
