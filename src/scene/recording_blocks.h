#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace stiction {

/// The blocks of a recording (docs/recordings.md): a kind of four letters, the packed and unpacked
/// sizes, a checksum over everything, and bytes packed by zlib.

/// The beginning of a recording: as in PNG files, bytes that a transfer as text would change; then
/// the version of the format.
inline constexpr std::string_view kRecordingMagic = "\x89STR\r\n\x1a\n";
inline constexpr std::uint32_t kRecordingVersion = 1;

/// Sizes of the records in a block of frames.
inline constexpr std::size_t kMotionBytes = 13 * 8;
inline constexpr std::size_t kFigureBytes = 16 * 8;
inline constexpr std::size_t kContactBytes = 76;
inline constexpr std::size_t kTriggerBytes = 24;

/// Limit on the content of a block. A frame of a million bodies takes a tenth of it.
inline constexpr std::size_t kMostBlockBytes = std::size_t{1} << 30;

/// Encodes a block for a file. Throws std::length_error for content beyond that limit.
std::string make_block(std::string_view kind, std::string_view bytes);

/// The next block of a file.
struct RecordingBlock {
  std::string kind;   ///< empty: the file ends here
  std::string bytes;  ///< unpacked
  std::string fault;  ///< the reason if it cannot be read
};
RecordingBlock read_block(std::istream& in);

/// Records of `size` bytes with their bytes sorted by place: the first byte of every record, then
/// the second ... This puts exponents next to each other, so zlib packs better.
std::string sort_by_place(std::string_view records, std::size_t size);
std::string sort_by_record(std::string_view planes, std::size_t size);

/// Numbers in little endian.
template <typename Number>
auto to_bits(Number number) {
  if constexpr (sizeof(Number) == 8)
    return std::bit_cast<std::uint64_t>(number);
  else
    return std::bit_cast<std::uint32_t>(number);
}

template <typename Number>
void append_bits(std::string& bytes, Number number) {
  auto bits = to_bits(number);
  if constexpr (std::endian::native == std::endian::little) {
    bytes.append(reinterpret_cast<const char*>(&bits), sizeof bits);
  } else {
    for (std::size_t k = 0; k < sizeof bits; ++k, bits >>= 8) bytes += static_cast<char>(bits);
  }
}

/// Takes numbers off the front of bytes, which must be long enough.
template <typename Number>
Number take_bits(std::string_view& bytes) {
  decltype(to_bits(Number{})) bits = 0;
  for (std::size_t k = 0; k < sizeof bits; ++k) {
    bits |= static_cast<decltype(bits)>(static_cast<unsigned char>(bytes[k])) << (8 * k);
  }
  bytes.remove_prefix(sizeof bits);
  return std::bit_cast<Number>(bits);
}

}  // namespace stiction
