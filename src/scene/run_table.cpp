#include <stiction/scene/run_table.h>

#include <ostream>
#include <stdexcept>

namespace stiction {
namespace {

/// Rows are written to the stream in pieces of about this size.
constexpr std::size_t kPieceBytes = 1 << 16;

}  // namespace

RunTable::RunTable(std::ostream& out, std::size_t every, std::string_view header)
    : out_(out), every_(every), pending_(header) {
  if (every == 0) throw std::invalid_argument("RunTable: every must be 1 or more, got 0");
  pending_ += '\n';
}

RunTable::~RunTable() {
  try {
    flush();
  } catch (const std::ios_base::failure&) {
    // A stream that throws keeps the failure in its state, where the caller looks for it.
  }
}

void RunTable::observe_step(const Simulation& simulation) {
  if (simulation.steps_done() % every_ != 0) return;
  append_rows(simulation);
  if (pending_.size() >= kPieceBytes) flush();
}

void RunTable::flush() {
  out_.write(pending_.data(), static_cast<std::streamsize>(pending_.size()));
  out_.flush();
  pending_.clear();
}

}  // namespace stiction
