#pragma once

#if __cplusplus < 202002L
#error "Stiction needs C++20: compile with -std=c++20 or later"
// Ends the compilation, or hundreds of errors would follow in what is read next.
#include <C++20>
#endif

#include <Eigen/Core>

#include <array>
#include <cstddef>

/// The agreement between a program and the library that it links. Programs may be compiled for
/// another instruction set, with another compiler or in a later C++ than the library: the types in
/// its headers stay the same. Other differences would corrupt memory when the program runs. So
/// every source that includes a header of Stiction asks the linker for functions that the library
/// has only as it was built itself, and what an undefined one is called is what does not fit:
///
///     undefined reference to `void stiction::abi::needs_library_with_GLIBCXX_DEBUG<true>()'
///
/// They are never called. Every public header includes this one, directly or not, before any other
/// that is not Stiction's.
namespace stiction::abi {

/// Eigen's vectors and matrices of variable size are allocated on one side and freed on the other.
/// Where memory comes from and how it is aligned depends on the instruction set and on
/// AddressSanitizer, unless EIGEN_MAX_ALIGN_BYTES=16 and EIGEN_MALLOC_ALREADY_ALIGNED=1 are
/// defined, as Stiction's CMake target and pkg-config file do.
template <int bytes>
void needs_library_with_EIGEN_MAX_ALIGN_BYTES();
template <int is_aligned>
void needs_library_with_EIGEN_MALLOC_ALREADY_ALIGNED();
template <int world, int major>
void needs_library_with_Eigen_version();
/// Checked containers are larger.
template <bool is_debug>
void needs_library_with_GLIBCXX_DEBUG();
/// Strings and lists were others before C++11.
template <int is_cxx11>
void needs_library_with_GLIBCXX_USE_CXX11_ABI();
/// Of another version, or compiled with options that change how structs are laid out.
template <class Type, std::size_t size, std::size_t alignment>
void needs_library_with_layout();

/// What each header asks for with the main types that it defines.
template <class... Types>
constexpr std::array<void (*)(), sizeof...(Types)> layouts_of() {
  return {&needs_library_with_layout<Types, sizeof(Types), alignof(Types)>...};
}

#ifdef _GLIBCXX_DEBUG
inline constexpr bool kIsGlibcxxDebug = true;
#else
inline constexpr bool kIsGlibcxxDebug = false;
#endif

[[gnu::used]] inline constexpr std::array kCompilation = {
    &needs_library_with_EIGEN_MAX_ALIGN_BYTES<EIGEN_MAX_ALIGN_BYTES>,
    &needs_library_with_EIGEN_MALLOC_ALREADY_ALIGNED<EIGEN_MALLOC_ALREADY_ALIGNED>,
    &needs_library_with_Eigen_version<EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION>,
    &needs_library_with_GLIBCXX_DEBUG<kIsGlibcxxDebug>,
#ifdef _GLIBCXX_USE_CXX11_ABI
    &needs_library_with_GLIBCXX_USE_CXX11_ABI<_GLIBCXX_USE_CXX11_ABI>,
#endif
};

}  // namespace stiction::abi
