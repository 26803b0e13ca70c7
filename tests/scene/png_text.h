#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Writes PNG files (W3C, "Portable Network Graphics", second edition) without compression or any
/// library, to test the PNG reader.
namespace stiction::png {

enum ColorType { kGray = 0, kRgb = 2, kPalette = 3, kGrayAlpha = 4, kRgbAlpha = 6 };

struct Picture {
  int rows = 0;
  int columns = 0;
  int bit_depth = 8;
  ColorType color_type = kGray;
  /// Row by row, pixel by pixel, channel by channel; with a palette, indices into it.
  std::vector<unsigned> samples;
  std::vector<std::array<unsigned char, 3>> palette = {};
  bool is_interlaced = false;
};

struct Chunk {
  std::string kind;
  std::string data;
};

inline std::string big_endian(std::uint32_t word) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(word >> shift & 0xff);
  return bytes;
}

/// The CRC of ISO 3309 (annex D).
inline std::uint32_t crc32(const std::string& bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int i = 0; i < 8; ++i) crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  return ~crc;
}

inline std::uint32_t adler32(const std::string& bytes) {
  std::uint32_t a = 1, b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<unsigned char>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

/// A zlib stream (RFC 1950, 1951) of stored blocks only.
inline std::string zlib_stored(const std::string& bytes) {
  std::string result = "\x78\x01";
  for (std::size_t at = 0; at < bytes.size() || at == 0; at += 0xffff) {
    const std::string block = bytes.substr(at, 0xffff);
    const auto size = static_cast<unsigned>(block.size());
    result += static_cast<char>(at + block.size() >= bytes.size());
    for (const unsigned word : {size, ~size}) {
      result += static_cast<char>(word & 0xff);
      result += static_cast<char>(word >> 8 & 0xff);
    }
    result += block;
  }
  return result + big_endian(adler32(bytes));
}

/// Every `step`-th pixel from `first` on, as rows of packed samples, each after its filter type.
inline std::string packed(const Picture& picture, std::array<int, 2> first,
                          std::array<int, 2> step) {
  constexpr int kChannels[] = {1, 0, 3, 1, 2, 0, 4};
  const int channels = kChannels[picture.color_type];
  std::string bytes;
  for (int row = first[0]; row < picture.rows; row += step[0]) {
    if (first[1] >= picture.columns) break;
    bytes += '\0';
    unsigned bits = 0;
    int num_bits = 0;
    for (int column = first[1]; column < picture.columns; column += step[1]) {
      for (int channel = 0; channel < channels; ++channel) {
        const int at = (row * picture.columns + column) * channels + channel;
        bits = bits << picture.bit_depth | picture.samples[static_cast<std::size_t>(at)];
        num_bits += picture.bit_depth;
        for (; num_bits >= 8; num_bits -= 8) bytes += static_cast<char>(bits >> (num_bits - 8));
      }
    }
    if (num_bits > 0) bytes += static_cast<char>(bits << (8 - num_bits));
  }
  return bytes;
}

inline std::vector<Chunk> chunks_of(const Picture& picture) {
  std::string header = big_endian(static_cast<std::uint32_t>(picture.columns)) +
                       big_endian(static_cast<std::uint32_t>(picture.rows));
  for (const int byte : {picture.bit_depth, static_cast<int>(picture.color_type), 0, 0,
                         int{picture.is_interlaced}}) {
    header += static_cast<char>(byte);
  }
  std::vector<Chunk> chunks = {{"IHDR", header}};
  if (!picture.palette.empty()) {
    std::string entries;
    for (const auto& entry : picture.palette) {
      for (const unsigned char value : entry) entries += static_cast<char>(value);
    }
    chunks.push_back({"PLTE", entries});
  }
  std::string pixels;
  if (picture.is_interlaced) {  // section 8.2: Adam7
    constexpr std::pair<std::array<int, 2>, std::array<int, 2>> kPasses[] = {
        {{0, 0}, {8, 8}}, {{0, 4}, {8, 8}}, {{4, 0}, {8, 4}}, {{0, 2}, {4, 4}},
        {{2, 0}, {4, 2}}, {{0, 1}, {2, 2}}, {{1, 0}, {2, 1}}};
    for (const auto& [first, step] : kPasses) pixels += packed(picture, first, step);
  } else {
    pixels = packed(picture, {0, 0}, {1, 1});
  }
  chunks.push_back({"IDAT", zlib_stored(pixels)});
  chunks.push_back({"IEND", ""});
  return chunks;
}

inline std::string bytes_of(const std::vector<Chunk>& chunks) {
  std::string bytes = "\x89PNG\r\n\x1a\n";
  for (const Chunk& chunk : chunks) {
    const std::string body = chunk.kind + chunk.data;
    bytes += big_endian(static_cast<std::uint32_t>(chunk.data.size())) + body;
    bytes += big_endian(crc32(body));
  }
  return bytes;
}

inline std::string bytes_of(const Picture& picture) { return bytes_of(chunks_of(picture)); }

}  // namespace stiction::png
