# Implements the test package.without_npm; for the arguments see CMakeLists.txt here. Builds the command from a
# copy of the sources without npm and the files that it fetched: everything works except the page, which is
# refused with advice on what to do.
cmake_minimum_required(VERSION 3.25)

set(source ${WORK_DIR}/source)
set(tree ${WORK_DIR}/build)
file(REMOVE_RECURSE ${WORK_DIR})
file(COPY ${SOURCE_DIR}/CMakeLists.txt ${SOURCE_DIR}/LICENSE ${SOURCE_DIR}/THIRD_PARTY.md ${SOURCE_DIR}/cmake
          ${SOURCE_DIR}/include ${SOURCE_DIR}/src ${SOURCE_DIR}/tools
     DESTINATION ${source}
     PATTERN node_modules EXCLUDE)

execute_process(
  COMMAND ${CMAKE_COMMAND} -C ${OBJECTS} -S ${source} -B ${tree} -G ${GENERATOR}
          -D CMAKE_BUILD_TYPE=${BUILD_TYPE} -D CMAKE_CXX_COMPILER=${CXX}
          -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -D CMAKE_CXX_FLAGS=${CXX_FLAGS}
          -D STICTION_BUILD_TESTS=OFF -D STICTION_BUILD_BENCHMARKS=OFF -D STICTION_NPM=
  ERROR_VARIABLE warnings
  COMMAND_ERROR_IS_FATAL ANY)
if(NOT warnings MATCHES "three.js is missing")
  message(FATAL_ERROR "the configuration does not report that three.js is missing: ${warnings}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${tree} --target stiction_command
                COMMAND_ERROR_IS_FATAL ANY)

set(scene ${SOURCE_DIR}/scenes/stack.xml)
set(page ${WORK_DIR}/page.html)
set(recording ${WORK_DIR}/run.rec)
execute_process(COMMAND ${tree}/stiction run ${scene} --quiet --record ${recording} --gltf ${WORK_DIR}/run.glb
                COMMAND_ERROR_IS_FATAL ANY)
foreach(arguments "run;${scene};--html;${page}" "view;${recording};--html;${page}"
                  "compare;${scene};--html;${page}")
  execute_process(COMMAND ${tree}/stiction ${arguments} RESULT_VARIABLE status ERROR_VARIABLE told)
  if(NOT status EQUAL 2 OR NOT told MATCHES "--html: this program was built without three.js; install npm")
    message(FATAL_ERROR "stiction ${arguments}: status ${status}, ${told}")
  endif()
  if(EXISTS ${page})
    message(FATAL_ERROR "stiction ${arguments}: there is a page")
  endif()
endforeach()
