#include "recording_blocks.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <stdexcept>

namespace stiction {
namespace {

constexpr std::size_t kKindBytes = 4;
constexpr std::size_t kSizesEnd = kKindBytes + 8;
constexpr std::size_t kBlockHeadBytes = kSizesEnd + 4;
/// The best ratio that zlib achieves (its documentation, "Technical Details").
constexpr std::uint64_t kBestRatio = 1032;

std::uint32_t calc_checksum(std::string_view sizes, std::string_view packed) {
  const auto add = [](uLong sum, std::string_view bytes) {
    return crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  };
  return static_cast<std::uint32_t>(add(add(crc32_z(0, nullptr, 0), sizes), packed));
}

/// Reads up to `size` bytes, in pieces: the size may be false.
std::string read_up_to(std::istream& in, std::size_t size) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::string bytes;
  while (bytes.size() < size && in) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min(kPiece, size - before));
    in.read(bytes.data() + before, static_cast<std::streamsize>(bytes.size() - before));
    bytes.resize(before + static_cast<std::size_t>(in.gcount()));
  }
  return bytes;
}

}  // namespace

std::string make_block(std::string_view kind, std::string_view bytes) {
  constexpr int kFastest = 1;
  if (bytes.size() > kMostBlockBytes) throw std::length_error("a frame is too large to record");
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string packed(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()),
                kFastest) != Z_OK) {
    throw std::bad_alloc();
  }
  packed.resize(size);
  std::string block(kind);
  append_bits(block, static_cast<std::uint32_t>(packed.size()));
  append_bits(block, static_cast<std::uint32_t>(bytes.size()));
  append_bits(block, calc_checksum(block, packed));
  return block + packed;
}

RecordingBlock read_block(std::istream& in) {
  const std::string head = read_up_to(in, kBlockHeadBytes);
  if (head.empty()) return {};
  RecordingBlock block{.kind = head.substr(0, kKindBytes), .bytes = {}, .fault = {}};
  if (head.size() < kBlockHeadBytes) {
    block.fault = "cut off";
    return block;
  }
  std::string_view numbers = std::string_view(head).substr(kKindBytes);
  const auto packed_size = take_bits<std::uint32_t>(numbers);
  const auto size = take_bits<std::uint32_t>(numbers);
  const auto checksum = take_bits<std::uint32_t>(numbers);
  const std::string packed = read_up_to(in, packed_size);
  if (packed.size() < packed_size) {
    block.fault = "cut off";
    return block;
  }
  if (calc_checksum(std::string_view(head).substr(0, kSizesEnd), packed) != checksum) {
    block.fault = "damaged: a checksum is wrong";
    return block;
  }
  uLongf unpacked = size;
  if (size <= std::min<std::uint64_t>(kMostBlockBytes, kBestRatio * packed_size))
    block.bytes.resize(size);
  if (block.bytes.size() < size ||
      uncompress(reinterpret_cast<Bytef*>(block.bytes.data()), &unpacked,
                 reinterpret_cast<const Bytef*>(packed.data()), packed_size) != Z_OK ||
      unpacked != size) {
    block.bytes.clear();
    block.fault = "damaged: its compressed data is invalid";
  }
  return block;
}

std::string sort_by_place(std::string_view records, std::size_t size) {
  const std::size_t count = records.size() / size;
  std::string planes(records.size(), '\0');
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < size; ++k) planes[k * count + i] = records[i * size + k];
  }
  return planes;
}

std::string sort_by_record(std::string_view planes, std::size_t size) {
  const std::size_t count = planes.size() / size;
  std::string records(planes.size(), '\0');
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < count; ++i) records[i * size + k] = planes[k * count + i];
  }
  return records;
}

}  // namespace stiction
