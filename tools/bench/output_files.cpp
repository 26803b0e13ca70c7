#include "output_files.h"

#include <iostream>
#include <stdexcept>

namespace stiction::bench {

CsvFile::CsvFile(const std::string& path) : path_(path) {
  if (is_standard_output()) {
    stream_.rdbuf(std::cout.rdbuf(std::cerr.rdbuf()));
  } else if (is_wanted()) {
    if (!file_.open(path_, std::ios::out | std::ios::binary)) fail();
    stream_.rdbuf(&file_);
  }
}

CsvFile::~CsvFile() {
  if (is_standard_output()) std::cout.rdbuf(stream_.rdbuf());
}

void CsvFile::close() {
  if (!is_wanted()) return;
  stream_.flush();
  const bool is_closed = is_standard_output() || file_.close();
  if (!stream_ || !is_closed) fail();
}

void CsvFile::fail() const {
  throw std::runtime_error("--csv: cannot write " +
                           (is_standard_output() ? "standard output" : path_));
}

void write_file(const std::filesystem::path& path,
                const std::function<void(std::ostream&)>& write) {
  std::ofstream file(path, std::ios::binary);
  write(file);
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace stiction::bench
