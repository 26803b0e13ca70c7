# Compiler options for all of Stiction's targets.
#
# -ffp-contract=off: never fuse a product and a sum into one rounding, so that the same input gives
# the same bits on every x86-64 machine, whatever the compiler inlines.
function(stiction_target_options target)
  target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow)
  # False warnings of GCC 12, after inlining: `"text" + std::string` as an overlapping copy, and the
  # inactive alternative of a copied std::variant or std::optional as an uninitialised read.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-maybe-uninitialized)
  endif()
  if(STICTION_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
endfunction()

# Disables three sanitizer checks in code that only tests or measures: they take a third of its
# compile time, and AddressSanitizer finds accesses through null or stray pointers anyway. The
# library and the command keep these checks.
function(stiction_lean_sanitizers target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-fno-sanitize=null,object-size,alignment>)
endfunction()
