#include <stiction/geometry/mass_properties.h>

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/triangle_mesh.h>
#include <stiction/math/rejected_number.h>

#include "face_triangles.h"
#include "polyhedral_integrals.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace stiction {
namespace {

using Edges = std::vector<TriangleMesh::Edge>;

bool is_open(const TriangleMesh::Edge& edge) {
  return !edge.is_branching && (edge.left < 0 || edge.right < 0);
}

bool is_branching(const TriangleMesh::Edge& edge) { return edge.is_branching; }

// "12 edges ..., the first from x y z to x y z" for the edges that satisfy `is_bad`; none: "".
template <typename Predicate>
std::string tell_edges(const TriangleMesh& mesh, Predicate is_bad, const std::string& what) {
  const Edges& edges = mesh.edges();
  const auto first = std::find_if(edges.begin(), edges.end(), is_bad);
  if (first == edges.end()) return {};
  const Vec3& a = mesh.vertices()[first->start];
  const Vec3& b = mesh.vertices()[first->end];
  return std::to_string(std::count_if(first, edges.end(), is_bad)) + " of " +
         std::to_string(edges.size()) + " edges " + what + ", the first from " + format_vector(a) +
         " to " + format_vector(b);
}

void require_closed(const TriangleMesh& mesh) {
  const std::string open = tell_edges(mesh, is_open, "have only one triangle");
  if (!open.empty()) {
    throw std::invalid_argument("expected a closed mesh, got an open one: " + open);
  }
  const std::string branching = tell_edges(
      mesh, is_branching, "have more than two triangles or two that disagree on which side is out");
  if (!branching.empty()) {
    throw std::invalid_argument("expected a closed mesh, got a branching one: " + branching);
  }
}

}  // namespace

MassProperties calc_mass_properties(const ConvexPolyhedron& polyhedron, double mass) {
  return with_mass(integrate_polyhedron(polyhedron.vertices(), face_triangles(polyhedron)), mass);
}

MassProperties calc_mass_properties(const TriangleMesh& mesh, double density) {
  require_closed(mesh);
  const SolidIntegrals integrals = integrate_polyhedron(mesh.vertices(), mesh.triangles());
  if (!(integrals.volume > 0)) {
    throw std::invalid_argument(
        "expected a mesh that looks outwards, got an inverted one: its corners run clockwise seen "
        "from outside, its volume is " +
        format_number(integrals.volume) + " m^3");
  }
  return with_mass(integrals, density * integrals.volume);
}

}  // namespace stiction
