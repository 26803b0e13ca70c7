# Unity builds: the compiler reads the sources of a folder in batches, so that shared headers are read
# once per batch instead of once per source. Hence names in unnamed namespaces must be unique within a
# folder of the library, a program or the tests. The preset dev compiles each source by itself, which
# also shows a missing #include.
option(STICTION_UNITY "Compile sources in batches" ON)

# Compiles the sources of `target` in batches of at most `size`, each within one folder. A new source
# regroups its own folder only.
function(stiction_unity_batches target size)
  if(NOT STICTION_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE folder)
    cmake_path(GET folder PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND sources_of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH sources_of_${folder} count)
    math(EXPR batches "(${count} + ${size} - 1) / ${size}")
    set(index 0)
    foreach(source IN LISTS sources_of_${folder})
      math(EXPR batch "${index} * ${batches} / ${count}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
