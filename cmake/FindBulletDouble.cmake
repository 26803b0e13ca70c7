#[[
Finds the double-precision build of Bullet's BulletCollision and LinearMath.

Bullet's own package files export variables, not targets, and on Debian name the single-precision
libraries. This module looks for the names of the double-precision build and defines the targets

  BulletDouble::LinearMath, BulletDouble::BulletCollision

whose headers are compiled with BT_USE_DOUBLE_PRECISION. It is installed with Stiction, because
projects that link the static library need the same libraries.
]]
find_path(
  BulletDouble_INCLUDE_DIR
  NAMES btBulletCollisionCommon.h
  PATH_SUFFIXES bullet)
find_library(BulletDouble_COLLISION_LIBRARY NAMES BulletCollision-float64)
find_library(BulletDouble_MATH_LIBRARY NAMES LinearMath-float64)
mark_as_advanced(BulletDouble_INCLUDE_DIR BulletDouble_COLLISION_LIBRARY BulletDouble_MATH_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  BulletDouble
  REQUIRED_VARS BulletDouble_COLLISION_LIBRARY BulletDouble_MATH_LIBRARY BulletDouble_INCLUDE_DIR
  REASON_FAILURE_MESSAGE
    "Stiction needs the double-precision build of Bullet. On Debian and Ubuntu: apt-get install libbullet-dev"
)

if(BulletDouble_FOUND AND NOT TARGET BulletDouble::BulletCollision)
  add_library(BulletDouble::LinearMath UNKNOWN IMPORTED)
  set_target_properties(
    BulletDouble::LinearMath
    PROPERTIES IMPORTED_LOCATION "${BulletDouble_MATH_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${BulletDouble_INCLUDE_DIR}"
               INTERFACE_COMPILE_DEFINITIONS BT_USE_DOUBLE_PRECISION)
  add_library(BulletDouble::BulletCollision UNKNOWN IMPORTED)
  set_target_properties(
    BulletDouble::BulletCollision
    PROPERTIES IMPORTED_LOCATION "${BulletDouble_COLLISION_LIBRARY}"
               INTERFACE_LINK_LIBRARIES BulletDouble::LinearMath)
endif()
