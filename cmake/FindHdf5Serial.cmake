#[[
Finds the C library of HDF5, the build without MPI, and gives the target

  Hdf5Serial::Hdf5Serial

CMake's own FindHDF5 wants the language C, which a C++ project that links the static library need
not have enabled. This module is installed with Stiction, because such a project has to find the
same library.
]]
find_path(
  Hdf5Serial_INCLUDE_DIR
  NAMES hdf5.h
  PATH_SUFFIXES hdf5/serial)
# Debian has several builds of HDF5 and gives each a name of its own.
find_library(Hdf5Serial_LIBRARY NAMES hdf5_serial hdf5 NAMES_PER_DIR)
mark_as_advanced(Hdf5Serial_INCLUDE_DIR Hdf5Serial_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Hdf5Serial
  REQUIRED_VARS Hdf5Serial_LIBRARY Hdf5Serial_INCLUDE_DIR
  REASON_FAILURE_MESSAGE
    "Without HDF5 there are no FCLIB files. On Debian and Ubuntu: apt-get install libhdf5-dev")

if(Hdf5Serial_FOUND AND NOT TARGET Hdf5Serial::Hdf5Serial)
  add_library(Hdf5Serial::Hdf5Serial UNKNOWN IMPORTED)
  set_target_properties(
    Hdf5Serial::Hdf5Serial PROPERTIES IMPORTED_LOCATION "${Hdf5Serial_LIBRARY}"
                                      INTERFACE_INCLUDE_DIRECTORIES "${Hdf5Serial_INCLUDE_DIR}")
endif()
