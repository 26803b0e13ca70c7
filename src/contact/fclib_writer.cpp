#include "fclib_writer.h"

#include "fclib_layout.h"

namespace stiction {
namespace {

Hdf5Handle make_line(Eigen::Index size) {
  const hsize_t sizes[] = {static_cast<hsize_t>(size)};
  return {hdf5().Screate_simple(1, sizes, nullptr), hdf5().Sclose};
}

}  // namespace

Hdf5Object FclibWriter::make_group(const Hdf5Object& parent, const char* name) const {
  Hdf5Object group{
      Hdf5Handle(hdf5().Gcreate2(parent.id(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                 hdf5().Gclose),
      parent.path_of(name)};
  if (!group.handle.is_valid()) fail(group.path);
  return group;
}

void FclibWriter::write_data(const Hdf5Object& parent, const char* name, hid_t file_type,
                             hid_t memory_type, const Hdf5Handle& space, const void* data) const {
  const Hdf5Handle creation(hdf5().Pcreate(*hdf5().P_DATASET_CREATE), hdf5().Pclose);
  // A time stamp would make files of equal problems differ.
  if (!creation.is_valid() || hdf5().Pset_obj_track_times(creation.id(), false) < 0) {
    fail(parent.path_of(name));
  }
  const Hdf5Handle dataset(hdf5().Dcreate2(parent.id(), name, file_type, space.id(), H5P_DEFAULT,
                                           creation.id(), H5P_DEFAULT),
                           hdf5().Dclose);
  if (!dataset.is_valid() ||
      hdf5().Dwrite(dataset.id(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) {
    fail(parent.path_of(name));
  }
}

void FclibWriter::write_integers(const Hdf5Object& parent, const char* name, const int* data,
                                 Eigen::Index size) const {
  write_data(parent, name, *hdf5().T_STD_I32LE, *hdf5().T_NATIVE_INT, make_line(size), data);
}

void FclibWriter::write_vector(const Hdf5Object& parent, const char* name, const double* data,
                               Eigen::Index size) const {
  write_data(parent, name, *hdf5().T_IEEE_F64LE, *hdf5().T_NATIVE_DOUBLE, make_line(size), data);
}

/// Writes the text with its terminating NUL, on which FCLIB's reader relies.
void FclibWriter::write_text(const Hdf5Object& info, const char* name,
                             const std::string& text) const {
  if (text.empty()) return;
  const Hdf5Handle type(hdf5().Tcopy(*hdf5().T_C_S1), hdf5().Tclose);
  const Hdf5Handle space(hdf5().Screate(H5S_SCALAR), hdf5().Sclose);
  if (!type.is_valid() || hdf5().Tset_size(type.id(), text.size() + 1) < 0) {
    fail(info.path_of(name));
  }
  write_data(info, name, type.id(), type.id(), space, text.c_str());
}

void FclibWriter::write_matrix(const Hdf5Object& parent, const char* name,
                               Eigen::SparseMatrix<double> matrix) const {
  matrix.makeCompressed();
  const Hdf5Object group = make_group(parent, name);
  const int nzmax = static_cast<int>(matrix.nonZeros());
  const int m = static_cast<int>(matrix.rows());
  const int n = static_cast<int>(matrix.cols());
  write_integers(group, "nzmax", &nzmax, 1);
  write_integers(group, "m", &m, 1);
  write_integers(group, "n", &n, 1);
  write_integers(group, "nz", &kFclibCompressedColumns, 1);
  write_integers(group, "p", matrix.outerIndexPtr(), matrix.cols() + 1);
  write_integers(group, "i", matrix.innerIndexPtr(), matrix.nonZeros());
  write_vector(group, "x", matrix.valuePtr(), matrix.nonZeros());
}

void FclibWriter::write_problem(const Hdf5Object& root, const FclibProblem& problem) const {
  const bool is_global = problem.form == FclibProblem::Form::global;
  const Hdf5Object group = make_group(root, is_global ? kFclibGlobalGroup : kFclibLocalGroup);
  write_integers(group, "spacedim", &problem.dimension, 1);
  const Hdf5Object vectors = make_group(group, "vectors");
  if (is_global) {
    write_matrix(group, "M", problem.M);
    write_matrix(group, "H", problem.H);
    write_vector(vectors, "f", problem.f.data(), problem.f.size());
    write_vector(vectors, "w", problem.w.data(), problem.w.size());
  } else {
    write_matrix(group, "W", problem.W);
    write_vector(vectors, "q", problem.q.data(), problem.q.size());
  }
  write_vector(vectors, "mu", problem.mu.data(), problem.mu.size());
  const Hdf5Object info = make_group(group, "info");
  write_text(info, "title", problem.title);
  write_text(info, "description", problem.description);
  write_text(info, "math_info", "normal first, then tangents");
}

void FclibWriter::write_solution(const Hdf5Object& root, const FclibSolution& solution) const {
  const Hdf5Object group = make_group(root, "solution");
  const auto write = [&](const char* name, const Eigen::VectorXd& numbers) {
    if (numbers.size() > 0) write_vector(group, name, numbers.data(), numbers.size());
  };
  write("v", solution.v);
  write("u", solution.u);
  write("r", solution.r);
}

std::string FclibWriter::make_image(const FclibProblem& problem,
                                    const std::optional<FclibSolution>& solution) const {
  const Hdf5Object root{create_image(), ""};
  if (!root.handle.is_valid()) fail("/");
  write_problem(root, problem);
  if (solution) write_solution(root, *solution);
  if (hdf5().Fflush(root.id(), H5F_SCOPE_GLOBAL) < 0) fail("/");
  const ssize_t size = hdf5().Fget_file_image(root.id(), nullptr, 0);
  if (size <= 0) fail("/");
  std::string image(static_cast<std::size_t>(size), '\0');
  if (hdf5().Fget_file_image(root.id(), image.data(), image.size()) != size) fail("/");
  return image;
}

}  // namespace stiction
