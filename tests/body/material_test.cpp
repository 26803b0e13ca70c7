#include <stiction/body/material.h>

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "constants.h"

namespace stiction {
namespace {

TEST(MaterialTable, StartsWithTheDefaultMaterial) {
  const MaterialTable table;
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.get(0).friction, 0.5);
  EXPECT_EQ(table.get(0).restitution, 0);
  EXPECT_EQ(table.get(0).viscosity, 0);
}

TEST(MaterialTable, MixesFrictionByGeometricMeanRestitutionByMaximumViscosityByMean) {
  MaterialTable table;
  const MaterialId a = table.add({"a", 0.2, 0.1, 3});
  const MaterialId b = table.add({"b", 0.8, 0.6, 5});
  for (const SurfacePair& mixed : {table.mix(a, b), table.mix(b, a)}) {
    EXPECT_NEAR(mixed.friction, 0.4, 1e-16);
    EXPECT_EQ(mixed.restitution, 0.6);
    EXPECT_EQ(mixed.viscosity, 4);
  }
}

TEST(MaterialTable, MixesAMaterialWithItselfToItselfBitForBit) {
  MaterialTable table;
  for (const double mu : {0.0, 0.1, 0.3, 0.57735026918962573, 1.7, 1e200}) {
    const MaterialId id = table.add({"m", mu, 0.3, 0.7});
    EXPECT_EQ(table.mix(id, id).friction, mu);
  }
}

TEST(MaterialTable, MixesHugeFrictionWithoutOverflow) {
  MaterialTable table;
  const MaterialId a = table.add({"a", 1e200});
  const MaterialId b = table.add({"b", 1e160});
  EXPECT_NEAR(table.mix(a, b).friction / 1e180, 1, 1e-15);
}

TEST(MaterialTable, OverridesOnlyWhatAPairNames) {
  MaterialTable table;
  const MaterialId a = table.add({"a", 0.2, 0.1, 3});
  const MaterialId b = table.add({"b", 0.8, 0.6, 5});
  table.set_pair(b, a, {.friction = 0.9, .restitution = {}, .viscosity = 7});
  for (const SurfacePair& mixed : {table.mix(a, b), table.mix(b, a)}) {
    EXPECT_EQ(mixed.friction, 0.9);
    EXPECT_EQ(mixed.restitution, 0.6);
    EXPECT_EQ(mixed.viscosity, 7);
  }
  EXPECT_EQ(table.mix(a, a).friction, 0.2);
  EXPECT_EQ(table.mix(b, b).friction, 0.8);
}

TEST(MaterialTable, ReplacesAPairBySettingItAgainInEitherOrder) {
  MaterialTable table;
  const MaterialId a = table.add({"a", 0.5});
  table.set_pair(0, a, {.friction = 0.9, .restitution = 0.4, .viscosity = {}});
  table.set_pair(a, 0, {.friction = {}, .restitution = 0.2, .viscosity = {}});
  EXPECT_EQ(table.mix(0, a).friction, 0.5);
  EXPECT_EQ(table.mix(0, a).restitution, 0.2);
}

TEST(MaterialTable, OverridesAMaterialWithItself) {
  MaterialTable table;
  table.set_pair(0, 0, {.friction = 0, .restitution = {}, .viscosity = {}});
  EXPECT_EQ(table.mix(0, 0).friction, 0);
}

TEST(MaterialTable, TakesAChangedMaterialFromThenOn) {
  MaterialTable table;
  const MaterialId a = table.add({"a", 0.2});
  table.set(a, {"slippery", 0, 1, 0});
  EXPECT_EQ(table.get(a).name, "slippery");
  EXPECT_EQ(table.mix(a, 0).friction, 0);
  EXPECT_EQ(table.mix(a, 0).restitution, 1);
}

TEST(MaterialTable, RejectsCoefficientsOutOfRangeAndStaysAsItWas) {
  MaterialTable table;
  for (const double bad : {-1e-9, kNaN, kInf}) {
    EXPECT_THROW(table.add({"m", bad}), std::invalid_argument) << bad;
    EXPECT_THROW(table.add({"m", 0.5, bad}), std::invalid_argument) << bad;
    EXPECT_THROW(table.add({"m", 0.5, 0, bad}), std::invalid_argument) << bad;
    EXPECT_THROW(table.set(0, {"m", bad}), std::invalid_argument) << bad;
    EXPECT_THROW(table.set_pair(0, 0, {.friction = bad, .restitution = {}, .viscosity = {}}),
                 std::invalid_argument);
    EXPECT_THROW(table.set_pair(0, 0, {.friction = {}, .restitution = bad, .viscosity = {}}),
                 std::invalid_argument);
    EXPECT_THROW(table.set_pair(0, 0, {.friction = {}, .restitution = {}, .viscosity = bad}),
                 std::invalid_argument);
  }
  EXPECT_THROW(table.add({"m", 0.5, 1 + 1e-9}), std::invalid_argument);
  EXPECT_EQ(table.size(), 1u);
  EXPECT_EQ(table.mix(0, 0).friction, 0.5);
}

TEST(MaterialTable, SaysWhatWasExpectedAndGiven) {
  MaterialTable table;
  try {
    table.add({"rubber", 0.5, 1.5});
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "expected a finite restitution in 0..1 for material 'rubber', got 1.5");
  }
}

TEST(MaterialTable, RejectsUnknownIds) {
  MaterialTable table;
  EXPECT_THROW(table.get(1), std::invalid_argument);
  EXPECT_THROW(table.set(1, {}), std::invalid_argument);
  EXPECT_THROW(table.set_pair(0, 1, {}), std::invalid_argument);
  EXPECT_THROW(table.set_pair(1, 0, {}), std::invalid_argument);
  EXPECT_THROW(table.mix(0, 1), std::invalid_argument);
}

}  // namespace
}  // namespace stiction
