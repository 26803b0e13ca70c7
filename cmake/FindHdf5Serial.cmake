#[[
Finds the shared C library of HDF5, built without MPI. Defines

  Hdf5Serial_INCLUDE_DIR  the headers
  Hdf5Serial_SONAME       the name by which a program opens the library at run time
  Hdf5Serial::Hdf5Serial  a target to link the library in the usual way

CMake's own FindHDF5 requires the language C and does not report the SONAME.
]]
find_path(
  Hdf5Serial_INCLUDE_DIR
  NAMES hdf5.h
  PATH_SUFFIXES hdf5/serial)
# Debian names each of its HDF5 builds differently.
find_library(
  Hdf5Serial_LIBRARY
  NAMES ${CMAKE_SHARED_LIBRARY_PREFIX}hdf5_serial${CMAKE_SHARED_LIBRARY_SUFFIX}
        ${CMAKE_SHARED_LIBRARY_PREFIX}hdf5${CMAKE_SHARED_LIBRARY_SUFFIX}
  NAMES_PER_DIR)
mark_as_advanced(Hdf5Serial_INCLUDE_DIR Hdf5Serial_LIBRARY)

if(Hdf5Serial_LIBRARY)
  # Read the SONAME from the library. Without objdump, use the name of the file behind the links.
  file(REAL_PATH ${Hdf5Serial_LIBRARY} hdf5_file)
  cmake_path(GET hdf5_file FILENAME Hdf5Serial_SONAME)
  if(CMAKE_OBJDUMP)
    execute_process(
      COMMAND ${CMAKE_OBJDUMP} -p ${hdf5_file}
      OUTPUT_VARIABLE hdf5_headers
      ERROR_QUIET)
    if(hdf5_headers MATCHES "SONAME +([^ \n]+)")
      set(Hdf5Serial_SONAME ${CMAKE_MATCH_1})
    endif()
  endif()
endif()

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
