# The body of the tests package.static and package.shared; see CMakeLists.txt here for its arguments.
cmake_minimum_required(VERSION 3.25)

set(prefix ${WORK_DIR}/moved)
set(common_arguments
    -G ${GENERATOR} -D CMAKE_BUILD_TYPE=${BUILD_TYPE} -D CMAKE_CXX_COMPILER=${CXX}
    -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -D CMAKE_CXX_FLAGS=${CXX_FLAGS})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Makes the library of KIND out of this build's objects, without programs and tests; its build tree is
# returned in `build_dir`.
function(build_library build_dir)
  if(KIND STREQUAL "shared")
    set(shared ON)
  else()
    set(shared OFF)
  endif()
  set(tree ${WORK_DIR}/library)
  run(${CMAKE_COMMAND} --fresh -C ${OBJECTS} -S ${SOURCE_DIR} -B ${tree} ${common_arguments}
      -D BUILD_SHARED_LIBS=${shared} -D STICTION_BUILD_TOOLS=OFF -D STICTION_BUILD_TESTS=OFF)
  run(${CMAKE_COMMAND} --build ${tree})
  set(${build_dir} ${tree} PARENT_SCOPE)
endfunction()

# Writes the first fenced block of `language` in README.md to `file`.
function(extract_from_readme language file)
  file(READ ${SOURCE_DIR}/README.md readme)
  string(FIND "${readme}" "```${language}\n" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "README.md shows no block of ${language}")
  endif()
  string(LENGTH "```${language}\n" fence)
  math(EXPR begin "${begin} + ${fence}")
  string(SUBSTRING "${readme}" ${begin} -1 rest)
  string(FIND "${rest}" "```" length)
  string(SUBSTRING "${rest}" 0 ${length} block)
  file(WRITE ${file} "${block}")
endfunction()

function(use_through_find_package)
  set(tree ${WORK_DIR}/find_package)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${tree} ${common_arguments}
      -D CMAKE_PREFIX_PATH=${prefix} -D README_PROGRAM=${WORK_DIR}/readme.cpp
      -D EXPECTED_VERSION=${VERSION})
  run(${CMAKE_COMMAND} --build ${tree})
  run(${tree}/consumer ${VERSION})
  run(${tree}/readme)
endfunction()

function(use_through_pkg_config)
  file(GLOB_RECURSE pc_file ${prefix}/*/stiction.pc)
  cmake_path(GET pc_file PARENT_PATH pc_dir)
  set(ENV{PKG_CONFIG_PATH} ${pc_dir})
  execute_process(
    COMMAND ${PKG_CONFIG} --cflags --libs stiction
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  run(${PKG_CONFIG} --exact-version=${VERSION} stiction)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  separate_arguments(cxx_flags UNIX_COMMAND "${CXX_FLAGS}")
  cmake_path(GET pc_dir PARENT_PATH library_dir)
  set(program ${WORK_DIR}/through_pkg_config)
  run(${CXX} -std=c++20 ${cxx_flags} ${CMAKE_CURRENT_LIST_DIR}/consumer/consumer.cpp ${flags}
      -Wl,-rpath,${library_dir} -o ${program})
  run(${program} ${VERSION})
endfunction()

set(build_dir ${BINARY_DIR})
if(BUILD_FIRST)
  build_library(build_dir)
endif()
file(REMOVE_RECURSE ${prefix} ${WORK_DIR}/installed ${WORK_DIR}/find_package)
run(${CMAKE_COMMAND} --install ${build_dir} --prefix ${WORK_DIR}/installed)
file(RENAME ${WORK_DIR}/installed ${prefix})

extract_from_readme(cpp ${WORK_DIR}/readme.cpp)
use_through_find_package()
use_through_pkg_config()
if(NOT BUILD_FIRST)
  extract_from_readme(xml ${WORK_DIR}/readme.xml)
  run(${prefix}/bin/stiction test ${WORK_DIR}/readme.xml)
endif()
