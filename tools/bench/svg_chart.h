#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::bench {

enum class Marker { circle, square, triangle };

struct ChartPoint {
  double x = 0;
  double y = 0;
  std::string label;  ///< shown when a viewer points at it
};

struct ChartSeries {
  std::string name;
  std::string colour;  ///< in SVG notation: "#0072b2"
  Marker marker = Marker::circle;
  /// Whether a line joins the points, through the mean of points with the same x.
  bool is_joined = true;
  bool has_markers = true;  ///< at the points
  std::vector<ChartPoint> points = {};
};

/// Linear axes start at zero; logarithmic ones show positive values only.
struct Chart {
  std::string title;
  std::string subtitle;
  std::string x_title;
  std::string y_title;
  bool has_logarithmic_x = false;
  bool has_logarithmic_y = false;
  bool has_legend_at_right = false;  ///< where curves fall; else at the left, where they rise
  std::vector<ChartSeries> series = {};
};

/// Size of every drawing, pixels.
inline constexpr int kSvgWidth = 760;
inline constexpr int kSvgHeight = 520;

/// `text` with the characters that XML reserves replaced.
std::string xml_text(std::string_view text);

/// Begins a drawing with a white background and its title; ends it.
void begin_svg(std::ostream& out, std::string_view title, std::string_view subtitle);
void end_svg(std::ostream& out);

/// Writes a complete SVG document. At least one point must be finite (and positive where its axis
/// is logarithmic); other points are left out.
void write_svg(std::ostream& out, const Chart& chart);

/// Sets colour and marker of the k-th of many series: eight colours that people with any colour
/// vision can distinguish (Okabe and Ito), then the same colours with other markers.
void set_look(std::size_t k, ChartSeries& series);

}  // namespace stiction::bench
