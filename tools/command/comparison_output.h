#pragma once

#include "comparison_plan.h"
#include "state_trace.h"

#include <stiction/scene/report.h>

#include <iosfwd>
#include <vector>

namespace stiction::command {

/// A run of a comparison that is over.
struct ComparisonRow {
  ComparisonCase choice;
  RunReport report;
  StateDistance distance;  ///< from the first run
};

/// The columns of the CSV file, with a line end.
void write_comparison_header(std::ostream& out);

/// One line. Numbers read back bit for bit; what is not finite or does not apply is left empty: the
/// facets of a model without, and distances where there was no common time.
void write_comparison_row(std::ostream& out, const ComparisonRow& row);

/// The rows for people: rounded, and without columns in which nothing differs or applies.
void print_comparison(std::ostream& out, const std::vector<ComparisonRow>& rows);

}  // namespace stiction::command
