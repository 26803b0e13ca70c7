#include "hdf5_library.h"

#include <dlfcn.h>

#include <type_traits>

namespace stiction {
namespace {

/// Looks up all functions. Returns false, with the reason in dlerror(), at the first missing one.
bool find_functions(void* file, Hdf5Library& library) {
  const auto find = [file](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, name));
    return function != nullptr;
  };
// Two macros, so that a name that hdf5.h defines as another one, with a version at its end, is
// expanded before it becomes text.
#define STICTION_TEXT_OF(name) #name
#define STICTION_TEXT(name) STICTION_TEXT_OF(name)
#define STICTION_FIND(name) \
  if (!find(STICTION_TEXT(H5##name), library.name)) return false;
  STICTION_HDF5_FUNCTIONS(STICTION_FIND)
#undef STICTION_FIND
#undef STICTION_TEXT
#undef STICTION_TEXT_OF
  return true;
}

/// The same for the variables, for a library in use.
bool find_variables(void* file, Hdf5Library& library) {
  const auto find = [file](const char* name, const hid_t*& variable) {
    variable = static_cast<const hid_t*>(dlsym(file, name));
    // A program that also links the library may have a copy of the variable. Then the library sets
    // the copy, and its own variable never gets a value.
    const bool has_value = variable != nullptr && *variable > 0;
    if (!has_value) variable = static_cast<const hid_t*>(dlsym(RTLD_DEFAULT, name));
    return variable != nullptr;
  };
#define STICTION_FIND(name, variable) \
  if (!find(#variable, library.name)) return false;
  STICTION_HDF5_VARIABLES(STICTION_FIND)
#undef STICTION_FIND
  return true;
}

struct LoadedHdf5 {
  LoadedHdf5() : trouble(load()) {}

  std::string load();

  Hdf5Library functions;
  std::string trouble;
};

std::string LoadedHdf5::load() {
  const std::string need = "FCLIB files need the HDF5 library " STICTION_HDF5_SONAME;
  const auto failure = [&need] { return need + ", which cannot be loaded: " + dlerror(); };
  void* const file = dlopen(STICTION_HDF5_SONAME, RTLD_NOW | RTLD_LOCAL);
  if (file == nullptr || !find_functions(file, functions)) return failure();
  // After some damaged files HDF5 fails to clean up at program exit and prints that; there is
  // nothing left to clean up then. Must be the first call; has no effect if HDF5 is already in use.
  functions.dont_atexit();
  functions.open();
  // Types and functions differ from one minor version to the next.
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  functions.get_libversion(&major, &minor, &release);
  if (major != H5_VERS_MAJOR || minor != H5_VERS_MINOR) {
    const auto version = [](unsigned first, unsigned second) {
      return std::to_string(first) + "." + std::to_string(second);
    };
    return need + " of version " + version(H5_VERS_MAJOR, H5_VERS_MINOR) + ", got " +
           version(major, minor);
  }
  return find_variables(file, functions) ? "" : failure();
}

const LoadedHdf5& loaded_hdf5() {
  static const LoadedHdf5 loaded;
  return loaded;
}

}  // namespace

const std::string& hdf5_trouble() { return loaded_hdf5().trouble; }

const Hdf5Library& hdf5() { return loaded_hdf5().functions; }

}  // namespace stiction
