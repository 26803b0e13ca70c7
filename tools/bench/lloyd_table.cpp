#include "lloyd_table.h"

#include "lloyd_problems.h"
#include "text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stiction::bench {
namespace {

/// The distinct values, in the order of the rows.
template <typename Value, typename Projection>
std::vector<Value> distinct(std::span<const LloydRow> rows, Projection projection) {
  std::vector<Value> values;
  for (const LloydRow& row : rows) {
    const Value value = projection(row);
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return values;
}

/// A method, cold or warm.
using LloydVariant = std::pair<std::string, bool>;

LloydVariant variant_of(const LloydRow& row) { return {row.method, row.warm}; }
std::string variant_text(const LloydVariant& variant) {
  return variant.second ? variant.first + ", warm" : variant.first;
}

bool is_same_problem(const LloydRow& a, const LloydRow& b) {
  return a.family == b.family && a.situation == b.situation && a.bodies == b.bodies &&
         a.contacts == b.contacts && a.directions == b.directions;
}

void print_family(std::ostream& out, std::span<const LloydRow> rows, const std::string& family) {
  std::vector<Cells> lines = {{"situation", "method", "bodies", "contacts", "solved", "us/solve",
                               "pivots", "kernel", "residual", "to standard"}};
  const LloydRow* previous = nullptr;
  for (const LloydRow& row : rows) {
    if (row.family != family) continue;
    // An empty line between problems makes methods easy to compare.
    if (previous != nullptr && !is_same_problem(*previous, row)) lines.push_back({});
    previous = &row;
    lines.push_back({row.situation, variant_text(variant_of(row)), std::to_string(row.bodies),
                     std::to_string(row.contacts),
                     std::to_string(row.solved) + "/" + std::to_string(row.draws),
                     time_text(row.us_median), format_text("%.1f", row.pivots_median),
                     row.kernel_max > 0 ? std::to_string(row.kernel_max) : "-",
                     format_text("%.1e", row.residual_max), ratio_text(row.ratio_to_standard)});
  }
  out << family << ", " << previous->directions << " friction directions\n";
  print_aligned(out, lines, 2);
  out << '\n';
}

/// The figures that section 5.4 states for one method in one test: times in ms (Java, 1 GHz Pentium
/// III-M, means of 20 draws) at the smaller and at the larger number of contacts.
struct Published {
  std::string_view method;
  double ms_small;
  double ms_large;
};

/// One test of section 5.4, with our problems for its two ends.
struct PublishedTest {
  struct End {
    std::string_view family;
    int bodies;
    int contacts;
  };
  std::string_view title;
  End small;
  End large;
  std::array<Published, 3> methods;

  double ratio_small(const Published& of) const { return methods[0].ms_small / of.ms_small; }
  double ratio_large(const Published& of) const { return methods[0].ms_large / of.ms_large; }
  double growth(const Published& of) const {
    return std::log(of.ms_large / of.ms_small) /
           std::log(static_cast<double>(large.contacts) / small.contacts);
  }
};

constexpr std::array<PublishedTest, 3> kPublishedTests = {{
    {"peg in hole",
     {kPegFamily, 1, 8},
     {kPegFamily, 1, 32},
     {{{kStandardMethod, 6.18, 400.75},
       {kStructuralMethod, 2.55, 26.63},
       {kReducedMethod, 1.08, 4.58}}}},
    {"single bodies",
     {kSingleBodyFamily, 1, 8},
     {kSingleBodyFamily, 1, 16},
     {{{kStandardMethod, 5.2, 50.9},
       {kStructuralMethod, 2.1, 12.5},
       {kReducedMethod, 0.57, 1.34}}}},
    {"stacks of 1 to 5 blocks",
     {kStack4Family, 1, 4},
     {kMixedStackFamily, 5, 32},
     {{{kStandardMethod, 2.1, 2136}, {kStructuralMethod, 1.45, 224}, {kReducedMethod, 1.32, 96}}}},
}};

/// The mean over the cold rows at that end: the single bodies have two situations with 8 contacts.
std::optional<double> mean_us(std::span<const LloydRow> rows, const PublishedTest::End& end,
                              std::string_view method) {
  double sum = 0;
  int count = 0;
  for (const LloydRow& row : rows) {
    if (row.family != end.family || row.bodies != end.bodies || row.contacts != end.contacts ||
        row.method != method || row.warm) {
      continue;
    }
    sum += row.us_median;
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::optional<double> quotient(std::optional<double> a, std::optional<double> b) {
  return a && b && *b > 0 ? std::optional(*a / *b) : std::nullopt;
}

/// Prints the times at both ends, how many times as long the standard method takes there, and the
/// exponent of the contacts between the ends: Lloyd's, then ours.
void print_published_test(std::ostream& out, std::span<const LloydRow> rows,
                          const PublishedTest& test) {
  const std::string n_small = "n=" + std::to_string(test.small.contacts);
  const std::string n_large = "n=" + std::to_string(test.large.contacts);
  std::vector<Cells> lines = {{"method", "", "us, " + n_small, "us, " + n_large,
                               "to standard, " + n_small, "to standard, " + n_large, "exponent"}};
  const double spread = std::log(static_cast<double>(test.large.contacts) / test.small.contacts);
  for (const Published& published : test.methods) {
    lines.push_back({std::string(published.method), "Lloyd", time_text(1000 * published.ms_small),
                     time_text(1000 * published.ms_large), ratio_text(test.ratio_small(published)),
                     ratio_text(test.ratio_large(published)),
                     format_text("%.2f", test.growth(published))});
    const auto small = mean_us(rows, test.small, published.method);
    const auto large = mean_us(rows, test.large, published.method);
    const auto ratio = [&](const PublishedTest::End& end, std::optional<double> ours) {
      const double none = std::numeric_limits<double>::quiet_NaN();
      return ratio_text(quotient(mean_us(rows, end, kStandardMethod), ours).value_or(none));
    };
    const auto growth = quotient(large, small);
    lines.push_back({"", "here", small ? time_text(*small) : "-", large ? time_text(*large) : "-",
                     ratio(test.small, small), ratio(test.large, large),
                     growth ? format_text("%.2f", std::log(*growth) / spread) : "-"});
  }
  out << test.title << ": Lloyd 2004, section 5.4 (Java, 1 GHz), and here (medians, cold)\n";
  print_aligned(out, lines, 2);
  out << '\n';
}

constexpr int kFewestFitted = 8;
constexpr int kMostFitted = 128;

bool is_fitted(const LloydRow& row, std::string_view family, const LloydVariant& variant) {
  return row.family == family && variant_of(row) == variant && row.us_median > 0 &&
         row.contacts >= kFewestFitted && row.contacts <= kMostFitted;
}

/// Prints the growth for the pegs only: in other families not only the contacts grow.
void print_growth(std::ostream& out, std::span<const LloydRow> rows) {
  std::vector<Cells> lines = {{"method", "exponent", "fewest", "most contacts"}};
  for (const LloydVariant& variant : distinct<LloydVariant>(rows, variant_of)) {
    const auto exponent = fit_growth_exponent(rows, kPegFamily, variant.first, variant.second);
    if (!exponent) continue;
    int fewest = kMostFitted;
    int most = kFewestFitted;
    for (const LloydRow& row : rows) {
      if (!is_fitted(row, kPegFamily, variant)) continue;
      fewest = std::min(fewest, row.contacts);
      most = std::max(most, row.contacts);
    }
    lines.push_back({variant_text(variant), format_text("%.2f", *exponent), std::to_string(fewest),
                     std::to_string(most)});
  }
  if (lines.size() == 1) return;
  out << "peg, growth of the time with the contacts: the exponent p of n^p, least squares\n";
  print_aligned(out, lines, 1);
  out << '\n';
}

/// Empty if not finite.
std::string known_text(double value) {
  return std::isfinite(value) ? format_text("%.6g", value) : "";
}

/// Quoted as in RFC 4180 where necessary.
std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

void set_ratios_to_standard(std::vector<LloydRow>& rows) {
  for (LloydRow& row : rows) {
    const auto standard = std::ranges::find_if(rows, [&](const LloydRow& other) {
      return other.method == kStandardMethod && !other.warm && is_same_problem(other, row);
    });
    row.ratio_to_standard = standard != rows.end() && row.us_median > 0
                                ? standard->us_median / row.us_median
                                : std::numeric_limits<double>::quiet_NaN();
  }
}

std::optional<double> fit_growth_exponent(std::span<const LloydRow> rows, std::string_view family,
                                          std::string_view method, bool warm) {
  std::vector<std::pair<double, double>> points;  // log of contacts, log of time
  for (const LloydRow& row : rows) {
    if (!is_fitted(row, family, {std::string(method), warm})) continue;
    points.emplace_back(std::log(row.contacts), std::log(row.us_median));
  }
  double mean_x = 0;
  double mean_y = 0;
  for (const auto& [x, y] : points) {
    mean_x += x / static_cast<double>(points.size());
    mean_y += y / static_cast<double>(points.size());
  }
  // slope = sum (x - mean x)(y - mean y) / sum (x - mean x)^2
  double numerator = 0;
  double denominator = 0;
  for (const auto& [x, y] : points) {
    numerator += (x - mean_x) * (y - mean_y);
    denominator += (x - mean_x) * (x - mean_x);
  }
  // Rounding of the mean leaves far less than two different whole numbers would.
  return denominator > 1e-9 ? std::optional(numerator / denominator) : std::nullopt;
}

void write_lloyd_csv(std::ostream& out, std::span<const LloydRow> rows) {
  out << "family,bodies,contacts,directions,method,warm,draws,solved,us_median,pivots_median,"
         "kernel_max,residual_max,ratio_to_standard\n";
  for (const LloydRow& row : rows) {
    const std::string family =
        row.situation.empty() ? row.family : row.family + '/' + row.situation;
    out << csv_field(family) << ',' << row.bodies << ',' << row.contacts << ',' << row.directions
        << ',' << csv_field(row.method) << ',' << (row.warm ? 1 : 0) << ',' << row.draws << ','
        << row.solved << ',' << known_text(row.us_median) << ','
        << format_text("%.6g", row.pivots_median) << ',' << row.kernel_max << ','
        << format_text("%.3e", row.residual_max) << ',' << known_text(row.ratio_to_standard)
        << '\n';
  }
}

void print_lloyd_tables(std::ostream& out, std::span<const LloydRow> rows) {
  const auto family_of = [](const LloydRow& row) { return row.family; };
  for (const std::string& family : distinct<std::string>(rows, family_of)) {
    print_family(out, rows, family);
  }
  print_growth(out, rows);
  for (const PublishedTest& test : kPublishedTests) print_published_test(out, rows, test);
}

}  // namespace stiction::bench
