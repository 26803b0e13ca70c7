#pragma once

#include <array>
#include <span>
#include <vector>

namespace stiction {

/// A closed surface of polygons as half-edges; each is the side of a face that runs from its
/// `origin` to that of its `next`. Changes preserve the topology: Euler's number stays.
class HalfEdges {
 public:
  /// For a closed surface, each edge shared by two triangles that run along it in opposite ways.
  explicit HalfEdges(std::span<const std::array<int, 3>> triangles);

  int size() const { return static_cast<int>(all_.size()); }  ///< half-edges, removed ones too
  bool is_removed(int h) const { return all_[h].face < 0; }
  int origin(int h) const { return all_[h].origin; }
  int target(int h) const { return all_[all_[h].twin].origin; }
  int twin(int h) const { return all_[h].twin; }  ///< the other side of the edge
  int next(int h) const { return all_[h].next; }
  int previous(int h) const { return all_[h].previous; }
  int face(int h) const { return all_[h].face; }
  /// The next half-edge with the same origin.
  int next_about_origin(int h) const { return all_[all_[h].previous].twin; }
  int num_corners(int face) const { return num_corners_[face]; }
  int side(int face) const { return sides_[face]; }  ///< any side of the face

  /// Merges the two faces at `h` by removing all edges between them and the vertices within; the
  /// face of h's twin stays. Returns false and changes nothing if the result would touch itself or
  /// have fewer than three corners.
  bool join_faces(int h);
  /// Removes the origin of `h`, which has two edges, and joins these. Returns false and changes
  /// nothing if a face would have fewer than three corners or two edges the same ends.
  bool dissolve_origin(int h);
  /// True if the origin of `h` has two edges.
  bool has_two_edges(int h) const { return next_about_origin(next_about_origin(h)) == h; }

 private:
  struct HalfEdge {
    int origin = 0;
    int twin = 0;
    int next = 0;
    int previous = 0;
    int face = 0;  ///< -1: removed
  };
  /// Consecutive sides of a face.
  struct Run {
    int first = 0;
    int last = 0;
    int length = 0;
  };

  Run shared_run(int h) const;
  bool is_whole_border(const Run& run) const;
  bool is_corner_of(int h, int face) const;  ///< whether the origin of h is
  bool is_joined(int h, int vertex) const;   ///< whether an edge joins the origin of h to it
  void link(int before, int after);
  void remove(int h) { all_[h].face = -1; }

  std::vector<HalfEdge> all_;
  std::vector<int> num_corners_;
  std::vector<int> sides_;
};

}  // namespace stiction
