#include "hdf5_reader.h"

#include <stiction/contact/fclib.h>
#include <stiction/math/rejected_number.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "hdf5_chunk_check.h"

namespace stiction {

void Hdf5Reader::fail(const std::string& object, const std::string& what) const {
  throw FclibError(file_name_ + ": " + (object.empty() ? "" : object + ": ") + what);
}

Hdf5Object Hdf5Reader::open_root() const {
  // Checked here because HDF5 would also search for its signature further on.
  constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
  if (image_.starts_with(kSignature)) {
    Hdf5Object root{open_image(image_), ""};
    if (root.handle.is_valid()) return root;
  }
  fail("", "expected an HDF5 file, got something else or a damaged one");
}

bool Hdf5Reader::has(const Hdf5Object& parent, const char* name) const {
  const htri_t exists = hdf5().Lexists(parent.id(), name, H5P_DEFAULT);
  if (exists < 0) fail(parent.path_of(name), "cannot be looked up, the file is damaged");
  return exists > 0;
}

Hdf5Object Hdf5Reader::open(const Hdf5Object& parent, const char* name, H5I_type_t type) const {
  const std::string path = parent.path_of(name);
  const char* const expected = type == H5I_GROUP ? "a group" : "a data set";
  if (!has(parent, name)) fail(path, std::string("is missing, expected ") + expected);
  // Soft and external links would lead elsewhere, even to other files.
  H5L_info_t link;
  if (hdf5().Lget_info(parent.id(), name, &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD) {
    fail(path, std::string("expected ") + expected + ", got a link or something damaged");
  }
#if !H5_VERSION_GE(1, 12, 0)
  if (has_wrong_chunks(image_, link.u.address)) {
    fail(path, "expected one dimension, in chunks of at least one element");
  }
#endif
  Hdf5Object object{Hdf5Handle(hdf5().Oopen(parent.id(), name, H5P_DEFAULT), hdf5().Oclose), path};
  if (!object.handle.is_valid()) fail(path, "cannot be opened, the file is damaged");
  if (hdf5().Iget_type(object.id()) != type) {
    fail(path, std::string("expected ") + expected + ", got another kind of object");
  }
  return object;
}

/// Refuses data in other files, and all but the common filters, so that not every filter need be
/// trusted.
void Hdf5Reader::require_plain_storage(const Hdf5Object& dataset) const {
  const Hdf5Handle creation(hdf5().Dget_create_plist(dataset.id()), hdf5().Pclose);
  const H5D_layout_t layout =
      creation.is_valid() ? hdf5().Pget_layout(creation.id()) : H5D_LAYOUT_ERROR;
  bool is_plain = layout == H5D_CONTIGUOUS || layout == H5D_COMPACT || layout == H5D_CHUNKED;
  is_plain = is_plain && hdf5().Pget_external_count(creation.id()) == 0;
  const int num_filters = is_plain ? hdf5().Pget_nfilters(creation.id()) : 0;
  for (int k = 0; k < num_filters; ++k) {
    unsigned flags = 0;
    std::size_t num_parameters = 0;
    const H5Z_filter_t filter = hdf5().Pget_filter2(creation.id(), static_cast<unsigned>(k), &flags,
                                                    &num_parameters, nullptr, 0, nullptr, nullptr);
    is_plain = is_plain && (filter == H5Z_FILTER_DEFLATE || filter == H5Z_FILTER_SHUFFLE ||
                            filter == H5Z_FILTER_FLETCHER32);
  }
  if (!is_plain) {
    fail(dataset.path,
         "expected data stored in the file itself, with no filters but deflate, shuffle and "
         "fletcher32");
  }
  if (layout == H5D_CHUNKED) require_wise_chunks(dataset, creation.id());
}

void Hdf5Reader::require_wise_chunks(const Hdf5Object& dataset, hid_t creation) const {
  hsize_t chunk = 1;
  if (hdf5().Pget_chunk(creation, 1, &chunk) != 1 || chunk == 0) {
    fail(dataset.path, "expected one dimension, in chunks of at least one element");
  }
  require_room(dataset, chunk);
  // HDF5 does not notice that a scalar cannot have chunks, and misbehaves.
  const Hdf5Handle space(hdf5().Dget_space(dataset.id()), hdf5().Sclose);
  if (!space.is_valid() || hdf5().Sget_simple_extent_ndims(space.id()) != 1) {
    fail(dataset.path, "expected one dimension");
  }
  // A chunk takes at least one byte; HDF5 would list any number of chunks.
  if (read_size(dataset) / chunk > image_.size()) {
    fail(dataset.path, "expected no more chunks than the file has bytes");
  }
}

/// Fails if the file cannot hold that much data, so that no memory is allocated for a false size.
void Hdf5Reader::require_room(const Hdf5Object& dataset, hsize_t size) const {
  constexpr std::size_t kLargestDeflation = 1032;  // what zlib achieves on zeros
  const Hdf5Handle type(hdf5().Dget_type(dataset.id()), hdf5().Tclose);
  const std::size_t bytes = type.is_valid() ? hdf5().Tget_size(type.id()) : 0;
  if (bytes == 0) fail(dataset.path, "cannot be read, the file is damaged");
  if (size > kLargestDeflation * image_.size() / bytes) {
    fail(dataset.path, "expected no more data than a file of " + std::to_string(image_.size()) +
                           " bytes has room for, got " + std::to_string(size) + " elements of " +
                           std::to_string(bytes) + " bytes");
  }
}

/// The number of elements of a scalar or one-dimensional data set.
std::size_t Hdf5Reader::read_size(const Hdf5Object& dataset) const {
  const Hdf5Handle space(hdf5().Dget_space(dataset.id()), hdf5().Sclose);
  const int rank = space.is_valid() ? hdf5().Sget_simple_extent_ndims(space.id()) : -1;
  if (rank != 0 && rank != 1) fail(dataset.path, "expected one dimension");
  const hssize_t size = hdf5().Sget_simple_extent_npoints(space.id());
  if (size < 0) fail(dataset.path, "cannot be read, the file is damaged");
  require_room(dataset, static_cast<hsize_t>(size));
  return static_cast<std::size_t>(size);
}

Hdf5Object Hdf5Reader::open_numbers(const Hdf5Object& parent, const char* name,
                                    H5T_class_t type_class, std::size_t& size) const {
  Hdf5Object dataset = open(parent, name, H5I_DATASET);
  const Hdf5Handle type(hdf5().Dget_type(dataset.id()), hdf5().Tclose);
  if (!type.is_valid() || hdf5().Tget_class(type.id()) != type_class ||
      hdf5().Tget_size(type.id()) > 8) {
    fail(dataset.path, type_class == H5T_INTEGER
                           ? "expected integers of at most 64 bits"
                           : "expected floating-point numbers of at most 64 bits");
  }
  require_plain_storage(dataset);
  size = read_size(dataset);
  return dataset;
}

std::vector<std::int64_t> Hdf5Reader::read_integers(const Hdf5Object& parent,
                                                    const char* name) const {
  std::size_t size = 0;
  const Hdf5Object dataset = open_numbers(parent, name, H5T_INTEGER, size);
  std::vector<std::int64_t> numbers(size);
  if (hdf5().Dread(dataset.id(), *hdf5().T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                   numbers.data()) < 0) {
    fail(dataset.path, "cannot be read, the file is damaged");
  }
  return numbers;
}

std::vector<double> Hdf5Reader::read_reals(const Hdf5Object& parent, const char* name) const {
  std::size_t size = 0;
  const Hdf5Object dataset = open_numbers(parent, name, H5T_FLOAT, size);
  std::vector<double> numbers(size);
  if (hdf5().Dread(dataset.id(), *hdf5().T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                   numbers.data()) < 0) {
    fail(dataset.path, "cannot be read, the file is damaged");
  }
  const auto is_wrong = [](double number) { return !std::isfinite(number); };
  const auto wrong = std::find_if(numbers.begin(), numbers.end(), is_wrong);
  if (wrong != numbers.end()) {
    fail(dataset.path, "expected finite numbers, got " + format_number(*wrong) + " at " +
                           std::to_string(wrong - numbers.begin()));
  }
  return numbers;
}

int Hdf5Reader::read_integer(const Hdf5Object& parent, const char* name, std::int64_t smallest,
                             std::int64_t largest) const {
  const std::vector<std::int64_t> numbers = read_integers(parent, name);
  require_size(parent, name, numbers.size(), 1, 1);
  if (numbers[0] < smallest || numbers[0] > largest) {
    const std::string range = smallest == largest ? std::to_string(smallest)
                                                  : "an integer from " + std::to_string(smallest) +
                                                        " to " + std::to_string(largest);
    fail(parent.path_of(name), "expected " + range + ", got " + std::to_string(numbers[0]));
  }
  return static_cast<int>(numbers[0]);
}

void Hdf5Reader::require_size(const Hdf5Object& parent, const char* name, std::size_t size,
                              std::int64_t fewest, std::int64_t most) const {
  if (static_cast<std::int64_t>(size) >= fewest && static_cast<std::int64_t>(size) <= most) return;
  const std::string range = fewest == most
                                ? std::to_string(fewest)
                                : "from " + std::to_string(fewest) + " to " + std::to_string(most);
  fail(parent.path_of(name), "expected " + range + (range == "1" ? " number" : " numbers") +
                                 ", got " + std::to_string(size));
}

/// A string up to its first NUL; empty if there is none.
std::string Hdf5Reader::read_text(const Hdf5Object& info, const char* name) const {
  if (!has(info, name)) return {};
  const Hdf5Object dataset = open(info, name, H5I_DATASET);
  const Hdf5Handle type(hdf5().Dget_type(dataset.id()), hdf5().Tclose);
  // The characters of a variable-length string are stored elsewhere, in a heap that HDF5 trusts.
  if (!type.is_valid() || hdf5().Tget_class(type.id()) != H5T_STRING ||
      hdf5().Tis_variable_str(type.id()) != 0) {
    fail(dataset.path, "expected a string of fixed length");
  }
  require_plain_storage(dataset);
  if (read_size(dataset) != 1) fail(dataset.path, "expected a single string");
  std::string text(hdf5().Tget_size(type.id()), '\0');
  if (hdf5().Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) {
    fail(dataset.path, "cannot be read, the file is damaged");
  }
  return text.substr(0, text.find('\0'));
}

}  // namespace stiction
