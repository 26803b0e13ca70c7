# Bullet's single- and double-precision builds export the same symbols, so a mismatch links without
# a word and corrupts memory at run time. Run a program that can tell them apart before anything is
# built, once for each library. (A cross build cannot run it.)
if(CMAKE_CROSSCOMPILING OR STICTION_CHECKED_BULLET STREQUAL "${BulletDouble_COLLISION_LIBRARY}")
  return()
endif()

# try_run keeps its answers in the cache; they must be found anew when the library has changed.
unset(stiction_bullet_compiles CACHE)
unset(stiction_bullet_exit CACHE)
try_run(
  stiction_bullet_exit stiction_bullet_compiles ${PROJECT_BINARY_DIR}/bullet-double-check
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/bullet_double_check.cpp
  LINK_LIBRARIES BulletDouble::BulletCollision
  CXX_STANDARD 20
  COMPILE_OUTPUT_VARIABLE stiction_bullet_compile_output
  RUN_OUTPUT_VARIABLE stiction_bullet_run_output)
if(NOT stiction_bullet_compiles)
  message(FATAL_ERROR "A double-precision program that uses the headers in "
                      "${BulletDouble_INCLUDE_DIR} and ${BulletDouble_COLLISION_LIBRARY} does not "
                      "build. On Debian and Ubuntu: apt-get install libbullet-dev\n"
                      "${stiction_bullet_compile_output}")
elseif(NOT stiction_bullet_exit STREQUAL "0")
  message(FATAL_ERROR "${BulletDouble_COLLISION_LIBRARY} is not Bullet in double precision "
                      "(the check ended with ${stiction_bullet_exit}): "
                      "${stiction_bullet_run_output}\n"
                      "On Debian and Ubuntu: apt-get install libbullet-dev")
endif()
set(STICTION_CHECKED_BULLET ${BulletDouble_COLLISION_LIBRARY}
    CACHE INTERNAL "The Bullet library that was found to be double precision")
