#include "comparison_output.h"

#include "number_format.h"
#include "run_summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <ostream>
#include <string>

namespace stiction::command {
namespace {

/// For programs: empty if the number is not finite.
std::string exact(double value) { return std::isfinite(value) ? format_json_number(value) : ""; }

/// For people.
std::string rounded(double value) { return format_number(value, 3); }

std::string directions_of(const ComparisonRow& row) {
  return row.choice.has_facets ? std::to_string(row.choice.contact.directions) : "";
}

std::string alignment_of(const ComparisonRow& row) {
  return row.choice.has_facets ? std::string(to_string(row.choice.contact.alignment)) : "";
}

template <typename Number>
std::string distance_of(const ComparisonRow& row, Number StateDistance::*member,
                        std::string (*format)(double)) {
  return row.distance.common_times > 0 ? format(row.distance.*member) : "";
}

std::string expectations_of(const ComparisonRow& row) {
  const std::size_t all = row.report.expectations.size();
  return all > 0 ? std::to_string(all - count_failed(row.report)) + "/" + std::to_string(all) : "";
}

struct Column {
  const char* title;
  std::string (*cell)(const ComparisonRow& row);
};

using Row = const ComparisonRow&;

constexpr std::array kFileColumns = std::to_array<Column>({
    {"model", [](Row r) { return r.report.model; }},
    {"solver", [](Row r) { return r.report.solver; }},
    {"directions", directions_of},
    {"align", alignment_of},
    {"timestep", [](Row r) { return exact(r.choice.timestep); }},
    {"outcome", [](Row r) { return std::string(to_string(r.report.outcome)); }},
    {"steps", [](Row r) { return std::to_string(r.report.steps); }},
    {"time", [](Row r) { return exact(r.report.time); }},
    {"step_us_median", [](Row r) { return exact(r.report.timing.step_us_median); }},
    {"step_us_p99", [](Row r) { return exact(r.report.timing.step_us_p99); }},
    {"solve_us_median", [](Row r) { return exact(r.report.timing.solve_us_median); }},
    {"total_s", [](Row r) { return exact(r.report.timing.total_seconds); }},
    {"contacts_mean", [](Row r) { return exact(r.report.contacts_mean); }},
    {"contacts_max", [](Row r) { return std::to_string(r.report.contacts_max); }},
    {"pivots_mean", [](Row r) { return exact(r.report.pivots_mean); }},
    {"fallbacks", [](Row r) { return std::to_string(r.report.fallbacks); }},
    {"unsolved", [](Row r) { return std::to_string(r.report.unsolved); }},
    {"residual_max", [](Row r) { return exact(r.report.residual_max); }},
    {"cone_angle_max", [](Row r) { return exact(r.report.cone_angle_max); }},
    {"cone_force_max", [](Row r) { return exact(r.report.cone_force_max); }},
    {"penetration_max", [](Row r) { return exact(r.report.penetration_max); }},
    {"joint_error_max", [](Row r) { return exact(r.report.joint_error_max); }},
    {"energy_gain", [](Row r) { return exact(r.report.energy_gain); }},
    {"energy_final", [](Row r) { return exact(r.report.energy_final); }},
    {"expectations", [](Row r) { return std::to_string(r.report.expectations.size()); }},
    {"expectations_failed", [](Row r) { return std::to_string(count_failed(r.report)); }},
    {"common_times", [](Row r) { return std::to_string(r.distance.common_times); }},
    {"last_common_time", [](Row r) { return distance_of(r, &StateDistance::last_time, exact); }},
    {"position_apart_last",
     [](Row r) { return distance_of(r, &StateDistance::position_last, exact); }},
    {"position_apart_max",
     [](Row r) { return distance_of(r, &StateDistance::position_max, exact); }},
    {"rotation_apart_last",
     [](Row r) { return distance_of(r, &StateDistance::rotation_last, exact); }},
    {"rotation_apart_max",
     [](Row r) { return distance_of(r, &StateDistance::rotation_max, exact); }},
});

/// When a column is in the table: always, only if rows differ, or only if some row has a value.
enum class Shown { always, if_different, if_any };

struct TableColumn {
  Column column;
  Shown shown = Shown::always;
  bool is_word = false;
};

constexpr std::array kTableColumns = std::to_array<TableColumn>({
    {{"model", [](Row r) { return r.report.model; }}, Shown::always, true},
    {{"solver", [](Row r) { return r.report.solver; }}, Shown::if_different, true},
    {{"directions", directions_of}, Shown::if_different},
    {{"align", alignment_of}, Shown::if_different, true},
    {{"step s", [](Row r) { return format_number(r.choice.timestep); }}, Shown::if_different},
    {{"step us", [](Row r) { return rounded(r.report.timing.step_us_median); }}},
    {{"total s", [](Row r) { return rounded(r.report.timing.total_seconds); }}},
    {{"contacts", [](Row r) { return rounded(r.report.contacts_mean); }}},
    {{"residual", [](Row r) { return rounded(r.report.residual_max); }}},
    {{"cone rad", [](Row r) { return rounded(r.report.cone_angle_max); }}},
    {{"cone force", [](Row r) { return rounded(r.report.cone_force_max); }}},
    {{"overlap m", [](Row r) { return rounded(r.report.penetration_max); }}},
    {{"joints m",
      [](Row r) { return r.report.joints > 0 ? rounded(r.report.joint_error_max) : ""; }},
     Shown::if_any},
    {{"gain J", [](Row r) { return rounded(r.report.energy_gain); }}},
    {{"apart m", [](Row r) { return distance_of(r, &StateDistance::position_last, rounded); }}},
    {{"most m", [](Row r) { return distance_of(r, &StateDistance::position_max, rounded); }}},
    {{"apart rad", [](Row r) { return distance_of(r, &StateDistance::rotation_last, rounded); }}},
    {{"most rad", [](Row r) { return distance_of(r, &StateDistance::rotation_max, rounded); }}},
    {{"unsolved",
      [](Row r) { return r.report.unsolved > 0 ? std::to_string(r.report.unsolved) : ""; }},
     Shown::if_any},
    {{"expected", expectations_of}, Shown::if_any},
    {{"outcome", [](Row r) { return std::string(to_string(r.report.outcome)); }}},
});

/// Words are aligned left in their column, numbers right.
std::string align(const std::string& cell, std::size_t width, bool is_word) {
  const std::string space(width - cell.size(), ' ');
  return is_word ? cell + space : space + cell;
}

bool is_shown(Shown shown, const std::vector<std::string>& cells) {
  if (shown == Shown::always) return true;
  const std::string& common = shown == Shown::if_different ? cells.front() : std::string();
  return std::ranges::any_of(cells, [&](const std::string& cell) { return cell != common; });
}

}  // namespace

void write_comparison_header(std::ostream& out) {
  for (const Column& column : kFileColumns) {
    out << (&column == kFileColumns.begin() ? "" : ",") << column.title;
  }
  out << '\n';
}

void write_comparison_row(std::ostream& out, const ComparisonRow& row) {
  for (const Column& column : kFileColumns) {
    out << (&column == kFileColumns.begin() ? "" : ",") << column.cell(row);
  }
  out << '\n';
}

void print_comparison(std::ostream& out, const std::vector<ComparisonRow>& rows) {
  if (rows.empty()) return;
  std::vector<std::string> lines(rows.size() + 1);
  for (const TableColumn& entry : kTableColumns) {
    std::vector<std::string> cells;
    for (const ComparisonRow& row : rows) cells.push_back(entry.column.cell(row));
    if (!is_shown(entry.shown, cells)) continue;
    cells.insert(cells.begin(), entry.column.title);
    const std::size_t width = std::ranges::max(cells, {}, &std::string::size).size();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      lines[i] += "  " + align(cells[i], width, entry.is_word);
    }
  }
  for (const std::string& line : lines) out << line << '\n';
}

}  // namespace stiction::command
