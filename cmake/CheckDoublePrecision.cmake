# Bullet's single- and double-precision builds export the same symbols, and so do libccd's: a mismatch
# links silently and corrupts memory at run time. Run a program that tells them apart before anything
# is built, once per library. (A cross build cannot run it.)
#
# stiction_check_double_precision(NAME TARGET LIBRARY PACKAGE): builds cmake/<NAME>_double_check.cpp
# with TARGET and runs it; LIBRARY is the file behind TARGET, PACKAGE its Debian package.
function(stiction_check_double_precision name target library package)
  if(CMAKE_CROSSCOMPILING OR STICTION_CHECKED_${name} STREQUAL "${library}")
    return()
  endif()

  # try_run caches its results; discard them, because the library has changed.
  unset(stiction_${name}_compiles CACHE)
  unset(stiction_${name}_exit CACHE)
  try_run(
    stiction_${name}_exit stiction_${name}_compiles ${PROJECT_BINARY_DIR}/${name}-double-check
    SOURCES ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${name}_double_check.cpp
    LINK_LIBRARIES ${target}
    CXX_STANDARD 20
    COMPILE_OUTPUT_VARIABLE compile_output
    RUN_OUTPUT_VARIABLE run_output)
  set(advice "On Debian and Ubuntu: apt-get install ${package}")
  if(NOT stiction_${name}_compiles)
    message(FATAL_ERROR "Cannot build a double-precision program with ${library}. ${advice}\n"
                        "${compile_output}")
  elseif(NOT stiction_${name}_exit STREQUAL "0")
    message(FATAL_ERROR "${library} is not a double-precision build (the check exited with "
                        "${stiction_${name}_exit}): ${run_output}\n${advice}")
  endif()
  set(STICTION_CHECKED_${name} ${library} CACHE INTERNAL "Checked to be double-precision")
endfunction()

stiction_check_double_precision(bullet BulletDouble::BulletCollision
                                "${BulletDouble_COLLISION_LIBRARY}" libbullet-dev)
get_target_property(stiction_ccd_library ccd LOCATION)
stiction_check_double_precision(ccd ccd "${stiction_ccd_library}" libccd-dev)
