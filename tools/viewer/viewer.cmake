# The parts of a run's page: the files of this folder and three.js, which npm fetches. They are
# embedded in the command as text. Without npm everything else is built, and --html reports what is
# missing.
set(three_folder ${CMAKE_CURRENT_LIST_DIR}/node_modules/three)
set(three_lock ${CMAKE_CURRENT_LIST_DIR}/package-lock.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${three_lock})

if(NOT EXISTS ${three_folder}/package.json OR ${three_lock} IS_NEWER_THAN ${three_folder}/package.json)
  find_program(STICTION_NPM npm)
  mark_as_advanced(STICTION_NPM)
  if(STICTION_NPM)
    execute_process(
      COMMAND ${STICTION_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
              --fetch-retries=1
      WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
      OUTPUT_QUIET
      RESULT_VARIABLE npm_result)
    if(npm_result EQUAL 0)
      file(TOUCH_NOCREATE ${three_folder}/package.json)
    endif()
  endif()
endif()

file(GLOB viewer_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.js
     ${CMAKE_CURRENT_LIST_DIR}/*.css ${CMAKE_CURRENT_LIST_DIR}/*.html)
if(EXISTS ${three_folder}/build/three.module.min.js)
  list(APPEND viewer_files ${three_folder}/build/three.module.min.js
       ${three_folder}/build/three.core.min.js
       ${three_folder}/examples/jsm/controls/OrbitControls.js ${three_folder}/LICENSE)
else()
  message(WARNING "three.js is missing, so `stiction run --html` will not work. "
                  "Install npm (which needs access to its registry) and configure again.")
endif()

set(named_files "")
foreach(file IN LISTS viewer_files)
  cmake_path(GET file FILENAME name)
  list(APPEND named_files ${name}=${file})
endforeach()
list(JOIN named_files "," named_files)
set(STICTION_PAGE_SOURCE ${PROJECT_BINARY_DIR}/page_files.cpp)
add_custom_command(
  OUTPUT ${STICTION_PAGE_SOURCE}
  COMMAND ${CMAKE_COMMAND} -D OUTPUT=${STICTION_PAGE_SOURCE} -D "FILES=${named_files}" -P
          ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
  DEPENDS ${viewer_files} ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
  VERBATIM)
