#include "output_files.h"

#include <stdexcept>

namespace stiction::bench {

std::ofstream open_output(const std::string& option, const std::string& path) {
  std::ofstream file;
  if (path.empty()) return file;
  file.open(path, std::ios::binary);
  if (!file) throw std::runtime_error(option + ": cannot write " + path);
  return file;
}

void close_output(std::ofstream& file, const std::string& option, const std::string& path) {
  if (!file.is_open()) return;
  file.close();
  if (!file) throw std::runtime_error(option + ": cannot write " + path);
}

void write_file(const std::filesystem::path& path,
                const std::function<void(std::ostream&)>& write) {
  std::ofstream file(path, std::ios::binary);
  write(file);
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace stiction::bench
