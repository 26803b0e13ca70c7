#pragma once

#include <stiction/scene/simulation.h>

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace stiction {

/// A CSV file that is filled during a run.
///
/// Numbers are the shortest that read back bit for bit, names are quoted where RFC 4180 requires
/// it, lines end in "\n". The stream receives whole rows only, in large pieces, so the file is
/// readable up to the last piece however the program ends. The stream's state shows whether writing
/// succeeded.
class RunTable {
 public:
  /// Flushes.
  virtual ~RunTable();
  RunTable(const RunTable&) = delete;
  RunTable& operator=(const RunTable&) = delete;

  /// Call after each step that succeeded; every Nth adds rows.
  void observe_step(const Simulation& simulation);

  /// Writes all rows to the stream and flushes it.
  void flush();

 protected:
  /// `out` must outlive this. Throws std::invalid_argument unless `every` >= 1.
  RunTable(std::ostream& out, std::size_t every, std::string_view header);

  std::string& rows() { return pending_; }

 private:
  virtual void append_rows(const Simulation& simulation) = 0;

  std::ostream& out_;
  std::size_t every_;
  std::string pending_;  ///< whole rows
};

}  // namespace stiction
