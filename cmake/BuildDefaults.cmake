# Defaults for a build of Stiction by itself. A project that embeds Stiction keeps its own choices.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(STICTION_CCACHE ccache)
  mark_as_advanced(STICTION_CCACHE)
  if(STICTION_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${STICTION_CCACHE})
  endif()
endif()
