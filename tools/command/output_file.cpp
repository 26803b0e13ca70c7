#include "output_file.h"

#include "command_error.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <streambuf>
#include <system_error>
#include <utility>

namespace stiction::command {
namespace {

/// Sits in front of the buffer of std::cout and keeps errno of the first failed write, which may
/// change before the failure is reported.
class WatchedOutput : public std::streambuf {
 public:
  WatchedOutput() : output_(std::cout.rdbuf(this)) {}
  ~WatchedOutput() override { std::cout.rdbuf(output_); }
  WatchedOutput(const WatchedOutput&) = delete;
  WatchedOutput& operator=(const WatchedOutput&) = delete;

  int error() const { return error_; }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const int_type written = output_->sputc(traits_type::to_char_type(c));
    note(!traits_type::eq_int_type(written, traits_type::eof()));
    return written;
  }

  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const std::streamsize written = output_->sputn(text, size);
    note(written == size);
    return written;
  }

  int sync() override {
    const int result = output_->pubsync();
    note(result == 0);
    return result;
  }

 private:
  void note(bool is_written) {
    if (!is_written && error_ == 0) error_ = errno;
  }

  std::streambuf* output_;
  int error_ = 0;
};

WatchedOutput& watched_output() {
  static WatchedOutput output;
  return output;
}

}  // namespace

OutputFile::OutputFile(std::string option, std::string path)
    : option_(std::move(option)), path_(std::move(path)) {
  if (is_standard_output()) {
    if (!is_standard_output_writable()) fail(EBADF);
    return;
  }
  if (path_.empty()) throw CommandError(option_ + ": expected the name of a file, got none");
  errno = 0;
  file_.open(path_, std::ios::binary);
  if (!file_) fail(errno);
}

std::ostream& OutputFile::stream() {
  if (is_standard_output()) return std::cout;
  return file_;
}

bool OutputFile::has_failed() {
  if (stream()) return false;
  if (error_ == 0) error_ = is_standard_output() ? standard_output_error() : errno;
  return true;
}

void OutputFile::close() {
  errno = has_failed() ? error_ : 0;
  stream().flush();
  if (file_.is_open()) file_.close();
  if (has_failed()) fail(error_);
}

void OutputFile::fail(int error) const {
  const std::string reason = error != 0 ? std::strerror(error) : "the write was incomplete";
  throw CommandError(option_ + ": cannot write " +
                     (is_standard_output() ? "standard output" : path_) + ": " + reason);
}

void check_is_another_file(const std::string& option, const std::string& file,
                           const std::string& read, const std::string& what) {
  std::error_code no_such_file;
  if (std::filesystem::equivalent(file, read, no_such_file)) {
    throw CommandError(option + ": " + file + " is " + what);
  }
}

void occupy_closed_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // The lowest free descriptor is this one. Opened in the wrong mode, it refuses all use.
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) == -1) return;
  }
}

bool is_standard_output_writable() {
  const int flags = fcntl(STDOUT_FILENO, F_GETFL);
  return flags != -1 && (flags & O_ACCMODE) != O_RDONLY;
}

void watch_standard_output() { watched_output(); }

int standard_output_error() { return watched_output().error(); }

}  // namespace stiction::command
