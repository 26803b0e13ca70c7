# Compiler options of every target of ours.
#
# -ffp-contract=off: a product and a sum are never fused into one rounding, so that the same input
# gives the same bits whatever the compiler inlines and on every x86-64 machine.
function(stiction_target_options target)
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow)
  # GCC 12 takes `"text" + std::string` for an overlapping copy, and the inactive alternative of a
  # copied std::variant or std::optional for something read, once it is inlined.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-maybe-uninitialized)
  endif()
  if(STICTION_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
endfunction()

# Under the sanitizers, leaves three checks out of code that only tests or measures: they make up a
# third of the time it takes to compile there, and what is read or written through a null or stray
# pointer is found by AddressSanitizer. The library and the command keep them.
function(stiction_lean_sanitizers target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-fno-sanitize=null,object-size,alignment>)
endfunction()
