#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <string>

namespace stiction::bench {

/// The file of an option such as "--csv", opened before anything is measured, so that a bad name is
/// told at once; without a path a stream that is not open. Throws std::runtime_error.
std::ofstream open_output(const std::string& option, const std::string& path);

/// Throws std::runtime_error if not all was written.
void close_output(std::ofstream& file, const std::string& option, const std::string& path);

/// Writes a whole file. Throws std::runtime_error if it cannot.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

}  // namespace stiction::bench
