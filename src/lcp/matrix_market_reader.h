#pragma once

#include <stiction/lcp/lcp.h>
#include <stiction/lcp/sparse_lcp.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// Whether `inf` and `-inf` are accepted as values.
enum class InfiniteValues { accepted, refused };

/// Reads one matrix; see `read_matrix_market` for the format and the errors. A reader reads only
/// once.
class MatrixMarketReader {
 public:
  MatrixMarketReader(std::istream& in, const std::string& name, InfiniteValues infinite_values)
      : in_(in), name_(name), infinite_values_(infinite_values) {}

  RowMajorMatrix read();
  SparseRowMajorMatrix read_sparse();

 private:
  enum class Symmetry { general, symmetric, skew_symmetric };
  struct Entry {
    Eigen::Index row, column;
    double value;
    std::int64_t line;
  };
  using Words = std::vector<std::string_view>;

  [[noreturn]] void fail(const std::string& what) const;
  [[noreturn]] void fail_at(std::int64_t line, const std::string& what) const;
  bool next_line();
  void read_banner();
  void read_sizes(Eigen::Index most_rows);
  Eigen::Index read_size(std::string_view word, const char* what, Eigen::Index largest,
                         Eigen::Index least = 0) const;
  double read_value(std::string_view word) const;
  double read_integer(std::string_view word) const;

  RowMajorMatrix read_array();
  Eigen::Index num_array_entries() const;
  Eigen::Index first_array_row(Eigen::Index column) const;
  RowMajorMatrix read_coordinates();
  std::vector<Entry> read_entries();
  Entry read_entry() const;
  void refuse_duplicates(std::vector<Entry>& entries) const;
  void refuse_more_lines();
  template <class Put>
  void set(const Put& put, Eigen::Index row, Eigen::Index column, double value) const;

  std::istream& in_;
  std::string name_;
  InfiniteValues infinite_values_;
  std::int64_t line_number_ = 0;
  std::string line_;
  Words words_;  ///< of line_
  bool is_array_ = true;
  bool is_integer_ = false;
  Symmetry symmetry_ = Symmetry::general;
  Eigen::Index num_rows_ = 0;
  Eigen::Index num_columns_ = 0;
  Eigen::Index num_entries_ = 0;
};

}  // namespace stiction
