#pragma once

#include <hdf5.h>

#include <string>

// The HDF5 library is opened when FCLIB files first need it: it loads dozens of other libraries,
// which every program would load at start otherwise. So no source uses an HDF5 function or variable
// by its own name, which would make the linker require the library; the lists below name those that
// are looked up.

// Some of hdf5.h's constants call H5check() and H5open() wherever they are used. `hdf5_trouble()`
// and QuietHdf5 do this once instead.
#undef H5CHECK
#define H5CHECK
#undef H5OPEN
#define H5OPEN

/// The functions, without their "H5".
#define STICTION_HDF5_FUNCTIONS(X) \
  X(dont_atexit)                   \
  X(get_libversion)                \
  X(open)                          \
  X(Dclose)                        \
  X(Dcreate2)                      \
  X(Dget_create_plist)             \
  X(Dget_space)                    \
  X(Dget_type)                     \
  X(Dread)                         \
  X(Dwrite)                        \
  X(Eget_auto2)                    \
  X(Eset_auto2)                    \
  X(Fclose)                        \
  X(Fcreate)                       \
  X(Fflush)                        \
  X(Fget_file_image)               \
  X(Fopen)                         \
  X(Gclose)                        \
  X(Gcreate2)                      \
  X(Iget_type)                     \
  X(Lexists)                       \
  X(Lget_info)                     \
  X(Oclose)                        \
  X(Oopen)                         \
  X(Pclose)                        \
  X(Pcreate)                       \
  X(Pget_chunk)                    \
  X(Pget_external_count)           \
  X(Pget_filter2)                  \
  X(Pget_layout)                   \
  X(Pget_nfilters)                 \
  X(Pset_fapl_core)                \
  X(Pset_file_image)               \
  X(Pset_obj_track_times)          \
  X(Sclose)                        \
  X(Screate)                       \
  X(Screate_simple)                \
  X(Sget_simple_extent_ndims)      \
  X(Sget_simple_extent_npoints)    \
  X(Tclose)                        \
  X(Tcopy)                         \
  X(Tget_class)                    \
  X(Tget_size)                     \
  X(Tis_variable_str)              \
  X(Tset_size)

/// The constants that are variables of the library, without their "H5", and the variables' names.
#define STICTION_HDF5_VARIABLES(X)                 \
  X(P_DATASET_CREATE, H5P_CLS_DATASET_CREATE_ID_g) \
  X(P_FILE_ACCESS, H5P_CLS_FILE_ACCESS_ID_g)       \
  X(T_C_S1, H5T_C_S1_g)                            \
  X(T_IEEE_F64LE, H5T_IEEE_F64LE_g)                \
  X(T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE_g)          \
  X(T_NATIVE_INT, H5T_NATIVE_INT_g)                \
  X(T_NATIVE_INT64, H5T_NATIVE_INT64_g)            \
  X(T_STD_I32LE, H5T_STD_I32LE_g)

namespace stiction {

/// `hdf5().Fopen` is H5Fopen, `*hdf5().T_NATIVE_INT` is H5T_NATIVE_INT.
struct Hdf5Library {
#define STICTION_HDF5_MEMBER(name) decltype(&H5##name) name = nullptr;
  STICTION_HDF5_FUNCTIONS(STICTION_HDF5_MEMBER)
#undef STICTION_HDF5_MEMBER
#define STICTION_HDF5_MEMBER(name, variable) const hid_t* name = nullptr;
  STICTION_HDF5_VARIABLES(STICTION_HDF5_MEMBER)
#undef STICTION_HDF5_MEMBER
};

/// The reason why HDF5 cannot be used, as a sentence, or empty. The first call opens the library
/// for good.
const std::string& hdf5_trouble();

/// Requires that `hdf5_trouble()` is empty.
const Hdf5Library& hdf5();

}  // namespace stiction
