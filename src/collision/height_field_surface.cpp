#include "height_field_surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bounds.h"
#include "segment_box.h"

namespace stiction {
namespace {

// The number of the cell that contains x, of `count` cells; if x is on the border of two to
// round-off, also the one on the other side.
int cell_at(double x, double origin, double step, int count, double slack) {
  const double place = (x - origin) / step + slack;
  return static_cast<int>(std::floor(std::clamp(place, -1.0, static_cast<double>(count))));
}

}  // namespace

HeightFieldSurface::HeightFieldSurface(std::shared_ptr<const HeightGrid> grid)
    : grid_(std::move(grid)), blocks_(*grid_) {
  make_regions();
}

std::array<int, 3> HeightFieldSurface::vertices_of(int triangle) const {
  const int j = triangle / 2 / cells_x();
  const int i = triangle / 2 % cells_x();
  const int v = j * grid_->num_x() + i;
  const int across = v + grid_->num_x() + 1;
  if (triangle % 2 == 0) return {v, v + 1, across};
  return {v, across, across - 1};
}

int HeightFieldSurface::edge_of(int triangle, int k) const {
  const std::array<int, 3> at = vertices_of(triangle);
  if (triangle % 2 == 0) {
    return k == 0 ? 3 * at[0] : k == 1 ? 3 * at[1] + 1 : 3 * at[0] + 2;
  }
  return k == 0 ? 3 * at[0] + 2 : k == 1 ? 3 * at[2] : 3 * at[0] + 1;
}

int HeightFieldSurface::beyond(int triangle, int k) const {
  const int j = triangle / 2 / cells_x();
  const int i = triangle / 2 % cells_x();
  if (triangle % 2 == 0) {
    if (k == 0) return has_cell(i, j - 1) ? 2 * cell(i, j - 1) + 1 : -1;
    if (k == 1) return has_cell(i + 1, j) ? 2 * cell(i + 1, j) + 1 : -1;
    return triangle + 1;
  }
  if (k == 0) return triangle - 1;
  if (k == 1) return has_cell(i, j + 1) ? 2 * cell(i, j + 1) : -1;
  return has_cell(i - 1, j) ? 2 * cell(i - 1, j) : -1;
}

// From the slopes of the two edges along x and y.
Vec3 HeightFieldSurface::normal(int triangle) const {
  const std::array<int, 3> at = vertices_of(triangle);
  const bool is_lower = triangle % 2 == 0;
  const double rise_x = is_lower ? height(at[1]) - height(at[0]) : height(at[1]) - height(at[2]);
  const double rise_y = is_lower ? height(at[2]) - height(at[1]) : height(at[2]) - height(at[0]);
  return Vec3(-rise_x / grid_->step_x(), -rise_y / grid_->step_y(), 1).stableNormalized();
}

std::span<const int> HeightFieldSurface::triangles_at(int vertex,
                                                      std::array<int, 8>& storage) const {
  const int i = vertex % grid_->num_x();
  const int j = vertex / grid_->num_x();
  std::size_t count = 0;
  const auto add = [&](int column, int row, int which) {
    if (has_cell(column, row)) storage[count++] = 2 * cell(column, row) + which;
  };
  for (const int which : {0, 1}) {
    add(i - 1, j - 1, which);  // the diagonal ends here: both
    add(i, j, which);          // and starts here
  }
  add(i, j - 1, 1);
  add(i - 1, j, 0);
  return {storage.data(), count};
}

HeightFieldSurface::Range HeightFieldSurface::columns(double lower, double upper) const {
  const double origin = -0.5 * grid_->size().x();
  const double step = grid_->step_x();
  return {std::max(0, cell_at(lower, origin, step, cells_x(), -1e-9)),
          std::min(cells_x() - 1, cell_at(upper, origin, step, cells_x(), 1e-9))};
}

HeightFieldSurface::Range HeightFieldSurface::rows(double lower, double upper) const {
  const double origin = -0.5 * grid_->size().y();
  const double step = grid_->step_y();
  return {std::max(0, cell_at(lower, origin, step, cells_y(), -1e-9)),
          std::min(cells_y() - 1, cell_at(upper, origin, step, cells_y(), 1e-9))};
}

Aabb HeightFieldSurface::bounds(int triangle) const {
  const std::array<Vec3, 3> x = corners(triangle);
  return triangle_bounds(x[0], x[1], x[2]);
}

void HeightFieldSurface::collect(const Aabb& box, std::vector<int>& triangles) const {
  triangles.clear();
  const Range i = columns(box.lower.x(), box.upper.x());
  const Range j = rows(box.lower.y(), box.upper.y());
  for (int row = j.first; row <= j.last; ++row) {
    for (int column = i.first; column <= i.last; ++column) {
      for (const int triangle : {2 * cell(column, row), 2 * cell(column, row) + 1}) {
        if (overlap(bounds(triangle), box)) triangles.push_back(triangle);
      }
    }
  }
}

void HeightFieldSurface::visit_along(const Vec3& start, const Vec3& displacement,
                                     const TriangleVisitor& visit) const {
  const SegmentThroughBoxes segment(start, displacement);
  const Vec3 end = start + displacement;
  const Range j = rows(std::min(start.y(), end.y()), std::max(start.y(), end.y()));
  for (int row = j.first; row <= j.last; ++row) {
    // The part of the segment over the row, and so the columns that it crosses there.
    const double low = grid_->step_y() * row - 0.5 * grid_->size().y();
    double from = 0;
    double to = 1;
    if (displacement.y() != 0) {
      const double a = (low - start.y()) / displacement.y();
      const double b = (low + grid_->step_y() - start.y()) / displacement.y();
      from = std::clamp(std::min(a, b), 0.0, 1.0);
      to = std::clamp(std::max(a, b), 0.0, 1.0);
    }
    const double x0 = start.x() + from * displacement.x();
    const double x1 = start.x() + to * displacement.x();
    const Range i = columns(std::min(x0, x1), std::max(x0, x1));
    for (int column = i.first; column <= i.last; ++column) {
      for (const int triangle : {2 * cell(column, row), 2 * cell(column, row) + 1}) {
        if (segment.meets(bounds(triangle))) visit(triangle);
      }
    }
  }
}

void HeightFieldSurface::visit_near(const Vec3& point, double reach,
                                    const NearTriangleVisitor& visit) const {
  visit_near_in(blocks_.root(), point, reach, visit);
}

/// Visits the nearer parts of a block first: they are more likely to end the search.
void HeightFieldSurface::visit_near_in(const HeightFieldBlocks::Block& block, const Vec3& point,
                                       double& reach, const NearTriangleVisitor& visit) const {
  if (block.level == 0) {
    const int lower = 2 * cell(block.i, block.j);
    for (const int triangle : {lower, lower + 1}) reach = std::min(reach, visit(triangle));
    return;
  }
  std::array<std::pair<double, HeightFieldBlocks::Block>, 4> parts;
  std::size_t count = 0;
  blocks_.for_each_part(block, [&](const HeightFieldBlocks::Block& part) {
    const double distance = distance_to(blocks_.bounds(*grid_, part), point);
    std::size_t place = count++;
    for (; place > 0 && parts[place - 1].first > distance; --place) parts[place] = parts[place - 1];
    parts[place] = {distance, part};
  });
  for (std::size_t k = 0; k < count && parts[k].first <= reach; ++k) {
    visit_near_in(parts[k].second, point, reach, visit);
  }
}

bool HeightFieldSurface::is_one_sided(const Vec3& center) const {
  const Range i = columns(center.x(), center.x());
  const Range j = rows(center.y(), center.y());
  return i.first <= i.last && j.first <= j.last;
}

bool HeightFieldSurface::is_inside(const Vec3& point) const {
  if (!is_one_sided(point)) return false;
  const Range i = columns(point.x(), point.x());
  const Range j = rows(point.y(), point.y());
  const double u = (point.x() + 0.5 * grid_->size().x()) / grid_->step_x() - i.first;
  const double v = (point.y() + 0.5 * grid_->size().y()) / grid_->step_y() - j.first;
  const int triangle = 2 * cell(i.first, j.first) + (v > u ? 1 : 0);
  return normal(triangle).dot(point - corners(triangle)[0]) < 0;
}

}  // namespace stiction
