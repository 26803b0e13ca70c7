#include "lloyd_plot.h"

#include "lloyd_problems.h"
#include "output_files.h"
#include "svg_chart.h"

#include <array>
#include <string>
#include <utility>

namespace stiction::bench {
namespace {

constexpr std::string_view kContactsTitle = "contacts n";
constexpr int kMostContactsOfLloyd = 32;
constexpr int kMostBodiesOfLloyd = 5;

/// Colours that people with any colour vision tell apart (Okabe and Ito), and markers for print.
struct MethodLook {
  std::string_view method;
  std::string_view colour;
  Marker marker;
};

constexpr std::array<MethodLook, 3> kLooks = {{
    {kStandardMethod, "#d55e00", Marker::square},
    {kStructuralMethod, "#0072b2", Marker::triangle},
    {kReducedMethod, "#009e73", Marker::circle},
}};

bool is_peg(const LloydRow& row) { return row.family == kPegFamily; }
bool is_single_body(const LloydRow& row) { return row.family == kSingleBodyFamily; }
bool is_stack(const LloydRow& row) {
  return row.family == kStack4Family || row.family == kStack8Family ||
         row.family == kMixedStackFamily;
}
bool is_peg_of_lloyd(const LloydRow& row) {
  return is_peg(row) && row.contacts <= kMostContactsOfLloyd;
}
bool is_stack_of_lloyd(const LloydRow& row) {
  return is_stack(row) && row.bodies <= kMostBodiesOfLloyd && row.contacts <= kMostContactsOfLloyd;
}

std::string point_label(const LloydRow& row) {
  return (row.situation.empty() ? row.family : row.situation) + ": " + row.method + ", " +
         std::to_string(row.bodies) + (row.bodies == 1 ? " body, " : " bodies, ") +
         std::to_string(row.contacts) + (row.contacts == 1 ? " contact" : " contacts");
}

/// The contents of a figure: rows, methods and words.
struct Figure {
  std::string_view file;
  std::string_view title;
  std::string_view subtitle;
  bool (*shows)(const LloydRow&);
  std::size_t first_method = 0;  ///< index in kLooks; the later ones are shown too
  bool is_joined = true;
  bool is_logarithmic = false;  ///< both axes
};

constexpr std::array<Figure, 7> kFigures = {{
    {"figure-05.svg", "Peg in hole, three methods",
     "Lloyd, fig. 5, n = 8 to 32 (ms): standard 6.18 to 400.75, structural 2.55 to 26.63, "
     "reduced 1.08 to 4.58",
     is_peg_of_lloyd},
    {"figure-06.svg", "Peg in hole, close-up of structural and reduced",
     "Lloyd, fig. 6, n = 8 to 32 (ms): structural 2.55 to 26.63, reduced 1.08 to 4.58",
     is_peg_of_lloyd, 1},
    {"figure-07.svg", "Ten situations of a single body",
     "Lloyd, fig. 7, n = 8 to 16 (ms): standard 5.2 to 50.9, structural 2.1 to 12.5, "
     "reduced 0.57 to 1.34",
     is_single_body},
    {"figure-08.svg", "Ten situations of a single body, close-up of reduced",
     "Lloyd, fig. 8, n = 8 to 16 (ms): 0.57 to 1.34", is_single_body, 2, false},
    {"figure-10.svg", "Stacks of 1 to 5 blocks, three methods",
     "Lloyd, fig. 10, n = 4 to 32 (ms): standard 2.1 to 2136, structural 1.45 to 224, "
     "reduced 1.32 to 96",
     is_stack_of_lloyd},
    {"growth-pegs.svg", "Growth of the time: pegs",
     "A straight line is a power of n; Lloyd states about 3, 2 and 1", is_peg, 0, true, true},
    {"growth-stacks.svg", "Growth of the time: stacks",
     "Stacks of 1 to 20 blocks with 4 and with 8 contacts per interface", is_stack, 0, false, true},
}};

Chart make_figure_chart(const Figure& figure, std::span<const LloydRow> rows) {
  Chart chart{.title = std::string(figure.title),
              .subtitle = std::string(figure.subtitle),
              .x_title = std::string(kContactsTitle),
              .y_title = "time per solve (\u00b5s, median)",
              .has_logarithmic_x = figure.is_logarithmic,
              .has_logarithmic_y = figure.is_logarithmic};
  for (std::size_t k = figure.first_method; k < kLooks.size(); ++k) {
    const MethodLook& look = kLooks[k];
    ChartSeries series{.name = std::string(look.method),
                       .colour = std::string(look.colour),
                       .marker = look.marker,
                       .is_joined = figure.is_joined};
    for (const LloydRow& row : rows) {
      if (row.warm || row.method != look.method || !figure.shows(row)) continue;
      // Neither has a logarithm nor is a sensible time.
      if (!(row.us_median > 0)) continue;
      series.points.push_back({static_cast<double>(row.contacts), row.us_median, point_label(row)});
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  return chart;
}

/// A block seen from the front, a little from the right and from above.
void draw_block(std::ostream& out, double left, double bottom, double side) {
  const double depth = 0.35 * side;
  const double right = left + side;
  const double top = bottom - side;
  const auto draw = [&](std::string_view fill,
                        std::initializer_list<std::pair<double, double>> corners) {
    out << "<polygon fill=\"" << fill << "\" stroke=\"#333333\" stroke-width=\"1.2\" points=\"";
    for (const auto& [x, y] : corners) out << x << ',' << y << ' ';
    out << "\"/>\n";
  };
  draw("#dbe7f3", {{left, bottom}, {right, bottom}, {right, top}, {left, top}});
  draw("#b7cde3", {{right, bottom},
                   {right + depth, bottom - depth / 2},
                   {right + depth, top - depth / 2},
                   {right, top}});
  draw("#f0f5fa", {{left, top},
                   {right, top},
                   {right + depth, top - depth / 2},
                   {left + depth, top - depth / 2}});
}

/// Force and moment on the topmost block.
void draw_wrench(std::ostream& out, double x, double y) {
  constexpr std::string_view kColour = "#d55e00";
  out << "<g fill=\"none\" stroke=\"" << kColour << "\" stroke-width=\"3\">\n"
      << "<line x1=\"" << x << "\" y1=\"" << y << "\" x2=\"" << x + 105 << "\" y2=\"" << y - 30
      << "\"/>\n"
      << "<path d=\"M " << x - 34 << ' ' << y + 8 << " A 36 22 0 1 1 " << x + 22 << ' ' << y + 18
      << "\"/>\n</g>\n"
      << "<g fill=\"" << kColour << "\">\n"
      << "<polygon points=\"" << x + 120 << ',' << y - 34 << ' ' << x + 103 << ',' << y - 38 << ' '
      << x + 107 << ',' << y - 22 << "\"/>\n"
      << "<polygon points=\"" << x + 8 << ',' << y + 23 << ' ' << x + 25 << ',' << y + 11 << ' '
      << x + 27 << ',' << y + 26 << "\"/>\n"
      << "<text x=\"" << x + 128 << "\" y=\"" << y - 30
      << "\" font-size=\"15\">random wrench</text>\n</g>\n";
}

void write_stack_sketch(std::ostream& out) {
  constexpr double kSide = 70;
  constexpr double kGround = kSvgHeight - 50;
  constexpr double kMiddle = kSvgWidth / 2.0 - kSide / 2;
  constexpr std::array<double, kMostBodiesOfLloyd> kShifts = {0, 6, -5, 4, -3};
  begin_svg(out, "The stack of blocks",
            "Lloyd, fig. 9: gravity on every block, a random wrench on the topmost");
  out << "<rect x=\"180\" y=\"" << kGround
      << "\" width=\"400\" height=\"14\" fill=\"#cccccc\"/>\n"
         "<line x1=\"180\" y1=\""
      << kGround << "\" x2=\"580\" y2=\"" << kGround << "\" stroke=\"#333333\"/>\n";
  double bottom = kGround;
  for (const double shift : kShifts) {
    draw_block(out, kMiddle + shift, bottom, kSide);
    bottom -= kSide;
  }
  draw_wrench(out, kMiddle + kShifts.back() + kSide / 2, bottom + kSide / 2);
  end_svg(out);
}

}  // namespace

std::vector<std::filesystem::path> write_lloyd_figures(std::span<const LloydRow> rows,
                                                       const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory);
  std::vector<std::filesystem::path> files;
  for (const Figure& figure : kFigures) {
    const Chart chart = make_figure_chart(figure, rows);
    if (chart.series.empty()) continue;
    files.push_back(directory / figure.file);
    write_file(files.back(), [&](std::ostream& out) { write_svg(out, chart); });
  }
  files.push_back(directory / "figure-09.svg");
  write_file(files.back(), write_stack_sketch);
  return files;
}

}  // namespace stiction::bench
