#include "hdf5_handles.h"

#include <cstddef>

namespace stiction {
namespace {

/// HDF5 requires a name even for a file in memory, and looks for such a file: this cannot exist.
constexpr const char* kMemoryName = "/dev/null/fclib";

/// Access to a file that exists only as bytes in memory.
Hdf5Handle make_memory_access() {
  constexpr std::size_t kGrowth = 65536;
  Hdf5Handle access(hdf5().Pcreate(*hdf5().P_FILE_ACCESS), hdf5().Pclose);
  if (access.is_valid()) hdf5().Pset_fapl_core(access.id(), kGrowth, /*backing_store=*/false);
  return access;
}

}  // namespace

Hdf5Handle create_image() {
  const Hdf5Handle access = make_memory_access();
  if (!access.is_valid()) return {H5I_INVALID_HID, hdf5().Fclose};
  return {hdf5().Fcreate(kMemoryName, H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), hdf5().Fclose};
}

Hdf5Handle open_image(const std::string& image) {
  const Hdf5Handle access = make_memory_access();
  // HDF5 copies the image, so nothing writes through the const_cast.
  if (!access.is_valid() || image.empty() ||
      hdf5().Pset_file_image(access.id(), const_cast<char*>(image.data()), image.size()) < 0) {
    return {H5I_INVALID_HID, hdf5().Fclose};
  }
  return {hdf5().Fopen(kMemoryName, H5F_ACC_RDONLY, access.id()), hdf5().Fclose};
}

}  // namespace stiction
