#include "packed_columns.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace stiction::command {
namespace {

constexpr int kMostOrder = 2;

std::int64_t predict(std::span<const std::int64_t> numbers, std::size_t k, std::size_t group,
                     int order) {
  const std::size_t before = std::min<std::size_t>(k % group, static_cast<std::size_t>(order));
  if (before == 0) return 0;
  return before == 1 ? numbers[k - 1] : 2 * numbers[k - 1] - numbers[k - 2];
}

std::uint64_t zigzag(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}

/// Bytes that the column takes, and more where there is something for deflate to do.
std::uint64_t estimate_size(std::span<const std::int64_t> numbers, std::size_t group, int order) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    bits += std::bit_width(zigzag(numbers[k] - predict(numbers, k, group, order)));
  }
  return bits;
}

void append_number(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

}  // namespace

double choose_scale(double precision, double largest) {
  return std::exp2(std::floor(std::log2(std::max(precision, std::ldexp(largest, -48)))));
}

void PackedColumns::add_values(const std::string& name, std::span<const float> values,
                               double precision, std::size_t group) {
  double largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(double{value}));
  largest = std::min(largest, double{std::numeric_limits<float>::max()});
  const double scale = choose_scale(precision, largest);
  std::vector<std::int64_t> numbers;
  numbers.reserve(values.size());
  for (const float value : values) {
    numbers.push_back(std::llround(std::clamp(double{value}, -largest, largest) / scale));
  }
  add_numbers(name, numbers, scale, group);
}

void PackedColumns::add_numbers(const std::string& name, std::span<const std::int64_t> numbers,
                                double scale, std::size_t group) {
  PackedColumn column{.name = name,
                      .scale = scale,
                      .group = std::max<std::size_t>(1, group),
                      .length = numbers.size(),
                      .offset = bytes_.size()};
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (int order = 0; order <= kMostOrder; ++order) {
    const std::uint64_t size = estimate_size(numbers, column.group, order);
    if (size >= least) continue;
    least = size;
    column.order = order;
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    append_number(bytes_, zigzag(numbers[k] - predict(numbers, k, column.group, column.order)));
  }
  columns_.push_back(column);
}

std::string encode_base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      word = word << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= count ? kDigits[word >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

std::string pack_for_page(std::string_view bytes) {
  constexpr int kLevel = 6;
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                kLevel) != Z_OK) {
    throw std::bad_alloc();
  }
  packed.resize(size);
  return encode_base64(packed);
}

}  // namespace stiction::command
