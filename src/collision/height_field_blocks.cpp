#include "height_field_blocks.h"

#include <algorithm>

#include "infinity.h"

namespace stiction {

HeightFieldBlocks::HeightFieldBlocks(const HeightGrid& grid)
    : cells_x_(grid.num_x() - 1), cells_y_(grid.num_y() - 1) {
  const auto top = [&] { return static_cast<int>(levels_.size()); };
  while (num_x(top()) > 1 || num_y(top()) > 1) add_level(grid);
}

void HeightFieldBlocks::add_level(const HeightGrid& grid) {
  const int level = static_cast<int>(levels_.size()) + 1;
  std::vector<Heights> all;
  all.reserve(static_cast<std::size_t>(num_x(level)) * static_cast<std::size_t>(num_y(level)));
  for (int j = 0; j < num_y(level); ++j) {
    for (int i = 0; i < num_x(level); ++i) {
      Heights whole{kInfinity, -kInfinity};
      for_each_part({level, i, j}, [&](const Block& part) {
        const Heights of_part = heights(grid, part);
        whole.lowest = std::min(whole.lowest, of_part.lowest);
        whole.highest = std::max(whole.highest, of_part.highest);
      });
      all.push_back(whole);
    }
  }
  levels_.push_back(std::move(all));
}

HeightFieldBlocks::Heights HeightFieldBlocks::heights(const HeightGrid& grid,
                                                      const Block& block) const {
  const auto& [level, i, j] = block;
  if (level == 0) {
    const auto [lowest, highest] = std::minmax({grid.height(i, j), grid.height(i + 1, j),
                                                grid.height(i, j + 1), grid.height(i + 1, j + 1)});
    return {lowest, highest};
  }
  const std::size_t at = static_cast<std::size_t>(j) * static_cast<std::size_t>(num_x(level)) +
                         static_cast<std::size_t>(i);
  return levels_[static_cast<std::size_t>(level - 1)][at];
}

Aabb HeightFieldBlocks::bounds(const HeightGrid& grid, const Block& block) const {
  const Heights in_z = heights(grid, block);
  const auto end = [&](int k, int count) { return std::min((k + 1) << block.level, count); };
  const Vec3 first = grid.vertex(block.i << block.level, block.j << block.level);
  const Vec3 last = grid.vertex(end(block.i, cells_x_), end(block.j, cells_y_));
  return {{first.x(), first.y(), in_z.lowest}, {last.x(), last.y(), in_z.highest}};
}

}  // namespace stiction
