#include "print_and_here.h"

#include <sstream>
#include <string_view>

namespace stiction::bench {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kIndent = 10;

void print_wrapped(std::ostream& out, std::string_view label, const std::string& text) {
  if (text.empty()) return;
  std::string line = "  " + std::string(label) + std::string(kIndent - 2 - label.size(), ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() > kIndent && line.size() + 1 + word.size() > kWidth) {
      out << line << '\n';
      line = std::string(kIndent, ' ');
    }
    if (line.size() > kIndent) line += ' ';
    line += word;
  }
  out << line << '\n';
}

}  // namespace

void print_paragraphs(std::ostream& out, const std::vector<PrintAndHere>& all) {
  for (const PrintAndHere& one : all) {
    out << one.what << '\n';
    print_wrapped(out, "print", one.print);
    print_wrapped(out, "here", one.here);
    print_wrapped(out, "why", one.why);
  }
  out << '\n';
}

}  // namespace stiction::bench
