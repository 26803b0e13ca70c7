#include <stiction/contact/fclib.h>

#ifdef STICTION_HAS_HDF5

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

#include "fclib_reader.h"
#include "fclib_writer.h"
#include "hdf5_handles.h"
#include "hdf5_library.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

void require_answer(const char* name, const Eigen::VectorXd& numbers, Eigen::Index size) {
  if (numbers.size() == 0) return;
  if (numbers.size() != size) {
    throw std::invalid_argument(std::string("expected ") + std::to_string(size) + " entries in " +
                                name + " of the answer, got " + std::to_string(numbers.size()));
  }
  if (!numbers.allFinite()) {
    throw std::invalid_argument(std::string("expected finite numbers in ") + name +
                                " of the answer");
  }
}

std::string read_bytes(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) throw FclibError(path.string() + ": is a directory");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  if (in) bytes << in.rdbuf();
  if (!in || in.bad()) {
    throw FclibError(path.string() + ": the file cannot be read: " + std::strerror(errno));
  }
  return std::move(bytes).str();
}

void require_hdf5(const fs::path& path) {
  if (!hdf5_trouble().empty()) throw FclibError(path.string() + ": " + hdf5_trouble());
}

}  // namespace

bool has_fclib_files() { return hdf5_trouble().empty(); }

FclibProblem read_fclib(const fs::path& path) {
  std::string image = read_bytes(path);
  require_hdf5(path);
  const QuietHdf5 quiet;
  return FclibReader(path.string(), std::move(image)).read();
}

void write_fclib(const FclibProblem& problem, const fs::path& path,
                 const std::optional<FclibSolution>& solution) {
  validate(problem);
  if (solution) {
    const bool is_global = problem.form == FclibProblem::Form::global;
    const Eigen::Index size = problem.dimension * problem.mu.size();
    require_answer("r", solution->r, size);
    require_answer("u", solution->u, size);
    require_answer("v", solution->v, is_global ? problem.f.size() : 0);
  }
  require_hdf5(path);
  std::string image;
  {
    const QuietHdf5 quiet;
    image = FclibWriter(path.string()).make_image(problem, solution);
  }
  std::ofstream out(path, std::ios::binary);
  out.write(image.data(), static_cast<std::streamsize>(image.size()));
  out.close();
  if (out) return;
  throw FclibError(path.string() + ": the file cannot be written: " + std::strerror(errno));
}

}  // namespace stiction

#else

namespace stiction {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path) {
  throw FclibError(path.string() + ": FCLIB files need HDF5, which this build does not have");
}

}  // namespace

bool has_fclib_files() { return false; }

FclibProblem read_fclib(const std::filesystem::path& path) { refuse(path); }

void write_fclib(const FclibProblem&, const std::filesystem::path& path,
                 const std::optional<FclibSolution>&) {
  refuse(path);
}

}  // namespace stiction

#endif
