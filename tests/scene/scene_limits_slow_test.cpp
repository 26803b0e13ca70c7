// The limits of a document: reaching them is harmless, exceeding them is an error instead of
// exhaustion.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <chrono>
#include <istream>
#include <streambuf>
#include <string>

#include "scene/scene_files.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

using SceneLimits = SceneFilesTest;

void expect_one_error(const SceneReadResult& result, const std::string& fragment) {
  EXPECT_FALSE(result.scene);
  ASSERT_EQ(result.errors.size(), 1u) << errors_of(result).substr(0, 1000);
  EXPECT_NE(result.errors[0].what.find(fragment), std::string::npos) << result.errors[0].what;
}

std::string repeated(const std::string& piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

TEST_F(SceneLimits, AllowAMillionBodies) {
  const SceneReadResult result = read_scene_text(
      in_scene(R"(<replicate count="1000" xyz="0 0 2"><replicate count="1000" xyz="2 0 0">
        <body name="b"><sphere radius="1"/></body></replicate></replicate>)"),
      "test.xml");
  ASSERT_TRUE(result.scene) << errors_of(result);
  EXPECT_EQ(result.scene->bodies.size(), 1000000u);
  EXPECT_EQ(result.scene->bodies.back().name, "b-999-999");
  EXPECT_EQ(result.scene->bodies.back().pose.translation, Vec3(1998, 0, 1998));
}

TEST_F(SceneLimits, CountBodiesOverAllFiles) {
  write("part.xml", R"(<replicate count="400000"><body name="b"><sphere radius="1"/></body>
    </replicate>)");
  write("main.xml", R"(<include file="part.xml" prefix="a"/><include file="part.xml" prefix="b"/>
    <include file="part.xml" prefix="c"/>)");
  expect_one_error(read("main.xml"), "1200000 bodies");
}

TEST_F(SceneLimits, CountShapesOfReplicatedBodies) {
  const std::string body =
      "<body name=\"b\">" + repeated("<sphere radius=\"1\"/>", 1000) + "</body>";
  expect_one_error(
      read_scene_text(in_scene("<replicate count=\"1000000\">" + body + "</replicate>"), "f.xml"),
      "1000000000 shapes");
}

TEST_F(SceneLimits, StopWhereFilesMultiply) {
  // Ten includes in each of sixteen files would be 10^16 files.
  for (int i = 0; i < 16; ++i) {
    write(std::to_string(i) + ".xml",
          repeated("<include file=\"" + std::to_string(i + 1) + ".xml\"/>", 10));
  }
  write("16.xml", "");
  const SceneReadResult result = read("0.xml");
  EXPECT_FALSE(result.scene);
  EXPECT_NE(errors_of(result).find("the document names more than 10000 files"), std::string::npos);
}

TEST_F(SceneLimits, HoldForElements) {
  expect_one_error(read_scene_text(in_scene(repeated("<a/>", 8000001)), "f.xml"),
                   "more than 8000000 elements and attributes");
}

TEST_F(SceneLimits, HoldForAttributesOfAnElement) {
  std::string attributes;
  for (int i = 0; i < 100000; ++i) attributes += " a" + std::to_string(i) + "=\"\"";
  expect_one_error(read_scene_text(in_scene("<body" + attributes + "/>"), "f.xml"),
                   "more than 256 attributes");
}

TEST_F(SceneLimits, HoldForDepth) {
  expect_one_error(read_scene_text(in_scene(repeated("<replicate>", 10000000)), "f.xml"),
                   "deeper than 64");
}

TEST_F(SceneLimits, HoldForBytes) {
  std::string text = in_scene("");
  text.resize(std::size_t{257} << 20, ' ');
  expect_one_error(read_scene_text(text, "f.xml"), "larger than 256 MiB");
}

/// A source without an end.
class EndlessBlanks : public std::streambuf {
 protected:
  int_type underflow() override {
    setg(blanks_, blanks_, blanks_ + sizeof blanks_);
    return ' ';
  }

 private:
  char blanks_[4096] = {};
};

TEST_F(SceneLimits, HoldForStreamsThatNeverEnd) {
  EndlessBlanks blanks;
  std::istream stream(&blanks);
  expect_one_error(read_scene_stream(stream, "f.xml"), "larger than 256 MiB");
}

TEST_F(SceneLimits, LetAWorldOfManyMaterialPairsBeMade) {
  // Looking each name up among all others would take minutes.
  constexpr int kNumMaterials = 150000;
  std::string elements;
  for (int i = 0; i < kNumMaterials; ++i) {
    const std::string name = "m" + std::to_string(i);
    elements += "<material name=\"" + name + "\"/><pair a=\"" + name + "\" b=\"m" +
                std::to_string(kNumMaterials - 1) + "\" friction=\"1\"/>\n";
  }
  const auto start = std::chrono::steady_clock::now();
  const World world = make_world(scene_of(in_scene(elements)));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 20);
}

TEST_F(SceneLimits, HoldForNumbersOfAnyLength) {
  const std::string digits(10000000, '7');
  expect_one_error(read_scene_text(in_scene("<option duration=\"" + digits + "\"/>"), "f.xml"),
                   "one finite number >= 0");
  EXPECT_EQ(scene_of(in_scene("<option duration=\"0." + digits + "\"/>")).duration, 7.0 / 9.0);
}

}  // namespace
}  // namespace stiction
