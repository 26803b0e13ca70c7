#pragma once

#include "comparison_plan.h"
#include "state_trace.h"

#include <stiction/scene/report.h>

#include <iosfwd>
#include <vector>

namespace stiction::command {

/// A finished run of a comparison.
struct ComparisonRow {
  ComparisonCase choice;
  RunReport report;
  StateDistance distance;  ///< from the first run
};

/// Writes the columns of the CSV file, with a line end.
void write_comparison_header(std::ostream& out);

/// Writes one line. Numbers read back bit for bit. Fields that are not finite or do not apply are
/// left empty: the facets of a model without any, and distances where there was no common time.
void write_comparison_row(std::ostream& out, const ComparisonRow& row);

/// Prints the rows for people: rounded, without columns in which nothing differs or applies.
void print_comparison(std::ostream& out, const std::vector<ComparisonRow>& rows);

}  // namespace stiction::command
