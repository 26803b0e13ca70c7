#include "bullet_shapes.h"

#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletCollisionCommon.h>

#include <array>
#include <vector>

namespace stiction::bench {

/// A Bullet shape, with the arrays that it points into.
struct BulletShape {
  std::unique_ptr<btTriangleIndexVertexArray> triangles;
  std::vector<double> heights;
  std::unique_ptr<btCollisionShape> shape;
  Vec3 p_SC = Vec3::Zero();  ///< position of Bullet's origin in our frame of the shape
};

namespace {

constexpr double kShapeMargin = 1e-3;

btVector3 to_bullet(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

std::unique_ptr<btCollisionShape> make_hull(const ConvexPolyhedron& polyhedron) {
  auto hull = std::make_unique<btConvexHullShape>();
  for (const Vec3& vertex : polyhedron.vertices()) hull->addPoint(to_bullet(vertex), false);
  hull->recalcLocalAabb();
  return hull;
}

void add_mesh(const TriangleMesh& mesh, BulletShape& made) {
  btIndexedMesh part;
  part.m_numTriangles = static_cast<int>(mesh.triangles().size());
  part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(mesh.triangles().data());
  part.m_triangleIndexStride = static_cast<int>(sizeof(mesh.triangles()[0]));
  part.m_numVertices = static_cast<int>(mesh.vertices().size());
  part.m_vertexBase = reinterpret_cast<const unsigned char*>(mesh.vertices().data());
  part.m_vertexStride = static_cast<int>(sizeof(Vec3));
  part.m_vertexType = PHY_DOUBLE;
  made.triangles = std::make_unique<btTriangleIndexVertexArray>();
  made.triangles->addIndexedMesh(part, PHY_INTEGER);
  made.shape = std::make_unique<btBvhTriangleMeshShape>(made.triangles.get(), true);
}

/// Bullet's origin is at the middle of the heights.
void add_height_field(const HeightGrid& grid, BulletShape& made) {
  for (int j = 0; j < grid.num_y(); ++j) {
    for (int i = 0; i < grid.num_x(); ++i) made.heights.push_back(grid.height(i, j));
  }
  made.shape =
      std::make_unique<btHeightfieldTerrainShape>(grid.num_x(), grid.num_y(), made.heights.data(),
                                                  1.0, 0.0, grid.size().z(), 2, PHY_DOUBLE, false);
  made.shape->setLocalScaling({grid.step_x(), grid.step_y(), 1});
  made.p_SC.z() = 0.5 * grid.size().z();
}

BulletShape make_shape(const Shape& shape) {
  BulletShape made;
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    made.shape = std::make_unique<btSphereShape>(sphere->radius);
    return made;  // A sphere is all margin.
  }
  if (const auto* convex = std::get_if<Convex>(&shape)) {  // An ellipsoid: a sphere, stretched.
    const btVector3 middle(0, 0, 0);
    const btScalar radius = 1;
    made.shape = std::make_unique<btMultiSphereShape>(&middle, &radius, 1);
    const SupportShape& solid = *convex->solid;
    made.shape->setLocalScaling({solid.support(Vec3::UnitX()).x(), solid.support(Vec3::UnitY()).y(),
                                 solid.support(Vec3::UnitZ()).z()});
    return made;
  }
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    made.shape = std::make_unique<btCapsuleShapeZ>(capsule->radius, capsule->length);
    return made;
  }
  if (const auto* box = std::get_if<Box>(&shape)) {
    made.shape = std::make_unique<btBoxShape>(to_bullet(0.5 * box->size));
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    made.shape = std::make_unique<btCylinderShapeZ>(
        btVector3(cylinder->radius, cylinder->radius, 0.5 * cylinder->length));
  } else if (const auto* cone = std::get_if<Cone>(&shape)) {
    made.shape = std::make_unique<btConeShapeZ>(cone->radius, cone->length);
  } else if (const auto* hull = std::get_if<Hull>(&shape)) {
    made.shape = make_hull(*hull->polyhedron);
  } else if (const auto* plane = std::get_if<Plane>(&shape)) {
    made.shape = std::make_unique<btStaticPlaneShape>(to_bullet(plane->normal), plane->offset);
  } else if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    add_mesh(*mesh->surface, made);
  } else {
    add_height_field(*std::get<HeightField>(shape).grid, made);
  }
  made.shape->setMargin(kShapeMargin);
  if (made.shape->isPolyhedral()) {
    static_cast<btPolyhedralConvexShape&>(*made.shape).initializePolyhedralFeatures();
  }
  return made;
}

btTransform place(const RigidTransform& X_WS, const Vec3& p_SC) {
  const Quat& q = X_WS.rotation;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), to_bullet(X_WS * p_SC));
}

}  // namespace

struct BulletPair::Implementation {
  Implementation(const Shape& A, const Shape& B)
      : shapes{make_shape(A), make_shape(B)}, dispatcher(&configuration) {}

  btDefaultCollisionConfiguration configuration;
  std::array<BulletShape, 2> shapes;
  std::array<btCollisionObject, 2> objects;
  btCollisionDispatcher dispatcher;
  btDispatcherInfo info;
};

BulletPair::BulletPair(const Shape& A, const RigidTransform& X_WA, const Shape& B,
                       const RigidTransform& X_WB)
    : implementation_(std::make_unique<Implementation>(A, B)) {
  const std::array<const RigidTransform*, 2> poses{&X_WA, &X_WB};
  for (std::size_t i = 0; i < 2; ++i) {
    btCollisionObject& object = implementation_->objects[i];
    object.setCollisionShape(implementation_->shapes[i].shape.get());
    object.setWorldTransform(place(*poses[i], implementation_->shapes[i].p_SC));
  }
}

BulletPair::~BulletPair() = default;

int BulletPair::find_points() {
  auto& [a, b] = implementation_->objects;
  btCollisionDispatcher& dispatcher = implementation_->dispatcher;
  const btCollisionObjectWrapper in_a(nullptr, a.getCollisionShape(), &a, a.getWorldTransform(), -1,
                                      -1);
  const btCollisionObjectWrapper in_b(nullptr, b.getCollisionShape(), &b, b.getWorldTransform(), -1,
                                      -1);
  btCollisionAlgorithm* algorithm =
      dispatcher.findAlgorithm(&in_a, &in_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
  btManifoldResult result(&in_a, &in_b);
  algorithm->processCollision(&in_a, &in_b, implementation_->info, &result);
  btManifoldArray manifolds;
  algorithm->getAllContactManifolds(manifolds);
  int num_points = 0;
  for (int i = 0; i < manifolds.size(); ++i) num_points += manifolds[i]->getNumContacts();
  algorithm->~btCollisionAlgorithm();
  dispatcher.freeCollisionAlgorithm(algorithm);
  return num_points;
}

void load_bullet_mesh(const Mesh& mesh) { make_shape(mesh); }

}  // namespace stiction::bench
