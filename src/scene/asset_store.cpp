#include "asset_store.h"

#include <filesystem>
#include <iterator>
#include <stdexcept>

#include "file_paths.h"
#include "obj_reader.h"
#include "png_reader.h"
#include "stl_reader.h"
#include "text_grid_reader.h"
#include "text_lines.h"

namespace stiction {
namespace {

bool has_ending(const std::string& path, std::string_view ending) {
  return equals_ignoring_case(std::filesystem::path(path).extension().string(), ending);
}

std::vector<Vec3> scaled(const std::vector<Vec3>& points, const Vec3& scale) {
  std::vector<Vec3> result;
  result.reserve(points.size());
  for (const Vec3& point : points) result.emplace_back(point.cwiseProduct(scale));
  return result;
}

/// Makes an asset; if its constructor throws, its message becomes the fault.
template <typename T, typename... Arguments>
AssetStore::Result<T> made(const Arguments&... arguments) {
  try {
    return {std::make_shared<const T>(arguments...), ""};
  } catch (const std::invalid_argument& fault) {
    return {nullptr, fault.what()};
  }
}

/// Adds to the amount used. Returns why that is not possible; empty if it is.
std::string use_up(std::size_t count, std::size_t& used, std::size_t limit, const char* things) {
  if (count <= limit - used) {
    used += count;
    return "";
  }
  return "the files of this document have more than " + std::to_string(limit) + " " + things;
}

}  // namespace

AssetStore::Result<TriangleMesh> AssetStore::find_mesh(const std::string& path, const Vec3& scale) {
  return find(meshes_, path, scale, [&]() -> Result<TriangleMesh> {
    const Result<TriangleSoup> soup = find_soup(path);
    if (!soup.asset) return {nullptr, soup.fault};
    std::vector<std::array<int, 3>> triangles = soup.asset->triangles;
    if (triangles.empty()) return {nullptr, "no faces in this file; expected at least one"};
    const std::string excess =
        use_up(triangles.size(), num_triangles_, AssetLimits::kMaxTriangles, "triangles");
    if (!excess.empty()) return {nullptr, excess};
    // The sign of the product, without computing it: it could leave the range of a double.
    if ((scale.array() < 0).count() % 2 == 1) {
      for (std::array<int, 3>& triangle : triangles) std::swap(triangle[1], triangle[2]);
    }
    return made<TriangleMesh>(scaled(soup.asset->vertices, scale), triangles);
  });
}

AssetStore::Result<ConvexPolyhedron> AssetStore::find_hull(const std::string& path,
                                                           const Vec3& scale) {
  return find(hulls_, path, scale, [&]() -> Result<ConvexPolyhedron> {
    const Result<TriangleSoup> soup = find_soup(path);
    if (!soup.asset) return {nullptr, soup.fault};
    const std::vector<Vec3>& points = soup.asset->vertices;
    const std::string excess =
        use_up(points.size(), num_points_, AssetLimits::kMaxPoints, "points of hulls");
    if (!excess.empty()) return {nullptr, excess};
    return made<ConvexPolyhedron>(scaled(points, scale));
  });
}

AssetStore::Result<HeightGrid> AssetStore::find_height_grid(const std::string& path,
                                                            const Vec3& size) {
  return find(grids_, path, size, [&]() -> Result<HeightGrid> {
    const Result<Elevations> elevations = find_elevations(path);
    if (!elevations.asset) return {nullptr, elevations.fault};
    const Elevations& grid = *elevations.asset;
    const std::string excess =
        use_up(grid.values.size(), num_heights_, AssetLimits::kMaxHeights, "heights");
    if (!excess.empty()) return {nullptr, excess};
    return made<HeightGrid>(grid.rows, grid.columns, grid.values, size);
  });
}

AssetStore::Result<TriangleSoup> AssetStore::find_soup(const std::string& path) {
  if (has_ending(path, ".obj")) return load(soups_, path, read_obj);
  if (has_ending(path, ".stl")) return load(soups_, path, read_stl);
  return {nullptr, "expected a file whose name ends in .obj or .stl"};
}

AssetStore::Result<Elevations> AssetStore::find_elevations(const std::string& path) {
  return load(elevations_, path, [&](std::string_view bytes, FileErrors& errors) {
    return is_png(bytes) || has_ending(path, ".png") ? read_png(bytes, errors)
                                                     : read_text_grid(bytes, errors);
  });
}

template <typename T, typename Read>
AssetStore::Result<T> AssetStore::load(std::map<std::string, Result<T>>& files,
                                       const std::string& path, Read read) {
  const auto [entry, is_new] = files.try_emplace(canonical_name(path));
  if (is_new) entry->second = read_asset<T>(path, read);
  return entry->second;
}

template <typename T, typename Read>
AssetStore::Result<T> AssetStore::read_asset(const std::string& path, Read read) {
  if (num_errors_ > FileErrors::kMaxErrors) {
    return {nullptr, "not read: too many errors in other files"};
  }
  if (++use_.files > DocumentUse::kMaxFiles) return {nullptr, too_many_files()};
  const FileBytes file = read_file(path, use_);
  if (!file.bytes) return {nullptr, file.fault};
  use_.bytes += file.bytes->size();
  use_.add_file(path, *file.bytes);
  FileErrors errors(path);
  std::optional<T> content = read(*file.bytes, errors);
  if (content) return {std::make_shared<const T>(std::move(*content)), ""};
  std::vector<SceneError> found = errors.take();
  num_errors_ += found.size();
  const std::string count =
      found.size() == 1 ? "an error" : std::to_string(found.size()) + " errors";
  std::move(found.begin(), found.end(), std::back_inserter(errors_));
  return {nullptr, count + " in this file, listed under its name"};
}

template <typename T, typename Make>
AssetStore::Result<T> AssetStore::find(Cache<T>& cache, const std::string& path,
                                       const Vec3& numbers, Make make) {
  const Numbers key = {numbers.x(), numbers.y(), numbers.z()};
  const auto [entry, is_new] = cache.try_emplace({canonical_name(path), key});
  if (is_new) entry->second = make();
  return entry->second;
}

}  // namespace stiction
