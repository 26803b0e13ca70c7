// Every shape element becomes that shape, and files are read once.

#include <gtest/gtest.h>
#include <stiction/geometry/convex_polyhedron.h>
#include <stiction/geometry/height_grid.h>
#include <stiction/geometry/support_shape.h>
#include <stiction/geometry/triangle_mesh.h>
#include <stiction/scene/scene.h>

#include <set>
#include <string>

#include "scene/asset_texts.h"
#include "scene/scene_files.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

class ShapeElements : public SceneFilesTest {
 protected:
  ShapeElements() {
    write_bytes("cube.obj", kCubeObj);
    write_bytes("grid.txt", "0 1\n2 3\n");
  }

  Scene scene(const std::string& elements) const {
    write("main.xml", elements);
    SceneReadResult result = read("main.xml");
    EXPECT_TRUE(result.scene) << errors_of(result);
    return result.scene.value_or(Scene());
  }
};

TEST_F(ShapeElements, CarryTheirAttributes) {
  const Scene read = scene(R"(
    <material name="wood"/>
    <body name="b" static="true">
      <cylinder radius="0.5" length="2" xyz="1 2 3"/>
      <cone radius="0.25" length="1" density="500"/>
      <hull points="0 0 0  1 0 0  0 1 0  0 0 1" material="wood"/>
      <hull file="cube.obj" group="g"/>
      <mesh file="cube.obj" scale="1 2 3" trigger="true"/>
      <heightfield file="grid.txt" size="4 5 6" trigger="false" rpy="0 0 0"/>
      <ellipsoid radii="0.1 0.2 0.3"/>
    </body>)");
  ASSERT_EQ(read.bodies.size(), 1u);
  const std::vector<ShapeDefinition>& shapes = read.bodies[0].shapes;
  ASSERT_EQ(shapes.size(), 7u);
  EXPECT_EQ(std::get<Cylinder>(shapes[0].shape).radius, 0.5);
  EXPECT_EQ(std::get<Cylinder>(shapes[0].shape).length, 2);
  EXPECT_EQ(shapes[0].pose.translation, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Cone>(shapes[1].shape).radius, 0.25);
  EXPECT_EQ(std::get<Cone>(shapes[1].shape).length, 1);
  EXPECT_EQ(shapes[1].density, 500);
  EXPECT_NEAR(std::get<Hull>(shapes[2].shape).polyhedron->volume(), 1.0 / 6, 1e-15);
  EXPECT_EQ(shapes[2].material, MaterialId{1});
  EXPECT_NEAR(std::get<Hull>(shapes[3].shape).polyhedron->volume(), 8, 1e-14);
  EXPECT_EQ(shapes[3].group, GroupId{1});
  EXPECT_NEAR(std::get<Mesh>(shapes[4].shape).surface->signed_volume(), 48, 1e-13);
  EXPECT_EQ(std::get<HeightField>(shapes[5].shape).grid->size(), Vec3(4, 5, 6));
  const SupportShape& ellipsoid = *std::get<Convex>(shapes[6].shape).solid;
  EXPECT_LE((ellipsoid.support(Vec3::UnitY()) - Vec3(0, 0.2, 0)).norm(), 1e-16);
  for (std::size_t i = 0; i < shapes.size(); ++i) EXPECT_EQ(shapes[i].trigger, i == 4) << i;
}

TEST_F(ShapeElements, ARoundingIsSweptAroundTheShape) {
  const Scene read = scene(R"(
    <body name="b">
      <box size="1 2 3" rounding="0.1"/>
      <cylinder radius="0.5" length="2" rounding="0.2" xyz="1 2 3"/>
      <hull points="0 0 0  1 0 0  0 1 0  0 0 1" rounding="0.3"/>
      <box size="1 2 3" rounding="0"/>
    </body>)");
  ASSERT_EQ(read.bodies.size(), 1u);
  const std::vector<ShapeDefinition>& shapes = read.bodies[0].shapes;
  ASSERT_EQ(shapes.size(), 4u);
  const auto& box = std::get<Rounded>(shapes[0].shape);
  EXPECT_EQ(box.radius, 0.1);
  EXPECT_EQ(std::get<Box>(box.core).size, Vec3(1, 2, 3));
  const auto& cylinder = std::get<Rounded>(shapes[1].shape);
  EXPECT_EQ(cylinder.radius, 0.2);
  EXPECT_EQ(std::get<Cylinder>(cylinder.core).length, 2);
  const auto& hull = std::get<Rounded>(shapes[2].shape);
  EXPECT_EQ(hull.radius, 0.3);
  EXPECT_EQ(std::get<Hull>(hull.core).polyhedron->faces().size(), 4u);
  EXPECT_EQ(std::get<Box>(shapes[3].shape).size, Vec3(1, 2, 3));
}

TEST_F(ShapeElements, AMeshOfABodyThatMovesIsItsHull) {
  // An L, whose hull is a pentagon: 2 x 2 minus the corner of 1 x 1, half of which the hull adds.
  write_bytes("l.obj",
              "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
              "v 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
              "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\n"
              "f 5 6 12 11\nf 6 1 7 12\n");
  const Scene read = scene(R"(
    <body name="still" static="true"><mesh file="l.obj" scale="-2"/></body>
    <body name="moved" kinematic="true"><mesh file="l.obj" scale="-2"/></body>
    <body name="moving"><mesh file="l.obj" scale="-2"/></body>)");
  ASSERT_EQ(read.bodies.size(), 3u);
  EXPECT_NEAR(std::get<Mesh>(read.bodies[0].shapes[0].shape).surface->signed_volume(), 24, 1e-13);
  EXPECT_NEAR(std::get<Hull>(read.bodies[1].shapes[0].shape).polyhedron->volume(), 28, 1e-13);
  EXPECT_NEAR(std::get<Hull>(read.bodies[2].shapes[0].shape).polyhedron->volume(), 28, 1e-13);
}

TEST_F(ShapeElements, WhatIsMadeOfOneFileIsSharedByAll) {
  write("parts/part.xml", R"(
    <body name="part" static="true"><mesh file="../cube.obj"/></body>
    <body name="moving"><hull file="../cube.obj"/></body>)");
  const Scene read = scene(R"(
    <replicate count="3"><body name="b" static="true">
      <mesh file="cube.obj"/><mesh file="./parts/../cube.obj" scale="1 1 1"/>
    </body></replicate>
    <body name="hull"><mesh file="cube.obj"/></body>
    <include file="parts/part.xml" prefix="x."/>
    <include file="parts/part.xml" prefix="y."/>)");
  std::set<std::shared_ptr<const TriangleMesh>> meshes;
  std::set<std::shared_ptr<const ConvexPolyhedron>> hulls;
  std::size_t num_shapes = 0;
  for (const BodyDefinition& body : read.bodies) {
    for (const ShapeDefinition& shape : body.shapes) {
      ++num_shapes;
      if (const auto* mesh = std::get_if<Mesh>(&shape.shape)) meshes.insert(mesh->surface);
      if (const auto* hull = std::get_if<Hull>(&shape.shape)) hulls.insert(hull->polyhedron);
    }
  }
  EXPECT_EQ(num_shapes, 11u);
  EXPECT_EQ(meshes.size(), 1u);
  EXPECT_EQ(hulls.size(), 1u);
}

TEST_F(ShapeElements, OfDifferentScaleOrSizeAreNotTheSame) {
  const Scene read = scene(R"(
    <body name="b" static="true">
      <mesh file="cube.obj"/> <mesh file="cube.obj" scale="2"/>
      <heightfield file="grid.txt" size="1 1 1"/> <heightfield file="grid.txt" size="1 1 2"/>
    </body>)");
  ASSERT_EQ(read.bodies.size(), 1u);
  const std::vector<ShapeDefinition>& shapes = read.bodies[0].shapes;
  EXPECT_NEAR(std::get<Mesh>(shapes[0].shape).surface->signed_volume(), 8, 1e-13);
  EXPECT_NEAR(std::get<Mesh>(shapes[1].shape).surface->signed_volume(), 64, 1e-12);
  EXPECT_EQ(std::get<HeightField>(shapes[2].shape).grid->size().z(), 1);
  EXPECT_EQ(std::get<HeightField>(shapes[3].shape).grid->size().z(), 2);
}

}  // namespace
}  // namespace stiction
