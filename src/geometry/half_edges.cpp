#include "half_edges.h"

#include "triangle_edges.h"

namespace stiction {

HalfEdges::HalfEdges(std::span<const std::array<int, 3>> triangles)
    : all_(3 * triangles.size()), num_corners_(triangles.size(), 3), sides_(triangles.size()) {
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      all_[3 * t + k] = {triangles[t][k], -1, 3 * t + (k + 1) % 3, 3 * t + (k + 2) % 3, t};
    }
    sides_[t] = 3 * t;
  }
  const std::vector<TriangleSide> sides = sorted_sides(triangles);
  for (std::size_t k = 0; k + 1 < sides.size(); k += 2) {
    const int a = 3 * sides[k].triangle + sides[k].corner;
    const int b = 3 * sides[k + 1].triangle + sides[k + 1].corner;
    all_[a].twin = b;
    all_[b].twin = a;
  }
}

bool HalfEdges::is_joined(int h, int vertex) const {
  int around = h;
  do {
    if (target(around) == vertex) return true;
    around = next_about_origin(around);
  } while (around != h);
  return false;
}

bool HalfEdges::is_corner_of(int h, int face) const {
  int around = h;
  do {
    if (all_[around].face == face) return true;
    around = next_about_origin(around);
  } while (around != h);
  return false;
}

// The contiguous run of sides around h along which the same two faces meet.
HalfEdges::Run HalfEdges::shared_run(int h) const {
  const int other = face(twin(h));
  Run run{h, h, 1};
  while (run.length < num_corners(face(h)) && face(twin(previous(run.first))) == other) {
    run.first = previous(run.first);
    ++run.length;
  }
  while (run.length < num_corners(face(h)) && face(twin(next(run.last))) == other) {
    run.last = next(run.last);
    ++run.length;
  }
  return run;
}

// True if two faces share nothing but the run, and no other edge ends within it.
bool HalfEdges::is_whole_border(const Run& run) const {
  const int other = face(twin(run.first));
  for (int h = run.first; h != run.last; h = next(h)) {
    if (!has_two_edges(next(h))) return false;
  }
  for (int h = next(next(run.last)); h != run.first; h = next(h)) {
    if (is_corner_of(h, other)) return false;
  }
  return true;
}

void HalfEdges::link(int before, int after) {
  all_[before].next = after;
  all_[after].previous = before;
}

bool HalfEdges::join_faces(int h) {
  const int gone = face(h);
  const int kept = face(twin(h));
  const Run run = shared_run(h);
  const int num_left = num_corners(gone) + num_corners(kept) - 2 * run.length;
  if (run.length >= num_corners(gone) || num_left < 3 || !is_whole_border(run)) return false;
  const int after = next(run.last);
  const int before = previous(run.first);
  const int other_after = next(twin(run.first));
  const int other_before = previous(twin(run.last));
  for (int side = run.first; side != after; side = next(side)) {
    remove(side);
    remove(twin(side));
  }
  link(before, other_after);
  link(other_before, after);
  for (int side = after; side != other_after; side = next(side)) all_[side].face = kept;
  num_corners_[kept] = num_left;
  sides_[kept] = after;
  return true;
}

bool HalfEdges::dissolve_origin(int h) {
  const int before = previous(h);
  const int back = twin(h);     // ends at the vertex, on the other face
  const int on = twin(before);  // starts there
  if (num_corners(face(h)) <= 3 || num_corners(face(back)) <= 3) return false;
  if (is_joined(before, target(h))) return false;
  sides_[face(h)] = before;
  sides_[face(back)] = back;
  --num_corners_[face(h)];
  --num_corners_[face(back)];
  link(before, next(h));
  link(back, next(on));
  all_[before].twin = back;
  all_[back].twin = before;
  remove(h);
  remove(on);
  return true;
}

}  // namespace stiction
