#pragma once

#include <stiction/contact/fclib.h>

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hdf5_reader.h"

namespace stiction {

/// Reads one problem in FCLIB's layout from the bytes of a file.
class FclibReader {
 public:
  FclibReader(std::string file_name, std::string image)
      : file_(std::move(file_name), std::move(image)) {}

  FclibProblem read() const;

 private:
  using SparseMatrix = Eigen::SparseMatrix<double>;
  using Triplets = std::vector<Eigen::Triplet<double>>;

  void read_local(const Hdf5Object& group, FclibProblem& problem) const;
  void read_global(const Hdf5Object& group, FclibProblem& problem) const;
  void refuse_constraints(const Hdf5Object& group, const char* name) const;
  Eigen::VectorXd read_vector(const Hdf5Object& vectors, const char* name) const;
  Eigen::VectorXd read_vector(const Hdf5Object& vectors, const char* name, Eigen::Index size) const;
  Eigen::VectorXd read_friction(const Hdf5Object& vectors) const;

  SparseMatrix read_matrix(const Hdf5Object& parent, const char* name, Eigen::Index rows,
                           Eigen::Index columns) const;
  Triplets read_triplets(const Hdf5Object& matrix, int rows, int columns, int size,
                         int nzmax) const;
  Triplets read_compressed(const Hdf5Object& matrix, int outer_size, int inner_size,
                           bool by_columns, int nzmax) const;
  std::vector<std::int64_t> read_indices(const Hdf5Object& matrix, const char* name, int fewest,
                                         int most, std::int64_t end) const;
  std::vector<double> read_values(const Hdf5Object& matrix, int fewest, int most) const;

  Hdf5Reader file_;
};

}  // namespace stiction
