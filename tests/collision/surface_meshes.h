#pragma once

#include <stiction/collision/collider.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <random>
#include <vector>

/// Triangle surfaces for tests.
namespace stiction {

struct Triangles {
  std::vector<Vec3> vertices;
  std::vector<std::array<int, 3>> triangles;
};

inline Mesh make_mesh(const Triangles& all) {
  return {std::make_shared<TriangleMesh>(all.vertices, all.triangles)};
}

/// A grid of n x n cells over [-half, half]^2 with its vertices moved by `place` and random
/// diagonals; normals upwards.
inline Triangles make_grid(int n, double half, unsigned seed,
                           const std::function<Vec3(double x, double y)>& place) {
  std::mt19937 random(seed);
  Triangles all;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      all.vertices.push_back(place(half * (2.0 * i / n - 1), half * (2.0 * j / n - 1)));
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const int a = j * (n + 1) + i;
      const int b = a + 1;
      const int c = b + n + 1;
      const int d = a + n + 1;
      if (random() % 2 == 0) {
        all.triangles.push_back({a, b, c});
        all.triangles.push_back({a, c, d});
      } else {
        all.triangles.push_back({a, b, d});
        all.triangles.push_back({b, c, d});
      }
    }
  }
  return all;
}

/// The plane z = 0 in triangles of many shapes. (Cells stay convex, so no triangle flips.)
inline Triangles make_floor(int n, double half, unsigned seed) {
  std::mt19937 random(seed);
  const double cell = 2 * half / n;
  const auto jitter = [&](double x) {
    const double share = static_cast<double>(random()) / 4294967296.0 - 0.5;
    const bool is_inner = std::abs(x) < half - 0.5 * cell;
    return is_inner ? x + 0.4 * share * cell : x;
  };
  return make_grid(n, half, seed, [&](double x, double y) {
    const double moved_x = jitter(x);
    return Vec3(moved_x, jitter(y), 0);
  });
}

/// The surface of a box with n x n cells per side, normals outwards.
inline Triangles make_box(const Vec3& size, int n, unsigned seed) {
  Triangles all;
  for (int axis = 0; axis < 3; ++axis) {
    for (const int sign : {-1, 1}) {
      const Triangles side = make_grid(n, 1, seed++, [&](double x, double y) {
        Vec3 p;
        p[axis] = sign;
        p[(axis + 1) % 3] = x;
        p[(axis + 2) % 3] = y;
        return Vec3(0.5 * size.cwiseProduct(p));
      });
      const int first = static_cast<int>(all.vertices.size());
      all.vertices.insert(all.vertices.end(), side.vertices.begin(), side.vertices.end());
      for (auto [a, b, c] : side.triangles) {
        if (sign < 0) std::swap(b, c);
        all.triangles.push_back({first + a, first + b, first + c});
      }
    }
  }
  return all;
}

/// The same triangles with reversed normals.
inline Triangles turned_over(Triangles all) {
  for (auto& [a, b, c] : all.triangles) std::swap(b, c);
  return all;
}

/// The same triangles in random order, each starting at a random corner.
inline Triangles shuffled(Triangles all, unsigned seed) {
  std::mt19937 random(seed);
  for (std::size_t i = all.triangles.size(); i > 1; --i) {
    std::swap(all.triangles[i - 1], all.triangles[random() % i]);
  }
  for (auto& [a, b, c] : all.triangles) {
    for (unsigned k = random() % 3; k > 0; --k) {
      const int old = a;
      a = b;
      b = c;
      c = old;
    }
  }
  return all;
}

/// The triangles of a height field, as HeightGrid defines them.
inline Triangles triangles_of(const HeightGrid& grid) {
  Triangles all;
  for (int j = 0; j < grid.num_y(); ++j) {
    for (int i = 0; i < grid.num_x(); ++i) all.vertices.push_back(grid.vertex(i, j));
  }
  const auto at = [&](int i, int j) { return j * grid.num_x() + i; };
  for (int j = 0; j + 1 < grid.num_y(); ++j) {
    for (int i = 0; i + 1 < grid.num_x(); ++i) {
      all.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      all.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return all;
}

/// The same with walls down to `floor` and a bottom: a closed surface.
inline Triangles closed_triangles_of(const HeightGrid& grid, double floor) {
  Triangles all = triangles_of(grid);
  const int nx = grid.num_x();
  const int ny = grid.num_y();
  const int count = nx * ny;
  for (int v = 0; v < count; ++v) {
    all.vertices.push_back({all.vertices[v].x(), all.vertices[v].y(), floor});
  }
  const std::size_t num_upper = all.triangles.size();
  for (std::size_t t = 0; t < num_upper; ++t) {
    const auto [a, b, c] = all.triangles[t];
    all.triangles.push_back({count + a, count + c, count + b});
  }
  const auto add_wall = [&](int a, int b) {  // along the rim, the ground on the left
    all.triangles.push_back({b, a, count + a});
    all.triangles.push_back({b, count + a, count + b});
  };
  for (int i = 0; i + 1 < nx; ++i) {
    add_wall(i, i + 1);
    add_wall((ny - 1) * nx + i + 1, (ny - 1) * nx + i);
  }
  for (int j = 0; j + 1 < ny; ++j) {
    add_wall((j + 1) * nx, j * nx);
    add_wall(j * nx + nx - 1, (j + 1) * nx + nx - 1);
  }
  return all;
}

}  // namespace stiction
