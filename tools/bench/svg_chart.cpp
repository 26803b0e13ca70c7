#include "svg_chart.h"

#include "text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace stiction::bench {
namespace {

constexpr double kLeft = 84;
constexpr double kRight = kSvgWidth - 28;
constexpr double kTop = 76;
constexpr double kBottom = kSvgHeight - 62;
constexpr std::string_view kGridColour = "#e2e2e2";
constexpr std::string_view kTextColour = "#333333";

std::string pixels(double value) { return format_text("%.1f", value); }

std::string tick_text(double value) { return format_text("%.6g", value); }

struct TextStyle {
  std::string_view anchor = "middle";
  int size = 13;
  std::string_view more = {};  ///< further attributes
};

void write_text(std::ostream& out, double x, double y, std::string_view text,
                const TextStyle& style = {}) {
  out << "<text x=\"" << pixels(x) << "\" y=\"" << pixels(y) << "\" font-size=\"" << style.size
      << "\" text-anchor=\"" << style.anchor << "\"" << (style.more.empty() ? "" : " ")
      << style.more << ">" << xml_text(text) << "</text>\n";
}

void write_line(std::ostream& out, double x1, double y1, double x2, double y2,
                std::string_view colour, double width = 1) {
  out << "<line x1=\"" << pixels(x1) << "\" y1=\"" << pixels(y1) << "\" x2=\"" << pixels(x2)
      << "\" y2=\"" << pixels(y2) << "\" stroke=\"" << colour << "\" stroke-width=\"" << width
      << "\"/>\n";
}

/// One direction of the chart: values low..high are at the pixels first..last.
struct Axis {
  double low = 0;
  double high = 1;
  double first = 0;
  double last = 1;
  bool is_logarithmic = false;
  std::vector<double> ticks = {};

  double at(double value) const {
    const double part = is_logarithmic ? std::log(value / low) / std::log(high / low)
                                       : (value - low) / (high - low);
    return first + part * (last - first);
  }
};

/// From zero to the first multiple of a step of 1, 2 or 5 times a power of ten that is not less
/// than `largest`; about six steps.
Axis make_linear_axis(double largest, double first, double last) {
  const double rough = largest > 0 ? largest / 6 : 1;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double part = rough / power;
  const double step = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
  // A largest value that is a multiple up to rounding needs no further step.
  const int count = std::max(1, static_cast<int>(std::ceil(largest / step - 1e-9)));
  Axis axis{.low = 0, .high = count * step, .first = first, .last = last};
  for (int k = 0; k <= count; ++k) axis.ticks.push_back(k * step);
  return axis;
}

/// Ticks at 1, 2 and 5 times the powers of ten; for a wide span, only at the powers.
Axis make_logarithmic_axis(double smallest, double largest, double first, double last) {
  const double decades = std::log10(largest / smallest);
  const std::vector<double> parts =
      decades > 3 ? std::vector<double>{1} : std::vector<double>{1, 2, 5};
  Axis axis{.first = first, .last = last, .is_logarithmic = true};
  const int lowest = static_cast<int>(std::floor(std::log10(smallest)));
  const int highest = static_cast<int>(std::ceil(std::log10(largest)));
  std::vector<double> ticks;
  for (int exponent = lowest; exponent <= highest; ++exponent) {
    for (const double part : parts) ticks.push_back(part * std::pow(10, exponent));
  }
  // The axis runs from the last tick below the values to the first above them.
  const auto from = std::upper_bound(ticks.begin(), ticks.end(), smallest * (1 + 1e-9));
  const auto to = std::lower_bound(ticks.begin(), ticks.end(), largest * (1 - 1e-9));
  axis.ticks.assign(from == ticks.begin() ? from : from - 1, to == ticks.end() ? to : to + 1);
  axis.low = axis.ticks.front();
  axis.high = axis.ticks.back();
  if (axis.high <= axis.low) axis.high = 10 * axis.low;
  return axis;
}

struct Axes {
  Axis x;
  Axis y;
};

bool is_shown(const Chart& chart, const ChartPoint& point) {
  return std::isfinite(point.x) && std::isfinite(point.y) &&
         (!chart.has_logarithmic_x || point.x > 0) && (!chart.has_logarithmic_y || point.y > 0);
}

Axes make_axes(const Chart& chart) {
  std::vector<double> xs;
  std::vector<double> ys;
  for (const ChartSeries& series : chart.series) {
    for (const ChartPoint& point : series.points) {
      if (!is_shown(chart, point)) continue;
      xs.push_back(point.x);
      ys.push_back(point.y);
    }
  }
  const auto [x_low, x_high] = std::ranges::minmax(xs);
  const auto [y_low, y_high] = std::ranges::minmax(ys);
  return {chart.has_logarithmic_x ? make_logarithmic_axis(x_low, x_high, kLeft, kRight)
                                  : make_linear_axis(x_high, kLeft, kRight),
          chart.has_logarithmic_y ? make_logarithmic_axis(y_low, y_high, kBottom, kTop)
                                  : make_linear_axis(y_high, kBottom, kTop)};
}

void write_axes(std::ostream& out, const Chart& chart, const Axes& axes) {
  for (const double tick : axes.x.ticks) {
    const double x = axes.x.at(tick);
    write_line(out, x, kTop, x, kBottom, kGridColour);
    write_line(out, x, kBottom, x, kBottom + 5, kTextColour);
    write_text(out, x, kBottom + 20, tick_text(tick));
  }
  for (const double tick : axes.y.ticks) {
    const double y = axes.y.at(tick);
    write_line(out, kLeft, y, kRight, y, kGridColour);
    write_line(out, kLeft - 5, y, kLeft, y, kTextColour);
    write_text(out, kLeft - 9, y + 4.5, tick_text(tick), {.anchor = "end"});
  }
  write_line(out, kLeft, kBottom, kRight, kBottom, kTextColour, 1.5);
  write_line(out, kLeft, kTop, kLeft, kBottom, kTextColour, 1.5);
  write_text(out, (kLeft + kRight) / 2, kSvgHeight - 16, chart.x_title, {.size = 14});
  const double middle = (kTop + kBottom) / 2;
  write_text(out, 22, middle, chart.y_title,
             {.size = 14, .more = "transform=\"rotate(-90 22 " + pixels(middle) + ")\""});
}

void write_marker(std::ostream& out, const ChartSeries& series, double x, double y,
                  std::string_view label) {
  constexpr double kSize = 4.5;
  const auto points = [&](std::initializer_list<std::pair<double, double>> corners) {
    out << "<polygon points=\"";
    for (const auto& [dx, dy] : corners) {
      out << pixels(x + kSize * dx) << ',' << pixels(y + kSize * dy) << ' ';
    }
    out << '"';
  };
  switch (series.marker) {
    case Marker::circle:
      out << "<circle cx=\"" << pixels(x) << "\" cy=\"" << pixels(y) << "\" r=\"" << kSize << "\"";
      break;
    case Marker::square:
      points({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
      break;
    case Marker::triangle:
      points({{0, -1.2}, {1.1, 0.8}, {-1.1, 0.8}});
      break;
  }
  out << " fill=\"" << series.colour << "\" stroke=\"white\" stroke-width=\"0.8\">";
  if (!label.empty()) out << "<title>" << xml_text(label) << "</title>";
  out << (series.marker == Marker::circle ? "</circle>\n" : "</polygon>\n");
}

void write_polyline(std::ostream& out, const Chart& chart, const ChartSeries& series,
                    const Axes& axes) {
  std::map<double, std::pair<double, int>> sums;  // x: sum of y, number of points
  for (const ChartPoint& point : series.points) {
    if (!is_shown(chart, point)) continue;
    auto& [sum, count] = sums[point.x];
    sum += point.y;
    ++count;
  }
  out << "<polyline fill=\"none\" stroke=\"" << series.colour
      << "\" stroke-width=\"1.8\" points=\"";
  for (const auto& [x, sum_and_count] : sums) {
    const double mean = sum_and_count.first / sum_and_count.second;
    out << pixels(axes.x.at(x)) << ',' << pixels(axes.y.at(mean)) << ' ';
  }
  out << "\"/>\n";
}

void write_series(std::ostream& out, const Chart& chart, const ChartSeries& series,
                  const Axes& axes) {
  if (series.is_joined) write_polyline(out, chart, series, axes);
  if (!series.has_markers) return;
  for (const ChartPoint& point : series.points) {
    if (!is_shown(chart, point)) continue;
    write_marker(out, series, axes.x.at(point.x), axes.y.at(point.y), point.label);
  }
}

/// Writes the legend in the upper corner that the points leave free.
void write_legend(std::ostream& out, const Chart& chart) {
  constexpr double kLineHeight = 22;
  constexpr double kWidthOfCharacter = 7.5;
  std::size_t longest = 0;
  for (const ChartSeries& series : chart.series) longest = std::max(longest, series.name.size());
  const double width = 58 + kWidthOfCharacter * static_cast<double>(longest);
  const double x = chart.has_legend_at_right ? kRight - 14 - width : kLeft + 14;
  const double y = kTop + 8;
  out << "<rect x=\"" << pixels(x) << "\" y=\"" << pixels(y) << "\" width=\"" << pixels(width)
      << "\" height=\"" << pixels(kLineHeight * static_cast<double>(chart.series.size()) + 8)
      << "\" fill=\"white\" stroke=\"#bbbbbb\"/>\n";
  double line = y + 4 + kLineHeight / 2;
  for (const ChartSeries& series : chart.series) {
    if (series.is_joined) write_line(out, x + 10, line, x + 38, line, series.colour, 1.8);
    if (series.has_markers) write_marker(out, series, x + 24, line, {});
    write_text(out, x + 46, line + 4.5, series.name, {.anchor = "start"});
    line += kLineHeight;
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

void begin_svg(std::ostream& out, std::string_view title, std::string_view subtitle) {
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << kSvgWidth << "\" height=\""
      << kSvgHeight << "\" viewBox=\"0 0 " << kSvgWidth << ' ' << kSvgHeight
      << "\" font-family=\"Helvetica, Arial, sans-serif\" fill=\"" << kTextColour << "\">\n"
      << "<title>" << xml_text(title) << "</title>\n"
      << "<rect width=\"" << kSvgWidth << "\" height=\"" << kSvgHeight << "\" fill=\"white\"/>\n";
  write_text(out, kLeft, 32, title,
             {.anchor = "start", .size = 18, .more = "font-weight=\"bold\""});
  write_text(out, kLeft, 54, subtitle, {.anchor = "start", .more = "fill=\"#666666\""});
}

void set_look(std::size_t k, ChartSeries& series) {
  constexpr std::array<std::string_view, 8> kColours = {"#d55e00", "#0072b2", "#009e73", "#cc79a7",
                                                        "#e69f00", "#56b4e9", "#000000", "#b8a800"};
  constexpr std::array<Marker, 3> kMarkers = {Marker::circle, Marker::square, Marker::triangle};
  series.colour = kColours[k % kColours.size()];
  series.marker = kMarkers[k / kColours.size() % kMarkers.size()];
}

void end_svg(std::ostream& out) { out << "</svg>\n"; }

void write_svg(std::ostream& out, const Chart& chart) {
  begin_svg(out, chart.title, chart.subtitle);
  const Axes axes = make_axes(chart);
  write_axes(out, chart, axes);
  for (const ChartSeries& series : chart.series) write_series(out, chart, series, axes);
  write_legend(out, chart);
  end_svg(out);
}

}  // namespace stiction::bench
