#include "covering_vector.h"

namespace stiction {
namespace {

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection that mixes all bits.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// A number in [0, 1) from the upper 53 bits.
double unit_interval(std::uint64_t x) { return static_cast<double>(x >> 11) * 0x1p-53; }

}  // namespace

void make_covering_vector(std::span<const int> group, double spread, std::uint64_t seed, int run,
                          Eigen::VectorXd& covering) {
  covering.resize(static_cast<Eigen::Index>(group.size()));
  const std::uint64_t stream = mix(mix(seed) + static_cast<std::uint64_t>(run));
  for (std::size_t i = 0; i < group.size(); ++i) {
    const std::uint64_t draw = mix(stream + static_cast<std::uint64_t>(group[i]));
    covering[static_cast<Eigen::Index>(i)] = 1.0 + spread * unit_interval(draw);
  }
}

}  // namespace stiction
