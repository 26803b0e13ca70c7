#pragma once

#include <cstdint>
#include <string>

namespace stiction {

/// Whether the object at an address of the bytes of a file has data in chunks, but not in
/// one-dimensional ones of at least one element: HDF5 up to 1.10 divides by their sizes, be there
/// any or not, as soon as it opens the object. Knows object headers of version 1, which FCLIB's
/// files have; later ones carry a checksum.
///
/// Source: HDF5 File Format Specification, sections IV.A.1 and IV.A.2.i.
bool has_wrong_chunks(const std::string& image, std::uint64_t address);

}  // namespace stiction
