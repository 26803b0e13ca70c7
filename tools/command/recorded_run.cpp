#include "recorded_run.h"

#include "command_error.h"
#include "exit_status.h"
#include "messages.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace stiction::command {
namespace {

std::ifstream open_recording(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw CommandError(path + ": is a directory; expected a recording");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw CommandError(path + ": cannot be read: " + std::strerror(errno));
  return file;
}

RecordingReader open_reader(std::istream& file, const std::string& path) {
  try {
    return RecordingReader(file, path);
  } catch (const RecordingError& error) {
    throw CommandError(error.what());
  }
}

}  // namespace

RecordedRun::RecordedRun(const std::string& path)
    : file_(open_recording(path)), reader_(open_reader(file_, path)) {}

int RecordedRun::check_end() const {
  if (reader_.fault().empty()) return kFine;
  print_error(reader_.fault());
  return kBadInput;
}

}  // namespace stiction::command
