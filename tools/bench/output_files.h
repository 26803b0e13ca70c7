#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <string>

namespace stiction::bench {

/// The file of the option --csv, opened before anything is measured, so that a bad name is reported
/// at once. "-" is standard output, which then holds the file and nothing else: during the lifetime
/// of this object, output to std::cout goes to standard error.
class CsvFile {
 public:
  /// An empty path means no file. Throws std::runtime_error if it cannot be written.
  explicit CsvFile(const std::string& path);
  ~CsvFile();
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;

  /// Drops all output if there is no file.
  std::ostream& stream() { return stream_; }
  /// Throws std::runtime_error if not everything was written.
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
