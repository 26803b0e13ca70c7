# `cmake --install`: headers, library, programs, the CMake package and the pkg-config file.
include(CMakePackageConfigHelpers)

set(STICTION_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Stiction)

install(TARGETS stiction EXPORT StictionTargets)
install(
  DIRECTORY include/stiction
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING
  PATTERN "*.h")
install(FILES LICENSE THIRD_PARTY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(
  EXPORT StictionTargets
  NAMESPACE Stiction::
  DESTINATION ${STICTION_CMAKE_DIR})
configure_package_config_file(cmake/StictionConfig.cmake.in StictionConfig.cmake
                              INSTALL_DESTINATION ${STICTION_CMAKE_DIR})
write_basic_package_version_file(StictionConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/StictionConfig.cmake
              ${PROJECT_BINARY_DIR}/StictionConfigVersion.cmake cmake/FindBulletDouble.cmake
        DESTINATION ${STICTION_CMAKE_DIR})

# A static library does not carry its dependencies: every program that links it must name them.
set(private_libs "-lBulletCollision-float64 -lLinearMath-float64 -lccd -lqhull_r -lpng -lz -ltinyxml2 -pthread")
if(Hdf5Serial_FOUND)
  # For dlopen. Where it is part of the C library, an empty library of this name exists.
  foreach(dl_lib IN LISTS CMAKE_DL_LIBS)
    string(APPEND private_libs " -l${dl_lib}")
  endforeach()
endif()
if(BUILD_SHARED_LIBS)
  set(STICTION_PC_LIBS "")
  set(STICTION_PC_LIBS_PRIVATE "${private_libs}")
else()
  set(STICTION_PC_LIBS " ${private_libs}")
  set(STICTION_PC_LIBS_PRIVATE "")
endif()
get_target_property(definitions stiction INTERFACE_COMPILE_DEFINITIONS)
list(TRANSFORM definitions PREPEND -D)
list(JOIN definitions " " STICTION_PC_DEFINITIONS)
# The prefix is relative to the file itself, so that an installed tree can be moved.
file(RELATIVE_PATH STICTION_PC_UP ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" STICTION_PC_UP "${STICTION_PC_UP}")
configure_file(cmake/stiction.pc.in stiction.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/stiction.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
