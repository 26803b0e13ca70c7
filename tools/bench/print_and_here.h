#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace stiction::bench {

/// A paper's statement, our result, and why the two differ or agree.
struct PrintAndHere {
  std::string what;  ///< "figure 1", "table 2, PGS"
  std::string print;
  std::string here;
  std::string why;  ///< may be empty
};

/// Prints a paragraph each, with lines broken at 100 characters.
void print_paragraphs(std::ostream& out, const std::vector<PrintAndHere>& all);

}  // namespace stiction::bench
