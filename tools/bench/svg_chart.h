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
  std::string label;  ///< a viewer shows it when pointed at
};

struct ChartSeries {
  std::string name;
  std::string colour;  ///< as SVG has it: "#0072b2"
  Marker marker = Marker::circle;
  /// Whether a line joins the points, through the mean of those that share an x.
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

/// Pixels of every drawing.
inline constexpr int kSvgWidth = 760;
inline constexpr int kSvgHeight = 520;

/// `text` with the characters that XML reserves replaced.
std::string xml_text(std::string_view text);

/// The head of a drawing with a white ground and its title, and its end.
void begin_svg(std::ostream& out, std::string_view title, std::string_view subtitle);
void end_svg(std::ostream& out);

/// A complete SVG document. At least one point is finite (and positive where its axis is
/// logarithmic); points that are not are left out.
void write_svg(std::ostream& out, const Chart& chart);

/// Colour and marker of the k-th of many series: eight colours that people with any colour vision
/// tell apart (Okabe and Ito), then again with other markers.
void set_look(std::size_t k, ChartSeries& series);

}  // namespace stiction::bench
