#pragma once

#include <mutex>
#include <string>
#include <utility>

#include "hdf5_library.h"

// HDF5 works on the bytes of a file in memory and never touches the file system: reading and
// writing happen in one place each, with our own errors, and a failed write leaves nothing open.

namespace stiction {

/// While an object lives, HDF5 is in use by this thread alone, since the usual build is not
/// thread-safe, and prints no error messages. Requires that `hdf5_trouble()` is empty.
class QuietHdf5 {
 public:
  QuietHdf5() : lock_(mutex()) {
    hdf5().open();  // other code may have closed it
    was_read_ = hdf5().Eget_auto2(H5E_DEFAULT, &function_, &data_) >= 0;
    hdf5().Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietHdf5() {
    if (was_read_) hdf5().Eset_auto2(H5E_DEFAULT, function_, data_);
  }
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex only;
    return only;
  }

  std::lock_guard<std::mutex> lock_;
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
  bool was_read_ = false;
};

/// An HDF5 identifier, closed by its destructor.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  ~Hdf5Handle() {
    if (is_valid()) close_(id_);
  }

  hid_t id() const { return id_; }
  bool is_valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  Close close_;
};

/// An open group or data set of the file, and its path for error messages.
struct Hdf5Object {
  Hdf5Handle handle;
  std::string path;

  hid_t id() const { return handle.id(); }
  std::string path_of(const char* name) const { return path + "/" + name; }
};

/// Creates a file that exists only as bytes in memory; not valid if that fails.
Hdf5Handle create_image();
/// Opens the bytes of a file for reading; not valid if they are no HDF5 file.
Hdf5Handle open_image(const std::string& image);

}  // namespace stiction
