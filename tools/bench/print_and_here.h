#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace stiction::bench {

/// What a paper states, what we get, and why the two differ or agree.
struct PrintAndHere {
  std::string what;  ///< "figure 1", "table 2, PGS"
  std::string print;
  std::string here;
  std::string why;  ///< may be empty
};

/// A paragraph each, its lines broken at 100 characters.
void print_paragraphs(std::ostream& out, const std::vector<PrintAndHere>& all);

}  // namespace stiction::bench
