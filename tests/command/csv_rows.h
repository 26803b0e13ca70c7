#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "program.h"

namespace stiction {

inline std::vector<std::string> split_cells(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

/// A row of a CSV file: cells by column name.
using Row = std::map<std::string, std::string>;

inline std::vector<Row> parse_csv(const std::string& text) {
  const std::vector<std::string> lines = split_lines(text);
  std::vector<Row> rows;
  if (lines.empty()) return rows;
  const std::vector<std::string> titles = split_cells(lines.front());
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = split_cells(lines[i]);
    EXPECT_EQ(cells.size(), titles.size()) << lines[i];
    Row row;
    for (std::size_t k = 0; k < std::min(cells.size(), titles.size()); ++k) {
      row[titles[k]] = cells[k];
    }
    rows.push_back(row);
  }
  return rows;
}

inline double number(const Row& row, const std::string& column) {
  const auto cell = row.find(column);
  if (cell == row.end() || cell->second.empty()) {
    ADD_FAILURE() << column << " is missing";
    return std::nan("");
  }
  return std::stod(cell->second);
}

}  // namespace stiction
