#pragma once

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/triangle_mesh.h>

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "elevations.h"
#include "scene_document.h"
#include "triangle_soup.h"

namespace stiction {

/// Limits on the content of all files that the shapes of one document name, so that none exhausts
/// memory. Their bytes count as the document's.
struct AssetLimits {
  static constexpr std::size_t kMaxTriangles = 8'000'000;  ///< counted at each scale that is used
  static constexpr std::size_t kMaxPoints = 8'000'000;     ///< of hulls, likewise
  static constexpr std::size_t kMaxHeights = Elevations::kMaxCount;  ///< counted at each size
};

/// The surfaces, hulls and height grids that a document's shapes name. Every file is read once, and
/// its result at one scale is shared by all shapes that use it.
class AssetStore {
 public:
  /// An asset, or why there is none, as the end of a message about the attribute `file`.
  template <typename T>
  struct Result {
    std::shared_ptr<const T> asset;
    std::string fault;
  };

  explicit AssetStore(DocumentUse& use) : use_(use) {}

  /// The triangles of an OBJ or STL file (told apart by the file extension), each coordinate
  /// multiplied by its scale; triangles face outwards even if the scale mirrors them.
  Result<TriangleMesh> find_mesh(const std::string& path, const Vec3& scale);
  /// The convex hull of such a file's points.
  Result<ConvexPolyhedron> find_hull(const std::string& path, const Vec3& scale);
  /// The heights in a picture (a file that begins as PNG files do, or whose name ends in .png) or
  /// in a text file.
  Result<HeightGrid> find_height_grid(const std::string& path, const Vec3& size);

  /// The errors inside the files that were read since the last call, file by file.
  std::vector<SceneError> take_errors() { return std::exchange(errors_, {}); }

 private:
  using Numbers = std::array<double, 3>;
  template <typename T>
  using Cache = std::map<std::pair<std::string, Numbers>, Result<T>>;

  Result<TriangleSoup> find_soup(const std::string& path);
  Result<Elevations> find_elevations(const std::string& path);

  /// Reads the file if it was not read before.
  template <typename T, typename Read>
  Result<T> load(std::map<std::string, Result<T>>& files, const std::string& path, Read read);
  template <typename T, typename Read>
  Result<T> read_asset(const std::string& path, Read read);
  template <typename T, typename Make>
  Result<T> find(Cache<T>& cache, const std::string& path, const Vec3& numbers, Make make);

  DocumentUse& use_;
  std::map<std::string, Result<TriangleSoup>> soups_;  ///< by the files' canonical names
  std::map<std::string, Result<Elevations>> elevations_;
  Cache<TriangleMesh> meshes_;
  Cache<ConvexPolyhedron> hulls_;
  Cache<HeightGrid> grids_;
  std::size_t num_triangles_ = 0, num_points_ = 0, num_heights_ = 0;
  std::vector<SceneError> errors_;
  std::size_t num_errors_ = 0;  ///< in all files so far
};

}  // namespace stiction
