#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <string>

namespace stiction::bench {

/// The file of the option --csv, opened before anything is measured, so that a bad name is told at
/// once. "-" is standard output, which then holds the file and nothing else: as long as this
/// object lives, what is printed to std::cout goes to standard error.
class CsvFile {
 public:
  /// An empty path stands for no file. Throws std::runtime_error if it cannot be written.
  explicit CsvFile(const std::string& path);
  ~CsvFile();
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;

  /// Drops everything if no file is wanted.
  std::ostream& stream() { return stream_; }
  /// Throws std::runtime_error if not all was written.
  void close();

 private:
  bool is_wanted() const { return !path_.empty(); }
  bool is_standard_output() const { return path_ == "-"; }
  [[noreturn]] void fail() const;

  std::string path_;
  std::filebuf file_;
  std::ostream stream_{nullptr};
};

/// Writes a whole file. Throws std::runtime_error if it cannot.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace stiction::bench
