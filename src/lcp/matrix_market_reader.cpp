#include "matrix_market_reader.h"

#include <stiction/lcp/matrix_market.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <istream>
#include <system_error>
#include <tuple>

namespace stiction {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\v\f";
/// A coordinate matrix with more elements than this must have at least as many entries as rows and
/// columns.
constexpr Eigen::Index kMaxMostlyEmptyElements = Eigen::Index{1} << 24;

void split(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  for (std::size_t at = line.find_first_not_of(kWhiteSpace); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kWhiteSpace, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kWhiteSpace, end);
  }
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// The text for an error message: printable, and no longer than a line.
std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string printable(text.substr(0, kLongest));
  for (char& c : printable) {
    if (c < ' ' || c > '~') c = '?';
  }
  return "'" + printable + (text.size() > kLongest ? "...'" : "'");
}

/// Like from_chars, but for whole words only, and accepting the plus sign that Fortran writes.
template <class Number>
std::errc parse(std::string_view word, Number& number) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc{} && end != word.data() + word.size()) return std::errc::invalid_argument;
  return error;
}

}  // namespace

RowMajorMatrix MatrixMarketReader::read() {
  read_banner();
  read_sizes(kMaxMatrixMarketRows);
  return is_array_ ? read_array() : read_coordinates();
}

SparseRowMajorMatrix MatrixMarketReader::read_sparse() {
  read_banner();
  read_sizes(is_array_ ? kMaxMatrixMarketRows : kMaxSparseMatrixMarketRows);
  if (is_array_) return read_array().sparseView(0.0, 1.0);
  const std::vector<Entry> entries = read_entries();
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(2 * entries.size());
  const auto put = [&](Eigen::Index row, Eigen::Index column, double value) {
    triplets.emplace_back(static_cast<int>(row), static_cast<int>(column), value);
  };
  for (const Entry& entry : entries) {
    if (entry.value != 0.0) set(put, entry.row, entry.column, entry.value);
  }
  SparseRowMajorMatrix matrix(num_rows_, num_columns_);
  // Both halves of a symmetric matrix contain its diagonal.
  matrix.setFromTriplets(triplets.begin(), triplets.end(),
                         [](double, double latest) { return latest; });
  return matrix;
}

void MatrixMarketReader::fail(const std::string& what) const { fail_at(line_number_, what); }

void MatrixMarketReader::fail_at(std::int64_t line, const std::string& what) const {
  throw MatrixMarketError(name_ + ":" + std::to_string(line) + ": " + what);
}

/// Goes to the next line that is neither blank nor a comment; false at the end of the stream.
bool MatrixMarketReader::next_line() {
  while (std::getline(in_, line_)) {
    ++line_number_;
    split(line_, words_);
    if (!words_.empty() && words_[0][0] != '%') return true;
  }
  return false;
}

void MatrixMarketReader::read_banner() {
  constexpr const char* kExpected =
      "expected '%%MatrixMarket matrix FORMAT FIELD SYMMETRY' with FORMAT array or coordinate, "
      "FIELD real, double or integer, SYMMETRY general, symmetric or skew-symmetric, got ";
  ++line_number_;
  if (!std::getline(in_, line_)) fail(std::string(kExpected) + "an empty file");
  split(line_, words_);
  if (words_.size() != 5) fail(kExpected + shown(line_));
  std::array<std::string, 5> lower;
  std::transform(words_.begin(), words_.end(), lower.begin(), lower_case);
  const auto& [banner, object, format, field, symmetry] = lower;
  is_array_ = format == "array";
  is_integer_ = field == "integer";
  symmetry_ = symmetry == "general"     ? Symmetry::general
              : symmetry == "symmetric" ? Symmetry::symmetric
                                        : Symmetry::skew_symmetric;
  if (banner != "%%matrixmarket" || object != "matrix" || (!is_array_ && format != "coordinate") ||
      (!is_integer_ && field != "real" && field != "double") ||
      (symmetry_ == Symmetry::skew_symmetric && symmetry != "skew-symmetric")) {
    fail(kExpected + shown(line_));
  }
}

void MatrixMarketReader::read_sizes(Eigen::Index most_rows) {
  const std::size_t num_sizes = is_array_ ? 2 : 3;
  const char* const expected = is_array_ ? "expected the sizes as 'rows columns', got "
                                         : "expected the sizes as 'rows columns entries', got ";
  if (!next_line()) {
    ++line_number_;
    fail(std::string(expected) + "the end of the file");
  }
  if (words_.size() != num_sizes) fail(expected + shown(line_));
  num_rows_ = read_size(words_[0], "number of rows", most_rows);
  num_columns_ = read_size(words_[1], "number of columns", most_rows);
  if (symmetry_ != Symmetry::general && num_rows_ != num_columns_) {
    fail("expected as many rows as columns in a matrix that is symmetric or skew-symmetric, got " +
         shown(line_));
  }
  num_entries_ = is_array_ ? num_array_entries()
                           : read_size(words_[2], "number of entries", num_rows_ * num_columns_);
}

Eigen::Index MatrixMarketReader::read_size(std::string_view word, const char* what,
                                           Eigen::Index largest, Eigen::Index least) const {
  std::int64_t size = -1;
  if (parse(word, size) != std::errc{} || size < least || size > largest) {
    fail(std::string("expected a ") + what + " from " + std::to_string(least) + " to " +
         std::to_string(largest) + ", got " + shown(word));
  }
  return size;
}

double MatrixMarketReader::read_value(std::string_view word) const {
  if (is_integer_) return read_integer(word);
  double value = 0.0;
  const std::errc error = parse(word, value);
  const bool accepted =
      infinite_values_ == InfiniteValues::accepted ? !std::isnan(value) : std::isfinite(value);
  if (error == std::errc::result_out_of_range) {
    fail("expected a number within the range of double precision, got " + shown(word));
  }
  if (error != std::errc{} || !accepted) {
    fail(std::string("expected a number such as -1.5e-3") +
         (infinite_values_ == InfiniteValues::accepted ? ", inf or -inf" : "") + ", got " +
         shown(word));
  }
  return value;
}

double MatrixMarketReader::read_integer(std::string_view word) const {
  std::int64_t value = 0;
  if (parse(word, value) != std::errc{}) {
    fail("expected an integer of at most 63 bits, got " + shown(word));
  }
  return static_cast<double>(value);
}

Eigen::Index MatrixMarketReader::num_array_entries() const {
  switch (symmetry_) {
    case Symmetry::symmetric:
      return num_rows_ * (num_rows_ + 1) / 2;
    case Symmetry::skew_symmetric:
      return num_rows_ * std::max<Eigen::Index>(num_rows_ - 1, 0) / 2;
    case Symmetry::general:
      break;
  }
  return num_rows_ * num_columns_;
}

Eigen::Index MatrixMarketReader::first_array_row(Eigen::Index column) const {
  if (symmetry_ == Symmetry::general) return 0;
  return symmetry_ == Symmetry::symmetric ? column : column + 1;
}

/// The values are collected before the matrix is made, so that the size line alone causes no
/// allocation.
RowMajorMatrix MatrixMarketReader::read_array() {
  std::vector<double> values;
  while (static_cast<Eigen::Index>(values.size()) < num_entries_) {
    if (!next_line()) {
      fail("expected " + std::to_string(num_entries_) + " values, got the end of the file after " +
           std::to_string(values.size()));
    }
    if (words_.size() != 1) fail("expected one value a line, got " + shown(line_));
    values.push_back(read_value(words_[0]));
  }
  refuse_more_lines();
  RowMajorMatrix matrix = RowMajorMatrix::Zero(num_rows_, num_columns_);
  const auto put = [&](Eigen::Index row, Eigen::Index column, double x) {
    matrix(row, column) = x;
  };
  auto value = values.begin();
  for (Eigen::Index column = 0; column < num_columns_; ++column) {
    for (Eigen::Index row = first_array_row(column); row < num_rows_; ++row) {
      set(put, row, column, *value++);
    }
  }
  return matrix;
}

std::vector<MatrixMarketReader::Entry> MatrixMarketReader::read_entries() {
  std::vector<Entry> entries;
  while (static_cast<Eigen::Index>(entries.size()) < num_entries_) {
    if (!next_line()) {
      fail("expected " + std::to_string(num_entries_) + " entries, got the end of the file after " +
           std::to_string(entries.size()));
    }
    entries.push_back(read_entry());
  }
  refuse_more_lines();
  refuse_duplicates(entries);
  return entries;
}

RowMajorMatrix MatrixMarketReader::read_coordinates() {
  const std::vector<Entry> entries = read_entries();
  if (num_rows_ * num_columns_ > kMaxMostlyEmptyElements &&
      num_entries_ < std::max(num_rows_, num_columns_)) {
    fail("expected as many entries as rows and columns in a matrix of " +
         std::to_string(num_rows_) + " x " + std::to_string(num_columns_) + ", got " +
         std::to_string(num_entries_));
  }
  RowMajorMatrix matrix = RowMajorMatrix::Zero(num_rows_, num_columns_);
  const auto put = [&](Eigen::Index row, Eigen::Index column, double x) {
    matrix(row, column) = x;
  };
  for (const Entry& entry : entries) set(put, entry.row, entry.column, entry.value);
  return matrix;
}

MatrixMarketReader::Entry MatrixMarketReader::read_entry() const {
  if (words_.size() != 3) fail("expected 'row column value', got " + shown(line_));
  const Eigen::Index row = read_size(words_[0], "row", num_rows_, 1) - 1;
  const Eigen::Index column = read_size(words_[1], "column", num_columns_, 1) - 1;
  if (symmetry_ != Symmetry::general && row < first_array_row(column)) {
    fail(std::string("expected entries below ") +
         (symmetry_ == Symmetry::symmetric ? "or on " : "") + "the diagonal only, got " +
         shown(line_));
  }
  return {row, column, read_value(words_[2]), line_number_};
}

/// Throws if an element occurs twice. Sorts the entries.
void MatrixMarketReader::refuse_duplicates(std::vector<Entry>& entries) const {
  const auto key = [](const Entry& e) { return std::tuple(e.row, e.column, e.line); };
  std::sort(entries.begin(), entries.end(),
            [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  const auto twice = std::adjacent_find(
      entries.begin(), entries.end(),
      [](const Entry& a, const Entry& b) { return a.row == b.row && a.column == b.column; });
  if (twice == entries.end()) return;
  fail_at(std::next(twice)->line,
          "expected each element once, got row " + std::to_string(twice->row + 1) + ", column " +
              std::to_string(twice->column + 1) + " also in line " + std::to_string(twice->line));
}

void MatrixMarketReader::refuse_more_lines() {
  if (next_line()) {
    fail("expected the end of the file after " + std::to_string(num_entries_) + " entries, got " +
         shown(line_));
  }
}

/// Puts an entry, and its counterpart if the matrix is symmetric.
template <class Put>
void MatrixMarketReader::set(const Put& put, Eigen::Index row, Eigen::Index column,
                             double value) const {
  put(row, column, value);
  if (symmetry_ == Symmetry::symmetric) put(column, row, value);
  if (symmetry_ == Symmetry::skew_symmetric) put(column, row, -value);
}

}  // namespace stiction
