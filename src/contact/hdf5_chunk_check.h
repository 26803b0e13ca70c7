#pragma once

#include <cstdint>
#include <string>

namespace stiction {

/// True if the object at this address in a file's bytes has chunked data other than one-dimensional
/// chunks of at least one element: HDF5 up to 1.10 divides by the chunk sizes, whether there are
/// any or not, as soon as it opens the object. Reads object headers of version 1, which FCLIB's
/// files have; later ones carry a checksum.
///
/// Source: HDF5 File Format Specification, sections IV.A.1 and IV.A.2.i.
bool has_wrong_chunks(const std::string& image, std::uint64_t address);

}  // namespace stiction
