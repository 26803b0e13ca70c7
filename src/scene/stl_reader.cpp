// The format: 3D Systems, "StereoLithography Interface Specification", 1988; Burns, "Automated
// Fabrication", 1993, section 6.5.

#include "stl_reader.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "number_text.h"
#include "text_lines.h"

namespace stiction {
namespace {

constexpr std::size_t kHeaderSize = 84;
constexpr std::size_t kRecordSize = 50;

void add_triangle(const std::array<Vec3, 3>& corners, TriangleSoup& soup) {
  const int first = static_cast<int>(soup.vertices.size());
  soup.vertices.insert(soup.vertices.end(), corners.begin(), corners.end());
  soup.triangles.push_back({first, first + 1, first + 2});
}

// --- Binary -----------------------------------------------------------------------------------

/// Reads little-endian bytes on any machine.
std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) {
    word = word << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return word;
}

std::uint64_t binary_size(std::string_view bytes) {
  return kHeaderSize + kRecordSize * std::uint64_t{word_at(bytes, kHeaderSize - 4)};
}

bool is_binary(std::string_view bytes) {
  return bytes.size() >= kHeaderSize && bytes.size() == binary_size(bytes);
}

std::optional<std::array<Vec3, 3>> corners_at(std::string_view bytes, std::size_t at) {
  constexpr std::size_t kNormalSize = 12;
  std::array<Vec3, 3> corners;
  for (std::size_t i = 0; i < 9; ++i) {
    const auto number = std::bit_cast<float>(word_at(bytes, at + kNormalSize + 4 * i));
    if (!std::isfinite(number)) return {};
    corners[i / 3][static_cast<Eigen::Index>(i % 3)] = static_cast<double>(number);
  }
  return corners;
}

TriangleSoup read_binary(std::string_view bytes, FileErrors& errors) {
  TriangleSoup soup;
  const std::size_t count = (bytes.size() - kHeaderSize) / kRecordSize;
  soup.vertices.reserve(3 * count);
  soup.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto corners = corners_at(bytes, kHeaderSize + kRecordSize * i)) {
      add_triangle(*corners, soup);
    } else {
      errors.add(1, "triangle " + std::to_string(i + 1) + " of " + std::to_string(count) +
                        ": expected finite coordinates");
    }
  }
  return soup;
}

// --- Text -------------------------------------------------------------------------------------

/// The words of a text one by one, with their lines.
class Words {
 public:
  explicit Words(std::string_view text) : lines_(text) {}

  /// The next word; empty at the end.
  std::string_view peek() {
    while (next_ == words_.size()) {
      if (!lines_.next()) return {};
      words_ = split_words(lines_.line());
      next_ = 0;
    }
    return words_[next_];
  }
  void skip() {
    if (next_ < words_.size()) ++next_;
  }
  void skip_line() { next_ = words_.size(); }
  bool is_at_end() { return peek().empty(); }
  int line() const { return std::max(lines_.number(), 1); }

 private:
  TextLines lines_;
  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
};

class StlTextReader {
 public:
  StlTextReader(std::string_view text, FileErrors& errors) : words_(text), errors_(errors) {}

  TriangleSoup read() {
    while (!words_.is_at_end()) {
      if (!read_solid()) recover();
    }
    return std::move(soup_);
  }

 private:
  /// Reads `solid NAME`, facets, `endsolid NAME`, or the rest of one. Returns false at an error.
  bool read_solid() {
    if (!is_in_solid_) {
      if (!expect("solid")) return false;
      words_.skip_line();
      is_in_solid_ = true;
    }
    while (!is_next("endsolid")) {
      if (!read_facet()) return false;
    }
    words_.skip_line();
    is_in_solid_ = false;
    return true;
  }

  bool read_facet() {
    if (!expect("facet", "endsolid") || !expect("normal")) return false;
    for (int i = 0; i < 3; ++i) {
      // The normal is often zero or NaN, and never needed.
      if (words_.is_at_end() || is_next("outer")) return reject("3 numbers of the normal");
      words_.skip();
    }
    if (!expect("outer") || !expect("loop")) return false;
    std::array<Vec3, 3> corners;
    bool are_sound = true;
    for (Vec3& corner : corners) {
      // After an error, a missing vertex may be a consequence of it.
      if (!are_sound && !is_next("vertex")) return false;
      if (!expect("vertex")) return false;
      are_sound &= read_coordinates(corner);
    }
    if (!are_sound) return false;
    if (!expect("endloop") || !expect("endfacet")) return false;
    add_triangle(corners, soup_);
    return true;
  }

  /// At an error, continues at the next keyword.
  bool read_coordinates(Vec3& vertex) {
    for (double& coordinate : vertex) {
      const std::optional<double> number = parse_number(words_.peek());
      if (!number) {
        reject("3 finite coordinates after vertex");
        while (!words_.is_at_end() && !is_next_keyword()) words_.skip();
        return false;
      }
      coordinate = *number;
      words_.skip();
    }
    return true;
  }

  /// True at a keyword that may follow a vertex, in its facet or where that is cut off.
  bool is_next_keyword() {
    return is_next("vertex") || is_next("endloop") || is_next("endfacet") || is_next("facet") ||
           is_next("endsolid") || is_next("solid");
  }

  bool is_next(std::string_view keyword) { return equals_ignoring_case(words_.peek(), keyword); }

  bool expect(std::string_view keyword, std::string_view alternative = {}) {
    if (is_next(keyword)) {
      words_.skip();
      return true;
    }
    std::string expected(keyword);
    if (!alternative.empty()) expected.append(" or ").append(alternative);
    return reject(expected);
  }

  bool reject(const std::string& expected) {
    const std::string got = words_.is_at_end() ? "the end of the file" : in_quotes(words_.peek());
    errors_.add(words_.line(), "expected " + expected + ", got " + got);
    return false;
  }

  /// Skips a faulty facet, to where the next one or another solid begins.
  void recover() {
    while (!words_.is_at_end() && !is_next("facet") && !is_next("endsolid")) {
      const bool is_solid = is_next("solid");
      if (is_solid) is_in_solid_ = false;
      if (is_solid) return;
      words_.skip();
    }
    is_in_solid_ = true;
  }

  Words words_;
  FileErrors& errors_;
  TriangleSoup soup_;
  bool is_in_solid_ = false;
};

bool begins_like_text(std::string_view bytes) {
  constexpr std::string_view kKeyword = "solid";
  TextLines lines(bytes);
  while (lines.next()) {
    const std::size_t begin = lines.line().find_first_not_of(" \t");
    if (begin == std::string_view::npos) continue;
    return equals_ignoring_case(lines.line().substr(begin, kKeyword.size()), kKeyword);
  }
  return false;
}

}  // namespace

std::optional<TriangleSoup> read_stl(std::string_view bytes, FileErrors& errors) {
  const std::size_t errors_before = errors.num_added();
  TriangleSoup soup;
  if (is_binary(bytes)) {
    soup = read_binary(bytes, errors);
  } else if (begins_like_text(bytes)) {
    if (require_text(bytes, "an STL file", errors)) soup = StlTextReader(bytes, errors).read();
  } else {
    std::string what =
        "expected a text that begins with solid, or a binary file of 84 + 50 n bytes";
    if (bytes.size() >= kHeaderSize) {
      what += "; for the n = " + std::to_string(word_at(bytes, kHeaderSize - 4)) +
              " triangles that its header claims, that would be " +
              std::to_string(binary_size(bytes));
    }
    errors.add(1, what + ", got " + std::to_string(bytes.size()));
  }
  if (errors.num_added() == errors_before && soup.triangles.empty()) {
    errors.add(1, "no triangles in this file; expected at least one");
  }
  if (errors.num_added() != errors_before) return {};
  return soup;
}

}  // namespace stiction
