#pragma once

#include <limits>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::bench {

/// The three methods that Lloyd 2004, section 5.4, compares. A row may name any other as well.
inline constexpr std::string_view kStandardMethod = "standard";
inline constexpr std::string_view kStructuralMethod = "structural";
inline constexpr std::string_view kReducedMethod = "reduced";

/// One method on the draws of one set.
struct LloydRow {
  std::string family;
  int bodies = 0;
  int contacts = 0;
  int directions = 0;
  std::string method;
  bool warm = false;  ///< started from the answer to the same problem with a slightly different
                      ///< wrench
  int draws = 0;
  int solved = 0;  ///< draws whose answer the judge accepted
  double us_median = 0;
  double pivots_median = 0;
  int kernel_max = 0;  ///< largest order of a matrix that was factored; 0: not applicable
  double residual_max = 0;
  /// How many times as long the standard method takes, cold; NaN if it was not run.
  double ratio_to_standard = std::numeric_limits<double>::quiet_NaN();
  std::string situation =
      {};  ///< tells rows of a family apart beyond bodies and contacts, or empty
};

/// Sets `ratio_to_standard` of every row, from the cold standard row of the same problem.
void set_ratios_to_standard(std::vector<LloydRow>& rows);

/// The exponent p of `us_median` ~ contacts^p: the slope of the least squares line through the
/// logarithms of all rows of the family and method with 8 to 128 contacts; none if these have fewer
/// than two different numbers of contacts.
std::optional<double> fit_growth_exponent(std::span<const LloydRow> rows, std::string_view family,
                                          std::string_view method, bool warm);

/// Writes the columns of the contract, section 5, in its order. `warm` is 0 or 1; a situation
/// follows its family after a slash; an unknown time or ratio is an empty field.
void write_lloyd_csv(std::ostream& out, std::span<const LloydRow> rows);

/// Prints a table per family in the order of the rows, then the growth with the contacts, and
/// Lloyd's published numbers beside those of the rows.
void print_lloyd_tables(std::ostream& out, std::span<const LloydRow> rows);

}  // namespace stiction::bench
