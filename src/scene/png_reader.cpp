// Reads PNG files with libpng, which reports errors by a jump out of its functions. A jump over the
// destructor of an object is undefined behaviour: so each function here that calls setjmp holds no
// object with a destructor, and does nothing but call libpng.

#include "png_reader.h"

#include <png.h>

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace stiction {
namespace {

constexpr std::size_t kSignatureSize = 8;
constexpr png_uint_32 kMaxLength = 16384;  ///< rows, columns
constexpr png_alloc_size_t kMaxChunk = std::size_t{1} << 20;

/// The argument of the callbacks below.
struct Source {
  const char* next = nullptr;
  std::size_t rest = 0;
  char fault[200] = "";
};

void give_bytes(png_structp png, png_bytep target, std::size_t count) {
  auto* const source = static_cast<Source*>(png_get_io_ptr(png));
  if (count > source->rest) png_error(png, "the file ends early");
  std::memcpy(target, source->next, count);
  source->next += count;
  source->rest -= count;
}

[[noreturn]] void keep_fault(png_structp png, png_const_charp what) {
  auto* const source = static_cast<Source*>(png_get_error_ptr(png));
  std::snprintf(source->fault, sizeof source->fault, "%s", what);
  png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

/// libpng's two structures, freed at the end.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) {
    source_.next = bytes.data();
    source_.rest = bytes.size();
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source_, keep_fault, ignore_warning);
    if (png_) info_ = png_create_info_struct(png_);
  }
  ~Decoder() { png_destroy_read_struct(&png_, &info_, nullptr); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Reads up to the pixels, to be grey or RGB of 8 or 16 bits. Returns false on errors.
  bool start() {
    if (!png_ || !info_) return false;
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_read_fn(png_, &source_, give_bytes);
    png_set_user_limits(png_, kMaxLength, kMaxLength);
    png_set_chunk_malloc_max(png_, kMaxChunk);
    png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_read_info(png_, info_);
    png_set_palette_to_rgb(png_);
    png_set_expand_gray_1_2_4_to_8(png_);
    png_set_strip_alpha(png_);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }

  /// Reads all pixels, and what follows them. Returns false on errors.
  bool finish(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }

  std::size_t rows() const { return png_get_image_height(png_, info_); }
  std::size_t columns() const { return png_get_image_width(png_, info_); }
  std::size_t channels() const { return png_get_channels(png_, info_); }
  std::size_t bytes_per_sample() const { return png_get_bit_depth(png_, info_) / 8U; }
  std::size_t bytes_per_row() const { return png_get_rowbytes(png_, info_); }
  std::string fault() const { return source_.fault[0] == '\0' ? "out of memory" : source_.fault; }

 private:
  Source source_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

/// 16-bit samples have their high byte first.
double sample_at(const png_byte* bytes, std::size_t size) {
  return size == 1 ? bytes[0] : bytes[0] * 256 + bytes[1];
}

double brightness_at(const png_byte* pixel, std::size_t channels, std::size_t size) {
  const double red = sample_at(pixel, size);
  if (channels < 3) return red;
  const double green = sample_at(pixel + size, size);
  const double blue = sample_at(pixel + 2 * size, size);
  if (red == green && green == blue) return red;  // without round-off
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

std::optional<Elevations> read_pixels(Decoder& decoder) {
  const std::size_t num_rows = decoder.rows(), num_columns = decoder.columns();
  std::vector<png_byte> pixels(num_rows * decoder.bytes_per_row());
  std::vector<png_bytep> rows;
  for (std::size_t i = 0; i < num_rows; ++i) {
    rows.push_back(pixels.data() + i * decoder.bytes_per_row());
  }
  if (!decoder.finish(rows.data())) return {};

  const std::size_t size = decoder.bytes_per_sample(), channels = decoder.channels();
  Elevations grid{static_cast<int>(num_rows), static_cast<int>(num_columns), {}};
  grid.values.reserve(num_rows * num_columns);
  for (const png_byte* row : rows) {
    for (std::size_t j = 0; j < num_columns; ++j) {
      grid.values.push_back(brightness_at(row + j * channels * size, channels, size));
    }
  }
  return grid;
}

}  // namespace

bool is_png(std::string_view bytes) {
  return bytes.size() >= kSignatureSize &&
         png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, kSignatureSize) == 0;
}

std::optional<Elevations> read_png(std::string_view bytes, FileErrors& errors) {
  Decoder decoder(bytes);
  std::optional<Elevations> grid;
  if (decoder.start()) {
    if (decoder.rows() * decoder.columns() > Elevations::kMaxCount) {
      errors.add(1, "a picture of " + std::to_string(decoder.columns()) + " x " +
                        std::to_string(decoder.rows()) + " pixels; accepted are at most " +
                        std::to_string(Elevations::kMaxCount));
      return {};
    }
    grid = read_pixels(decoder);
  }
  if (!grid) errors.add(1, "expected an intact PNG picture, got a fault: " + decoder.fault());
  return grid;
}

}  // namespace stiction
