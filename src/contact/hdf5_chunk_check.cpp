#include "hdf5_chunk_check.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace stiction {
namespace {

/// The little-endian number in `size` bytes at `at`; 0 beyond the end.
std::uint64_t number_at(const std::string& image, std::uint64_t at, int size) {
  if (at > image.size() || image.size() - at < static_cast<std::uint64_t>(size)) return 0;
  std::uint64_t number = 0;
  for (int k = size - 1; k >= 0; --k) {
    number = 256 * number + static_cast<unsigned char>(image[at + static_cast<std::uint64_t>(k)]);
  }
  return number;
}

/// True if a data layout message describes chunked data other than one-dimensional chunks of at
/// least one element.
bool is_wrong_chunk(const std::string& image, std::uint64_t message) {
  constexpr std::uint64_t kChunked = 2;
  const bool is_old = number_at(image, message, 1) < 3;
  if (number_at(image, message + (is_old ? 2 : 1), 1) != kChunked) return false;
  const std::uint64_t rank = number_at(image, message + (is_old ? 1 : 2), 1);
  const std::uint64_t sizes = message + (is_old ? 16 : 11);  // after an address of 8 bytes
  // The size of an element counts as a dimension.
  return rank != 2 || number_at(image, sizes, 4) == 0 || number_at(image, sizes + 4, 4) == 0;
}

}  // namespace

bool has_wrong_chunks(const std::string& image, std::uint64_t address) {
  constexpr std::uint64_t kLayout = 8;
  constexpr std::uint64_t kContinuation = 16;
  constexpr std::size_t kMostBlocks = 1000;  // a damaged header may form a cycle
  if (number_at(image, address, 1) != 1) return false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks = {
      {address + 16, number_at(image, address + 8, 4)}};
  for (std::size_t block = 0; block < blocks.size() && block < kMostBlocks; ++block) {
    auto [at, size] = blocks[block];
    if (at > image.size()) continue;
    const std::uint64_t end = at + std::min<std::uint64_t>(size, image.size() - at);
    while (at + 8 <= end) {
      const std::uint64_t type = number_at(image, at, 2);
      const std::uint64_t message = at + 8;
      if (type == kLayout && is_wrong_chunk(image, message)) return true;
      if (type == kContinuation) {
        blocks.emplace_back(number_at(image, message, 8), number_at(image, message + 8, 8));
      }
      at = message + number_at(image, at + 2, 2);
    }
  }
  return false;
}

}  // namespace stiction
