#[[
Finds the shared C library of HDF5, the build without MPI. It gives

  Hdf5Serial_INCLUDE_DIR  the headers
  Hdf5Serial_SONAME       the name by which a program opens the library when it runs
  Hdf5Serial::Hdf5Serial  a target to link the library in the usual way

CMake's own FindHDF5 wants the language C, and does not tell the name.
]]
find_path(
  Hdf5Serial_INCLUDE_DIR
  NAMES hdf5.h
  PATH_SUFFIXES hdf5/serial)
# Debian has several builds of HDF5 and gives each a name of its own.
find_library(
  Hdf5Serial_LIBRARY
  NAMES ${CMAKE_SHARED_LIBRARY_PREFIX}hdf5_serial${CMAKE_SHARED_LIBRARY_SUFFIX}
        ${CMAKE_SHARED_LIBRARY_PREFIX}hdf5${CMAKE_SHARED_LIBRARY_SUFFIX}
  NAMES_PER_DIR)
mark_as_advanced(Hdf5Serial_INCLUDE_DIR Hdf5Serial_LIBRARY)

if(Hdf5Serial_LIBRARY)
  # The library itself tells its name. Without a tool to ask it, the file behind the links will do.
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
