#include "xml_scanner.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "xml_characters.h"

namespace stiction {
namespace {

/// Thrown to end the scan: the text is not well-formed.
struct IllFormed {
  int line;
  std::string what;
  bool is_end_of_text = false;
};

class XmlScanner {
 public:
  XmlScanner(std::string& text, std::size_t end, const XmlDialect& dialect, FileErrors& errors,
             std::size_t& num_nodes)
      : text_(text), end_(end), dialect_(dialect), errors_(errors), num_nodes_(num_nodes) {}

  /// Throws IllFormed.
  void scan() {
    if (starts_with("\xef\xbb\xbf")) position_ += 3;
    if (starts_with("<?xml") && position_ + 5 < end_ && is_xml_blank(text_[position_ + 5])) {
      scan_declaration();
    }
    while (position_ < end_) scan_item();
    if (!open_.empty()) {
      fail_at_end(open_.back().line, "<" + open_.back().name + "> is not closed; expected </" +
                                         open_.back().name + ">");
    }
    if (!has_root_)
      fail_at_end(1, std::string("no root element; expected ") + dialect_.root_example);
  }

  int line() const { return line_; }

 private:
  struct OpenElement {
    std::string name;
    int line;
  };

  void scan_item() {
    if (text_[position_] != '<') {
      scan_text();
    } else if (starts_with("<!--")) {
      scan_comment();
    } else if (starts_with("<![CDATA[")) {
      scan_foreign("<![CDATA[", "]]>", "a CDATA section");
    } else if (starts_with("<!DOCTYPE")) {
      scan_document_type();
    } else if (starts_with("<?")) {
      scan_foreign("<?", "?>", "a processing instruction");
    } else if (starts_with("</")) {
      scan_end_tag();
    } else {
      scan_start_tag();
    }
  }

  // --- Accepted content --------------------------------------------------------------------------

  void scan_start_tag() {
    const int tag_line = line_;
    advance(1);
    const std::string name = scan_name("", "an element's name after '<'");
    if (open_.empty() && std::exchange(has_root_, true)) {
      errors_.add(tag_line,
                  "<" + name + ">: a second root element; a file has one, <" + dialect_.root + ">");
    }
    count_node();
    attribute_names_.clear();
    while (true) {
      const bool is_apart = skip_blanks();
      if (accept("/>")) break;
      if (accept(">")) {
        open_.push_back({name, tag_line});
        if (open_.size() > XmlLimits::kMaxDepth) {
          fail("elements nest deeper than " + std::to_string(XmlLimits::kMaxDepth));
        }
        break;
      }
      if (position_ < end_ && !is_apart) {
        fail("<" + name + ">: expected a space, '>' or '/>', got " + next_characters());
      }
      scan_attribute(name);
    }
  }

  void scan_attribute(const std::string& element) {
    const std::string where = "<" + element + ">: ";
    const std::string name = scan_name(where, "an attribute's name, '>' or '/>'");
    const int name_line = line_;
    if (std::find(attribute_names_.begin(), attribute_names_.end(), name) !=
        attribute_names_.end()) {
      throw IllFormed{name_line, where + "attribute " + in_quotes(name) + " is given twice"};
    }
    attribute_names_.push_back(name);
    if (attribute_names_.size() > XmlLimits::kMaxAttributes) {
      fail(where + "more than " + std::to_string(XmlLimits::kMaxAttributes) + " attributes");
    }
    count_node();
    scan_attribute_value(where + "attribute " + in_quotes(name));
  }

  std::string_view scan_attribute_value(const std::string& attribute) {
    skip_blanks();
    expect("=", attribute);
    skip_blanks();
    if (position_ < end_ && text_[position_] != '"' && text_[position_] != '\'') {
      fail(attribute + ": expected a value in quotes, got " + next_characters());
    }
    const int value_line = line_;
    const char quote = position_ < end_ ? text_[position_] : '"';
    advance(1);
    const std::size_t begin = position_;
    while (position_ < end_ && text_[position_] != quote) {
      if (text_[position_] == '<') {
        throw IllFormed{value_line, attribute +
                                        ": '<' in a value, or its quote is not closed; "
                                        "within a value it is written &lt;"};
      }
      if (text_[position_] == '&') check_reference();
      advance(1);
    }
    if (position_ >= end_) fail_at_end(value_line, attribute + ": the value's quote is not closed");
    advance(1);
    return std::string_view(text_).substr(begin, position_ - 1 - begin);
  }

  void scan_end_tag() {
    const int tag_line = line_;
    advance(2);
    const std::string name = scan_name("", "an element's name after '</'");
    skip_blanks();
    expect(">", "</" + name);
    if (open_.empty()) throw IllFormed{tag_line, "</" + name + "> closes no element"};
    if (open_.back().name != name) {
      throw IllFormed{tag_line, "</" + name + ">: expected </" + open_.back().name +
                                    ">, which closes that of line " +
                                    std::to_string(open_.back().line)};
    }
    open_.pop_back();
  }

  void scan_comment() {
    const std::size_t begin = position_;
    const int comment_line = line_;
    advance(4);
    const std::size_t hyphens = find("--");
    if (hyphens >= end_) fail_at_end(comment_line, "a comment is not closed; expected -->");
    advance(hyphens - position_);
    if (!starts_with("-->")) fail("'--' within a comment");
    advance(3);
    blank_out(begin);
  }

  /// Production 23: `version`, then `encoding` and `standalone`, which are optional.
  void scan_declaration() {
    const std::size_t begin = position_;
    advance(5);
    int num_read = 0;  // of the three, including omitted ones
    while (true) {
      const bool is_apart = skip_blanks();
      if (accept("?>")) break;
      if (position_ < end_ && !is_apart) {
        fail("the XML declaration: expected a space or '?>', got " + next_characters());
      }
      const std::string name = scan_name("the XML declaration: ", "an attribute or '?>'");
      const int place = place_in_declaration(name);
      if (place < num_read || (num_read == 0 && place != 0)) fail_declaration(in_quotes(name));
      num_read = place + 1;
      check_declared(name, scan_attribute_value("the XML declaration: " + in_quotes(name)));
    }
    if (num_read == 0) fail_declaration("none");
    blank_out(begin);
  }

  /// -1 for an unknown name.
  static int place_in_declaration(std::string_view name) {
    return name == "version" ? 0 : name == "encoding" ? 1 : name == "standalone" ? 2 : -1;
  }

  [[noreturn]] void fail_declaration(const std::string& got) const {
    fail(
        "the XML declaration: expected version=\"1.0\", then encoding and standalone or neither, "
        "got " +
        got);
  }

  void check_declared(const std::string& name, std::string_view value) {
    const auto require = [&](const char* accepted, bool is_accepted) {
      if (is_accepted) return;
      fail("the XML declaration, " + name + ": expected " + accepted + ", got " + in_quotes(value));
    };
    if (name == "version") require("1.0", value == "1.0");
    if (name == "encoding") require("UTF-8", is_utf8(value));
    if (name == "standalone") require("yes or no", value == "yes" || value == "no");
  }

  /// Encoding names are not case-sensitive.
  static bool is_utf8(std::string_view encoding) {
    std::string name(encoding);
    for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return name == "UTF-8";
  }

  // --- Content without a meaning, or not allowed: recorded and blanked out -----------------------

  void scan_text() {
    const std::size_t begin = position_;
    skip_blanks();
    if (position_ >= end_ || text_[position_] == '<') return;
    const std::size_t first = position_;
    const int first_line = line_;
    std::size_t last = position_;
    while (position_ < end_ && text_[position_] != '<') {
      if (text_[position_] == '&') check_reference();
      if (!is_xml_blank(text_[position_])) last = position_;
      advance(1);
    }
    const std::string_view words = std::string_view(text_).substr(first, last + 1 - first);
    if (!dialect_.may_hold_text)
      errors_.add(first_line, "stray text " + in_quotes(words) + where() +
                                  "; accepted are elements and comments");
    blank_out(begin);
  }

  void scan_foreign(std::string_view opening, std::string_view closing, const std::string& what) {
    const std::size_t begin = position_;
    const int opening_line = line_;
    advance(opening.size());
    const std::size_t close = find(closing);
    if (close >= end_) fail_at_end(opening_line, what + " is not closed");
    advance(close + closing.size() - position_);
    if (!dialect_.may_hold_text)
      errors_.add(opening_line,
                  what + where() + " is not accepted; accepted are elements and comments");
    blank_out(begin);
  }

  /// `<!DOCTYPE ...>` with its internal subset: quotes hide brackets, brackets hide '>'.
  void scan_document_type() {
    const std::size_t begin = position_;
    const int opening_line = line_;
    advance(9);
    std::size_t depth = 1;
    while (position_ < end_ && depth > 0) {
      const char c = text_[position_];
      if (c == '"' || c == '\'') {
        const std::size_t close = text_.find(c, position_ + 1);
        advance(std::min(close, end_) - position_);
      } else if (starts_with("<!--")) {
        advance(4);
        advance(find("-->") - position_);  // its '>' matches this '<'
        advance(2);
        ++depth;
        continue;
      }
      if (c == '<' || c == '[') ++depth;
      if (c == '>' || c == ']') --depth;
      advance(1);
    }
    if (depth > 0) fail_at_end(opening_line, "<!DOCTYPE is not closed");
    errors_.add(opening_line,
                "<!DOCTYPE>: document types and entity declarations are not accepted");
    blank_out(begin);
  }

  // --- Pieces ------------------------------------------------------------------------------------

  /// Messages begin with `where`.
  std::string scan_name(const std::string& where, const std::string& expected) {
    if (position_ >= end_) fail_at_end(line_, where + "the file ends; expected " + expected);
    if (!is_name_start(text_[position_])) {
      fail(where + "expected " + expected + ", got " + next_characters());
    }
    const std::size_t begin = position_;
    while (position_ < end_ && is_name_character(text_[position_])) ++position_;
    constexpr std::size_t kLongestXmlName = 100;
    if (position_ - begin > kLongestXmlName) {
      fail(where + "a name of more than " + std::to_string(kLongestXmlName) + " bytes");
    }
    return text_.substr(begin, position_ - begin);
  }

  void check_reference() {
    constexpr std::size_t kLongestReference = 32;
    const std::string_view rest = std::string_view(text_).substr(position_ + 1, kLongestReference);
    const std::size_t length = rest.find(';');
    if (length == std::string_view::npos || !is_known_reference(rest.substr(0, length))) {
      const std::size_t shown = std::min(length, rest.find_first_of(" \t\r\n<\"'&"));
      const std::string entity = std::string("&").append(rest.substr(0, shown)).append(";");
      fail("unknown entity " + in_quotes(entity) +
           "; accepted are &lt; &gt; &amp; &quot; &apos; and references to characters (a plain & "
           "is written &amp;)");
    }
  }

  void count_node() {
    if (++num_nodes_ > XmlLimits::kMaxNodes) {
      fail("more than " + std::to_string(XmlLimits::kMaxNodes) + " elements and attributes");
    }
  }

  void expect(std::string_view word, const std::string& where) {
    if (accept(word)) return;
    if (position_ >= end_)
      fail_at_end(line_, where + ": the file ends; expected " + in_quotes(word));
    fail(where + ": expected " + in_quotes(word) + ", got " + next_characters());
  }

  bool accept(std::string_view word) {
    const bool is_there = starts_with(word);
    if (is_there) advance(word.size());
    return is_there;
  }

  bool starts_with(std::string_view word) const {
    return std::string_view(text_).substr(position_, end_ - position_).starts_with(word);
  }

  /// Returns true if there were any.
  bool skip_blanks() {
    const std::size_t begin = position_;
    while (position_ < end_ && is_xml_blank(text_[position_])) advance(1);
    return position_ > begin;
  }

  std::size_t find(std::string_view word) const {
    return std::min(std::string_view(text_).substr(0, end_).find(word, position_), end_);
  }

  void advance(std::size_t count) {
    const std::size_t stop = std::min(end_, position_ + count);
    for (; position_ < stop; ++position_) line_ += text_[position_] == '\n' ? 1 : 0;
  }

  void blank_out(std::size_t begin) {
    for (std::size_t i = begin; i < position_; ++i) {
      if (text_[i] != '\n') text_[i] = ' ';
    }
  }

  std::string where() const {
    return open_.empty() ? " outside the root element" : " in <" + open_.back().name + ">";
  }

  std::string next_characters() const {
    constexpr std::size_t kShown = 12;
    return in_quotes(std::string_view(text_).substr(position_, end_ - position_), kShown);
  }

  [[noreturn]] void fail(const std::string& what) const { throw IllFormed{line_, what}; }
  [[noreturn]] void fail_at_end(int line, const std::string& what) const {
    throw IllFormed{line, what, true};
  }

  std::string& text_;
  std::size_t end_;
  const XmlDialect& dialect_;
  FileErrors& errors_;
  std::size_t& num_nodes_;
  std::size_t position_ = 0;
  int line_ = 1;
  bool has_root_ = false;
  std::vector<OpenElement> open_;
  std::vector<std::string> attribute_names_;  ///< of the current element
};

std::string describe_byte(unsigned char byte) {
  constexpr char kDigits[] = "0123456789abcdef";
  const std::string code = std::string("0x") + kDigits[byte >> 4] + kDigits[byte & 0xf];
  if (byte < 0x20) return "the control character " + code;
  return "a byte " + code + " that is not part of a valid XML character";
}

}  // namespace

bool scan_xml(std::string& text, const XmlDialect& dialect, FileErrors& errors,
              std::size_t& num_nodes) {
  const std::size_t bad = find_bad_character(text);
  XmlScanner scanner(text, bad, dialect, errors, num_nodes);
  std::string what;
  int line = 0;
  try {
    scanner.scan();
  } catch (const IllFormed& ill_formed) {
    line = ill_formed.line;
    // If the text ends early because of a bad character, that character is the first fault.
    if (!ill_formed.is_end_of_text || bad == text.size()) what = ill_formed.what;
  }
  if (what.empty() && bad < text.size()) {
    line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + bad, '\n'));
    what = describe_byte(static_cast<unsigned char>(text[bad])) + "; expected XML in UTF-8";
  }
  if (what.empty()) return true;
  errors.add(line, what);
  return false;
}

}  // namespace stiction
