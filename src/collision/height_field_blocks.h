#pragma once

#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/shape.h>

#include <vector>

namespace stiction {

/// A tree of a height grid's cells: bounds of the square blocks of 1, 2 x 2, 4 x 4, ... cells, each
/// block made of four (fewer at the grid's rim) of the level below. O(n) to make, stores a third of
/// a box's heights per cell.
class HeightFieldBlocks {
 public:
  /// The block of cells 2^level i to 2^level (i + 1) - 1 in x, and likewise in y.
  struct Block {
    int level = 0;
    int i = 0;
    int j = 0;
  };

  explicit HeightFieldBlocks(const HeightGrid& grid);

  /// The block of all cells.
  Block root() const { return {static_cast<int>(levels_.size()), 0, 0}; }
  /// Exact bounds, in the shape's frame.
  Aabb bounds(const HeightGrid& grid, const Block& block) const;
  /// Calls `visit` with each part of a block of level > 0.
  template <typename Visit>
  void for_each_part(const Block& block, const Visit& visit) const {
    const int level = block.level - 1;
    for (int j = 2 * block.j; j < 2 * block.j + 2 && j < num_y(level); ++j) {
      for (int i = 2 * block.i; i < 2 * block.i + 2 && i < num_x(level); ++i) {
        visit(Block{level, i, j});
      }
    }
  }

 private:
  struct Heights {
    double lowest = 0;
    double highest = 0;
  };

  /// Number of blocks in x and in y.
  int num_x(int level) const { return ((cells_x_ - 1) >> level) + 1; }
  int num_y(int level) const { return ((cells_y_ - 1) >> level) + 1; }
  Heights heights(const HeightGrid& grid, const Block& block) const;
  void add_level(const HeightGrid& grid);

  int cells_x_ = 0;
  int cells_y_ = 0;
  std::vector<std::vector<Heights>> levels_;  ///< from level 1
};

}  // namespace stiction
