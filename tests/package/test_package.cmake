# Implements the tests package.static and package.shared; for the arguments see CMakeLists.txt here.
cmake_minimum_required(VERSION 3.25)

set(ENV{LC_ALL} C)  # Some messages are parsed.
set(prefix ${WORK_DIR}/moved)
set(consumer ${CMAKE_CURRENT_LIST_DIR}/consumer)
separate_arguments(cxx_flags UNIX_COMMAND "${CXX_FLAGS}")
set(common_arguments
    -G ${GENERATOR} -D CMAKE_BUILD_TYPE=${BUILD_TYPE} -D CMAKE_CXX_COMPILER=${CXX}
    -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -D CMAKE_CXX_FLAGS=${CXX_FLAGS})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Makes the library of KIND out of this build's objects, without programs and tests. Returns its build
# tree in `build_dir`.
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
  run(${CMAKE_COMMAND} -S ${consumer} -B ${tree} ${common_arguments}
      -D CMAKE_PREFIX_PATH=${prefix} -D README_PROGRAM=${WORK_DIR}/readme.cpp
      -D EXPECTED_VERSION=${VERSION} -D USER_MODEL_DIR=${SOURCE_DIR}/tests/model)
  run(${CMAKE_COMMAND} --build ${tree})
  run(${tree}/consumer ${VERSION})
  run(${tree}/readme)
endfunction()

# Returns pkg-config's flags, for the compiler in `compile_flags` and for the linker in `link_flags`.
function(ask_pkg_config compile_flags link_flags)
  file(GLOB_RECURSE pc_file ${prefix}/*/stiction.pc)
  cmake_path(GET pc_file PARENT_PATH pc_dir)
  cmake_path(GET pc_dir PARENT_PATH library_dir)
  set(ENV{PKG_CONFIG_PATH} ${pc_dir})
  run(${PKG_CONFIG} --exact-version=${VERSION} stiction)
  foreach(part cflags libs)
    execute_process(
      COMMAND ${PKG_CONFIG} --${part} stiction
      OUTPUT_VARIABLE ${part} OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(${part} UNIX_COMMAND "${${part}}")
  endforeach()
  set(${compile_flags} ${cflags} PARENT_SCOPE)
  set(${link_flags} ${libs} -Wl,-rpath,${library_dir} PARENT_SCOPE)
endfunction()

function(use_through_pkg_config)
  set(program ${WORK_DIR}/through_pkg_config)
  run(${CXX} -std=c++20 ${cxx_flags} ${consumer}/consumer.cpp ${compile_flags} ${link_flags}
      -o ${program})
  run(${program} ${VERSION})
endfunction()

# Builds and runs any_flags.cpp through find_package, under the flags of consumer/CMakeLists.txt.
function(use_under_other_flags)
  set(programs any_flags_native any_flags_cxx23)
  file(STRINGS /proc/cpuinfo cpu_with_avx2 REGEX "^flags.* avx2( |$)")
  if(cpu_with_avx2)
    list(APPEND programs any_flags_avx2)
  else()
    message(STATUS "Not tested: -mavx2. This computer does not have it.")
  endif()
  run(${CMAKE_COMMAND} --build ${WORK_DIR}/find_package --target ${programs})
  foreach(program IN LISTS programs)
    run(${WORK_DIR}/find_package/${program})
  endforeach()
endfunction()

# Builds and runs any_flags.cpp through pkg-config, with `compiler` and more flags.
function(use_with name compiler)
  set(program ${WORK_DIR}/any_flags_${name})
  run(${LAUNCHER} ${compiler} -std=c++20 ${ARGN} ${compile_flags} -I${SOURCE_DIR}/tests/model -c
      ${consumer}/any_flags.cpp -o ${program}.o)
  run(${compiler} ${ARGN} ${program}.o ${link_flags} -o ${program})
  run(${program})
endfunction()

# The shared library calls its own functions, not a program's functions of the same name from Eigen's
# and Stiction's headers: states have the same bits whatever the program is compiled with.
function(expect_same_states)
  set(program ${WORK_DIR}/exact_state)
  set(states)
  foreach(flags -O0 -march=native)
    run(${CXX} -std=c++20 -O2 ${flags} ${compile_flags} ${consumer}/exact_state.cpp ${link_flags} -o
        ${program})
    execute_process(
      COMMAND ${program} ${SOURCE_DIR}/scenes/dice.xml
      OUTPUT_VARIABLE state COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND states "${state}")
  endforeach()
  list(REMOVE_DUPLICATES states)
  list(LENGTH states count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "expected the same states under all flags, got: ${states}")
  endif()
endfunction()

# A program that includes a header and is compiled with more flags must fail to link, because of the
# missing symbol `reason`.
function(expect_no_link reason)
  set(object ${WORK_DIR}/refused.o)
  run(${CXX} -std=c++20 ${compile_flags} ${ARGN} -c ${consumer}/refused.cpp -o ${object})
  execute_process(
    COMMAND ${CXX} ${ARGN} ${object} ${link_flags} -o ${WORK_DIR}/refused
    RESULT_VARIABLE result OUTPUT_VARIABLE message ERROR_VARIABLE message)
  string(FIND "${message}" "stiction::abi::${reason}" place)
  if(result EQUAL 0 OR place EQUAL -1)
    message(FATAL_ERROR "${ARGN}: expected that ${reason} is undefined, the linker said ${result}: "
                        "${message}")
  endif()
endfunction()

function(expect_no_cxx17)
  execute_process(
    COMMAND ${CXX} -std=c++17 ${compile_flags} -fsyntax-only ${consumer}/consumer.cpp
    RESULT_VARIABLE result ERROR_VARIABLE message)
  string(REGEX MATCHALL "error: (#error )?\"Stiction needs C..20" told "${message}")
  string(REGEX MATCHALL " error: " errors "${message}")
  list(LENGTH told times_told)
  list(LENGTH errors num_errors)
  # A second error may end the compilation.
  if(result EQUAL 0 OR NOT times_told EQUAL 1 OR num_errors GREATER 2)
    message(FATAL_ERROR "-std=c++17: expected one #error that asks for C++20, got: ${message}")
  endif()
endfunction()

set(build_dir ${BINARY_DIR})
if(BUILD_FIRST)
  build_library(build_dir)
endif()
file(REMOVE_RECURSE ${prefix} ${WORK_DIR}/installed ${WORK_DIR}/find_package)
run(${CMAKE_COMMAND} --install ${build_dir} --prefix ${WORK_DIR}/installed)
file(RENAME ${WORK_DIR}/installed ${prefix})

ask_pkg_config(compile_flags link_flags)

extract_from_readme(cpp ${WORK_DIR}/readme.cpp)
use_through_find_package()
use_through_pkg_config()
if(KIND STREQUAL "shared" AND NOT CXX_FLAGS MATCHES "-fsanitize")
  expect_same_states()
endif()
if(NOT BUILD_FIRST)
  use_under_other_flags()
  use_with(plain ${CXX} ${cxx_flags} -O1)
  if(CXX_FLAGS MATCHES "-fsanitize")
    message(STATUS "Not tested: other compilers and sanitizers than those of the library.")
  else()
    use_with(sanitized ${CXX} -O1 -march=native -fsanitize=address)
    find_program(CLANG NAMES clang++ clang++-14)
    if(CLANG)
      use_with(clang ${CLANG} -O1 -march=native)
    else()
      message(STATUS "Not tested: clang++. On Debian and Ubuntu: apt-get install clang")
    endif()
    expect_no_link("needs_library_with_GLIBCXX_DEBUG<true>" -D_GLIBCXX_DEBUG)
    expect_no_link("needs_library_with_GLIBCXX_USE_CXX11_ABI<0>" -D_GLIBCXX_USE_CXX11_ABI=0)
    # Without the definitions of CMake's target and pkg-config.
    expect_no_link("needs_library_with_EIGEN_MAX_ALIGN_BYTES<32>" -mavx2 -UEIGEN_MAX_ALIGN_BYTES)
    expect_no_link("needs_library_with_EIGEN_MALLOC_ALREADY_ALIGNED<0>" -fsanitize=address
                   -UEIGEN_MALLOC_ALREADY_ALIGNED)
    expect_no_link("needs_library_with_layout<stiction::ContactProblem, " -fpack-struct=4)
  endif()
  expect_no_cxx17()
  extract_from_readme(xml ${WORK_DIR}/readme.xml)
  run(${prefix}/bin/stiction test ${WORK_DIR}/readme.xml)
endif()
