# As with Bullet (CheckBulletDouble.cmake): libccd's headers know its precision, but not whether the
# library that is linked has it.
get_target_property(stiction_ccd_library ccd LOCATION)
if(CMAKE_CROSSCOMPILING OR STICTION_CHECKED_CCD STREQUAL "${stiction_ccd_library}")
  return()
endif()

unset(stiction_ccd_compiles CACHE)
unset(stiction_ccd_exit CACHE)
try_run(
  stiction_ccd_exit stiction_ccd_compiles ${PROJECT_BINARY_DIR}/ccd-double-check
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/ccd_double_check.cpp
  LINK_LIBRARIES ccd
  CXX_STANDARD 20
  COMPILE_OUTPUT_VARIABLE stiction_ccd_compile_output)
if(NOT stiction_ccd_compiles)
  message(FATAL_ERROR "A program that uses libccd in double precision does not build. On Debian and "
                      "Ubuntu: apt-get install libccd-dev\n${stiction_ccd_compile_output}")
elseif(NOT stiction_ccd_exit STREQUAL "0")
  message(FATAL_ERROR "${stiction_ccd_library} is not libccd in double precision. On Debian and "
                      "Ubuntu: apt-get install libccd-dev")
endif()
set(STICTION_CHECKED_CCD ${stiction_ccd_library}
    CACHE INTERNAL "The libccd that was found to be double precision")
