// The format: Wavefront Technologies, "Advanced Visualizer", appendix B1, "Object files (.obj)".

#include "obj_reader.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "number_text.h"
#include "polygon_cutter.h"
#include "text_lines.h"

namespace stiction {
namespace {

/// Statements about the surface's look or names, not its place.
constexpr std::string_view kLeftOut[] = {"vt",       "vn",  "vp",         "g",        "o",
                                         "s",        "mg",  "usemtl",     "mtllib",   "usemap",
                                         "maplib",   "l",   "p",          "bevel",    "c_interp",
                                         "d_interp", "lod", "shadow_obj", "trace_obj"};

class ObjReader {
 public:
  ObjReader(std::string_view text, FileErrors& errors) : lines_(text), errors_(errors) {}

  std::optional<TriangleSoup> read() {
    const std::size_t errors_before = errors_.num_added();
    while (next_statement()) read_statement();
    if (soup_.vertices.empty() && errors_.num_added() == errors_before) {
      errors_.add(1, "no vertices in this file; expected lines v x y z");
    }
    for (const Face& face : faces_) cut(face);
    if (errors_.num_added() != errors_before) return {};
    if (!faces_.empty()) leave_out_unused_vertices();
    return std::move(soup_);
  }

 private:
  struct Face {
    int line = 0;
    std::size_t first_corner = 0;
    std::size_t num_corners = 0;
  };

  /// Gathers the words of a line and of those that continue it; false at the end of the file.
  bool next_statement() {
    words_.clear();
    bool is_continued = true;
    while (is_continued && words_.size() < kMaxWords && lines_.next()) {
      if (words_.empty()) line_ = lines_.number();
      std::string_view text = lines_.line().substr(0, lines_.line().find('#'));
      is_continued = text.size() == lines_.line().size() && text.ends_with('\\');
      if (is_continued) text.remove_suffix(1);
      const std::vector<std::string_view> words = split_words(text);
      words_.insert(words_.end(), words.begin(), words.end());
      if (words_.empty()) is_continued = true;
    }
    return !words_.empty();
  }

  void read_statement() {
    const std::string_view keyword = words_.front();
    if (keyword == "v") {
      read_vertex();
    } else if (keyword == "f") {
      read_face();
    } else if (std::find(std::begin(kLeftOut), std::end(kLeftOut), keyword) == std::end(kLeftOut)) {
      reject("unknown statement " + in_quotes(keyword) +
             "; accepted are v and f; vt, vn, vp, g, o, s, usemtl, mtllib, l, p are ignored");
    }
  }

  void read_vertex() {
    const std::size_t count = words_.size() - 1;
    double numbers[7] = {};
    // Three coordinates, then nothing, a weight, a colour, or a weight and a colour.
    if (count != 3 && count != 4 && count != 6 && count != 7) {
      return reject("v: expected 3 coordinates, got " + std::to_string(count) + " numbers");
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::optional<double> number = parse_number(words_[i + 1]);
      if (!number) return reject("v: expected finite numbers, got " + in_quotes(words_[i + 1]));
      numbers[i] = *number;
    }
    soup_.vertices.emplace_back(numbers[0], numbers[1], numbers[2]);
  }

  void read_face() {
    if (words_.size() < 4) {
      return reject("f: expected 3 corners or more, got " + std::to_string(words_.size() - 1));
    }
    const std::size_t first_corner = corners_.size();
    for (std::size_t i = 1; i < words_.size(); ++i) {
      const std::optional<int> corner = read_corner(words_[i]);
      if (!corner) return corners_.resize(first_corner);
      corners_.push_back(*corner);
    }
    faces_.push_back({line_, first_corner, corners_.size() - first_corner});
  }

  /// The number, from 0, of a corner's vertex, which may be defined later in the file.
  std::optional<int> read_corner(std::string_view word) {
    std::optional<std::int64_t> vertex;
    std::string_view rest = word;
    for (int part = 0; part < 3; ++part) {
      const std::size_t slash = std::min(rest.find('/'), rest.size());
      const std::string_view digits = rest.substr(0, slash);
      const std::optional<std::int64_t> index = parse_integer(digits);
      const bool is_left_out = part == 1 && digits.empty() && slash < rest.size();
      const bool is_last = slash == rest.size();
      if (!is_left_out && (!index || *index == 0 || (part == 2 && !is_last))) break;
      if (part == 0) vertex = index;
      if (is_last) return vertex_number(*vertex);
      rest.remove_prefix(slash + 1);
    }
    reject("f: expected corners v, v/vt, v//vn or v/vt/vn of whole numbers other than 0, got " +
           in_quotes(word));
    return {};
  }

  std::optional<int> vertex_number(std::int64_t index) {
    const auto num_vertices = static_cast<std::int64_t>(soup_.vertices.size());
    const std::int64_t number = index > 0 ? index - 1 : num_vertices + index;
    if (number >= 0 && number <= kLargestNumber) return static_cast<int>(number);
    reject("f: vertex " + std::to_string(index) + " does not exist; there are " +
           std::to_string(num_vertices) + " before this line");
    return {};
  }

  void cut(const Face& face) {
    line_ = face.line;
    const std::span<const int> corners(corners_.data() + face.first_corner, face.num_corners);
    const int largest = *std::max_element(corners.begin(), corners.end());
    if (largest >= static_cast<int>(soup_.vertices.size())) {
      return reject("f: vertex " + std::to_string(largest + 1) + " does not exist; the file has " +
                    std::to_string(soup_.vertices.size()));
    }
    switch (cutter_.cut(soup_.vertices, corners, soup_.triangles)) {
      case PolygonCutter::Outcome::done:
        return;
      case PolygonCutter::Outcome::crosses_itself:
        return reject("f: a face that crosses itself; expected one that can be triangulated");
      case PolygonCutter::Outcome::too_much_work:
        return reject("f: concave faces with too many corners; expected triangles");
    }
  }

  void leave_out_unused_vertices() {
    std::vector<int> new_number(soup_.vertices.size(), -1);
    std::vector<Vec3> used;
    for (std::array<int, 3>& triangle : soup_.triangles) {
      for (int& corner : triangle) {
        int& number = new_number[static_cast<std::size_t>(corner)];
        if (number < 0) {
          number = static_cast<int>(used.size());
          used.push_back(soup_.vertices[static_cast<std::size_t>(corner)]);
        }
        corner = number;
      }
    }
    soup_.vertices = std::move(used);
  }

  void reject(const std::string& what) { errors_.add(line_, what); }

  static constexpr std::int64_t kLargestNumber = 1'000'000'000;
  /// Words beyond this in a continued line are read as another statement, and so are an error.
  static constexpr std::size_t kMaxWords = 1'000'000;

  TextLines lines_;
  FileErrors& errors_;
  TriangleSoup soup_;
  std::vector<std::string_view> words_;  ///< of the statement being read
  int line_ = 0;                         ///< where it begins
  std::vector<int> corners_;             ///< of all faces
  std::vector<Face> faces_;
  PolygonCutter cutter_;
};

}  // namespace

std::optional<TriangleSoup> read_obj(std::string_view text, FileErrors& errors) {
  if (!require_text(text, "a Wavefront OBJ file", errors)) return {};
  return ObjReader(text, errors).read();
}

}  // namespace stiction
