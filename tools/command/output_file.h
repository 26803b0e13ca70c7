#pragma once

#include <fstream>
#include <ostream>
#include <string>

namespace stiction::command {

/// A file that the user named on the command line; "-" is standard output.
class OutputFile {
 public:
  /// Opens the file for writing and empties it. `option` is named in messages. Throws CommandError
  /// if that cannot be done.
  OutputFile(std::string option, std::string path);

  std::ostream& stream();
  const std::string& path() const { return path_; }
  /// Whether something could not be written so far.
  bool has_failed();
  /// Throws CommandError unless everything reached the file.
  void close();

 private:
  bool is_standard_output() const { return path_ == "-"; }
  [[noreturn]] void fail(int error) const;

  std::string option_;
  std::string path_;
  std::ofstream file_;
  int error_ = 0;  ///< errno when writing first failed
};

/// Throws CommandError if the file to write is the one that is read, which messages call `what`:
/// opening a file for writing empties it.
void check_is_another_file(const std::string& option, const std::string& file,
                           const std::string& read, const std::string& what);

/// Opens harmless replacements for standard streams that the caller closed, so that a file opened
/// later is not taken for one of them. Reading and writing there still fail.
void occupy_closed_standard_streams();

/// Whether standard output was open for writing when the program started.
bool is_standard_output_writable();

/// From now on remembers why standard output stops accepting output.
void watch_standard_output();

/// errno of the first failed write to standard output; 0 if none failed.
int standard_output_error();

}  // namespace stiction::command
