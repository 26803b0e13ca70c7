#pragma once

#include <stiction/contact/fclib.h>

#include <optional>
#include <string>
#include <utility>

#include "hdf5_handles.h"
#include "hdf5_library.h"

namespace stiction {

/// Builds an FCLIB file in memory.
class FclibWriter {
 public:
  explicit FclibWriter(std::string file_name) : file_name_(std::move(file_name)) {}

  std::string make_image(const FclibProblem& problem,
                         const std::optional<FclibSolution>& solution) const;

 private:
  Hdf5Object make_group(const Hdf5Object& parent, const char* name) const;
  void write_data(const Hdf5Object& parent, const char* name, hid_t file_type, hid_t memory_type,
                  const Hdf5Handle& space, const void* data) const;
  void write_integers(const Hdf5Object& parent, const char* name, const int* data,
                      Eigen::Index size) const;
  void write_vector(const Hdf5Object& parent, const char* name, const double* data,
                    Eigen::Index size) const;
  void write_text(const Hdf5Object& info, const char* name, const std::string& text) const;
  void write_matrix(const Hdf5Object& parent, const char* name,
                    Eigen::SparseMatrix<double> matrix) const;
  void write_problem(const Hdf5Object& root, const FclibProblem& problem) const;
  void write_solution(const Hdf5Object& root, const FclibSolution& solution) const;

  [[noreturn]] void fail(const std::string& object) const {
    throw FclibError(file_name_ + ": " + object + ": cannot be written");
  }

  std::string file_name_;
};

}  // namespace stiction
