#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::command {

/// A column of whole numbers in a page, as differences from predictions, in variable length: 7 bits
/// per byte, low ones first, the sign in the lowest bit. The k-th number of a group is predicted,
/// by `order`, as 0: zero; 1: the number before; 2: the straight line through the two before.
struct PackedColumn {
  std::string name;
  double scale = 1;        ///< the values are the numbers times this
  int order = 0;           ///< 0, 1 or 2
  std::size_t group = 0;   ///< numbers in a group
  std::size_t length = 0;  ///< numbers in all
  std::size_t offset = 0;  ///< where it starts in `PackedColumns::bytes`
};

/// The columns of a page one after the other. `tools/viewer/columns.js` reads them.
class PackedColumns {
 public:
  /// Rounds values to the nearest multiple of a power of 2: at most `precision`, or at most 2^-48
  /// of the largest value where that is coarser.
  void add_values(const std::string& name, std::span<const float> values, double precision,
                  std::size_t group);
  /// Adds whole numbers below 2^50 in size, in groups, with the order that takes the least space.
  void add_numbers(const std::string& name, std::span<const std::int64_t> numbers, double scale,
                   std::size_t group);

  const std::vector<PackedColumn>& columns() const { return columns_; }
  const std::string& bytes() const { return bytes_; }

 private:
  std::vector<PackedColumn> columns_;
  std::string bytes_;
};

/// The largest power of 2 that is at most `precision`, or at most 2^-48 of `largest` if that is
/// more.
double choose_scale(double precision, double largest);

/// Base64 by RFC 4648.
std::string encode_base64(std::string_view bytes);

/// zlib's format (RFC 1950), which browsers call "deflate", in base64.
std::string pack_for_page(std::string_view bytes);

}  // namespace stiction::command
