#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hdf5_handles.h"
#include "hdf5_library.h"

namespace stiction {

/// Reads checked data from the bytes of an untrusted HDF5 file: every function either returns data
/// as described or throws an FclibError that names the object. No memory is allocated for sizes
/// that exceed what the file can hold.
class Hdf5Reader {
 public:
  Hdf5Reader(std::string file_name, std::string image)
      : file_name_(std::move(file_name)), image_(std::move(image)) {}

  /// Throws the FclibError "FILE: OBJECT: what", without the object if it has no name.
  [[noreturn]] void fail(const std::string& object, const std::string& what) const;

  Hdf5Object open_root() const;
  bool has(const Hdf5Object& parent, const char* name) const;
  Hdf5Object open_group(const Hdf5Object& parent, const char* name) const {
    return open(parent, name, H5I_GROUP);
  }
  std::vector<std::int64_t> read_integers(const Hdf5Object& parent, const char* name) const;
  /// A single integer within these bounds.
  int read_integer(const Hdf5Object& parent, const char* name, std::int64_t smallest,
                   std::int64_t largest) const;
  /// An array of finite numbers.
  std::vector<double> read_reals(const Hdf5Object& parent, const char* name) const;
  std::string read_text(const Hdf5Object& info, const char* name) const;
  /// Fails unless a data set's `size` is between `fewest` and `most`.
  void require_size(const Hdf5Object& parent, const char* name, std::size_t size,
                    std::int64_t fewest, std::int64_t most) const;

 private:
  Hdf5Object open(const Hdf5Object& parent, const char* name, H5I_type_t type) const;
  void require_plain_storage(const Hdf5Object& dataset) const;
  void require_wise_chunks(const Hdf5Object& dataset, hid_t creation) const;
  void require_room(const Hdf5Object& dataset, hsize_t size) const;
  std::size_t read_size(const Hdf5Object& dataset) const;
  Hdf5Object open_numbers(const Hdf5Object& parent, const char* name, H5T_class_t type_class,
                          std::size_t& size) const;

  std::string file_name_;
  std::string image_;
};

}  // namespace stiction
