// Everything that a surface, picture or grid must not contain is an error with its place, and so is
// the element that names the file.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <filesystem>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include "scene/asset_texts.h"
#include "scene/malformed_text.h"
#include "scene/png_text.h"
#include "scene/scene_files.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

/// A file with one fault. Line 0: the fault only shows when the element uses the file.
struct MalformedAsset {
  std::string kind;
  std::string file;
  std::string bytes;
  int line;
  std::vector<std::string> fragments;  ///< of the message
};

void PrintTo(const MalformedAsset& malformed, std::ostream* out) { *out << malformed.kind; }

const std::string kThree = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

std::string many_slits() {
  // A comb of 15,000 teeth: more work than cutting all faces may take.
  std::string text, face = "f";
  for (int i = 0; i < 30'000; ++i) {
    text += "v " + std::to_string(i) + " " + std::to_string(i % 2 * 5) + " 0\n";
    face += " " + std::to_string(i + 1);
  }
  return text + "v 30000 9 0\nv 0 9 0\n" + face + " 30001 30002\n";
}

std::vector<MalformedAsset> bad_objs() {
  const auto obj = [](std::string kind, std::string text, int line,
                      std::vector<std::string> fragments) {
    return MalformedAsset{std::move(kind), "a.obj", std::move(text), line, std::move(fragments)};
  };
  return {
      obj("obj_empty", "", 1, {"no vertices"}),
      obj("obj_of_comments", "# nothing\n\n", 1, {"no vertices"}),
      obj("obj_without_faces", kThree, 0, {"no faces"}),
      obj("obj_unknown_statement", kThree + "face 1 2 3\n", 4,
          {"\"face\"", "accepted are v and f"}),
      obj("obj_free_form", kThree + "f 1 2 3\nsurf 0 1 0 1 1 2 3\n", 5, {"\"surf\""}),
      obj("obj_call", kThree + "f 1 2 3\ncall other.obj\n", 5, {"\"call\""}),
      obj("obj_two_coordinates", "v 0 0\n" + kThree + "f 1 2 3\n", 1, {"3 coordinates", "got 2"}),
      obj("obj_five_numbers", "v 0 0 0 0 0\n", 1, {"3 coordinates", "got 5"}),
      obj("obj_nan", "\n\nv 0 nan 0\n", 3, {"finite", "\"nan\""}),
      obj("obj_infinite", "v 0 1e999 0\n", 1, {"finite", "\"1e999\""}),
      obj("obj_decimal_comma", "v 0 0,5 0\n", 1, {"\"0,5\""}),
      obj("obj_hexadecimal", "v 0 0x1p3 0\n", 1, {"\"0x1p3\""}),
      obj("obj_bad_weight", "v 0 0 0 w\n", 1, {"\"w\""}),
      obj("obj_two_corners", kThree + "f 1 2\n", 4, {"3 corners or more", "got 2"}),
      obj("obj_no_corners", kThree + "f\n", 4, {"3 corners or more", "got 0"}),
      obj("obj_corner_zero", kThree + "f 0 1 2\n", 4, {"other than 0", "\"0\""}),
      obj("obj_corner_beyond", kThree + "f 1 2 4\n", 4,
          {"vertex 4 does not exist", "the file has 3"}),
      obj("obj_corner_far_beyond", kThree + "f 1 2 99999999999\n", 4,
          {"vertex 99999999999 does not exist"}),
      obj("obj_corner_overflows", kThree + "f 1 2 99999999999999999999\n", 4, {"whole numbers"}),
      obj("obj_corner_before", kThree + "f -1 -2 -4\n", 4,
          {"vertex -4 does not exist", "there are 3"}),
      obj("obj_corner_broken", kThree + "f 1 2.5 3\n", 4, {"\"2.5\""}),
      obj("obj_corner_word", kThree + "f 1 two 3\n", 4, {"\"two\""}),
      obj("obj_corner_empty", kThree + "f 1 / 3\n", 4, {"\"/\""}),
      obj("obj_corner_open", kThree + "f 1 2/ 3\n", 4, {"\"2/\""}),
      obj("obj_corner_open_normal", kThree + "f 1 2// 3\n", 4, {"\"2//\""}),
      obj("obj_corner_of_four", kThree + "f 1 2/1/1/1 3\n", 4, {"\"2/1/1/1\""}),
      obj("obj_texture_zero", kThree + "f 1 2/0 3\n", 4, {"\"2/0\""}),
      obj("obj_line_behind_continuation", "v 0 0 \\\n0\nv 0 0 \\\n x\n", 3, {"\"x\""}),
      obj("obj_continued_to_the_end", "v 0 0 \\", 1, {"got 2"}),
      obj("obj_pentagram",
          "v 0 1 0\nv 0.59 -0.81 0\nv -0.95 0.31 0\nv 0.95 0.31 0\nv -0.59 -0.81 0\nf 5 4 3 2 1\n",
          6, {"crosses itself"}),
      obj("obj_figure_of_eight", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n", 5,
          {"crosses itself"}),
      obj("obj_comb", many_slits(), 30'003, {"concave", "too many corners"}),
      obj("obj_without_area", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", 0, {"expected"}),
      obj("obj_nul_byte", kThree + std::string("f 1 2 3\0\n", 9), 4, {"not a text", "0x00"}),
      obj("obj_that_is_a_picture", png::bytes_of(png::Picture{1, 1, 8, png::kGray, {0}}), 2,
          {"not a text"}),
  };
}

std::vector<MalformedAsset> bad_stls() {
  const auto stl = [](std::string kind, std::string bytes, int line,
                      std::vector<std::string> fragments) {
    return MalformedAsset{std::move(kind), "a.stl", std::move(bytes), line, std::move(fragments)};
  };
  const std::string facet = "facet normal 0 0 1\nouter loop\n";
  const std::string text = stl_text(tetrahedron());
  const std::string bytes = stl_bytes(tetrahedron(), "x");
  std::vector<Corners> infinite = tetrahedron();
  infinite[2][1][0] = std::numeric_limits<float>::infinity();
  std::vector<Corners> nan = tetrahedron();
  nan[0][0][2] = std::numeric_limits<float>::quiet_NaN();
  std::string of_four_billion = bytes;
  of_four_billion.replace(80, 4, "\xff\xff\xff\xff");
  return {
      stl("stl_empty", "", 1, {"solid", "84 + 50 n bytes, got 0"}),
      stl("stl_short", "soli", 1, {"bytes, got 4"}),
      stl("stl_other_word", "solder\n" + std::string(90, ' '), 1, {"binary"}),
      stl("stl_without_facets", "solid a\nendsolid a\n", 1, {"no triangles"}),
      stl("stl_binary_without_facets", stl_bytes({}, "x"), 1, {"no triangles"}),
      stl("stl_binary_cut", bytes.substr(0, bytes.size() - 1), 1, {"n = 4", "284, got 283"}),
      stl("stl_binary_longer", bytes + "x", 1, {"n = 4", "284, got 285"}),
      stl("stl_of_four_billion", of_four_billion, 1, {"n = 4294967295", "214748364834"}),
      stl("stl_binary_infinite", stl_bytes(infinite, "x"), 1, {"triangle 3 of 4", "finite"}),
      stl("stl_binary_nan", stl_bytes(nan, "solid"), 1, {"triangle 1 of 4", "finite"}),
      stl("stl_binary_cut_like_text", stl_bytes(tetrahedron(), "solid").substr(0, bytes.size() - 1),
          1, {"not a text"}),
      stl("stl_open", text.substr(0, text.find("endsolid")), 29, {"endsolid", "end of the file"}),
      stl("stl_cut_in_facet", text.substr(0, text.find("endfacet")), 7, {"end of the file"}),
      stl("stl_facet_outside", text + text.substr(22), 31, {"expected solid", "\"facet\""}),
      stl("stl_no_normal", "solid\nfacet 0 0 1\nendsolid\n", 2, {"expected normal", "\"0\""}),
      stl("stl_short_normal", "solid\nfacet normal 0 0 outer loop\nendsolid\n", 2,
          {"3 numbers of the normal"}),
      stl("stl_two_vertices",
          "solid\n" + facet + "vertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid\n", 6,
          {"expected vertex", "\"endloop\""}),
      stl("stl_four_vertices",
          "solid\n" + facet +
              "vertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\n"
              "endfacet\nendsolid\n",
          7, {"expected endloop", "\"vertex\""}),
      stl("stl_bad_number", "solid\n" + facet + "vertex 0 0 O\nendsolid\n", 4,
          {"3 finite coordinates", "\"O\""}),
      stl("stl_infinite", "solid\n" + facet + "vertex 0 0 inf\nendsolid\n", 4, {"\"inf\""}),
      stl("stl_misspelled", "solid\nfacit normal 0 0 1\nendsolid\n", 2,
          {"expected facet or endsolid", "\"facit\""}),
  };
}

std::vector<MalformedAsset> bad_heights() {
  const auto grid = [](std::string kind, std::string text, int line,
                       std::vector<std::string> fragments) {
    return MalformedAsset{std::move(kind), "a.txt", std::move(text), line, std::move(fragments)};
  };
  const auto picture = [](std::string kind, std::string bytes, std::vector<std::string> fragments) {
    return MalformedAsset{std::move(kind), "a.png", std::move(bytes), 1, std::move(fragments)};
  };
  const png::Picture grays{2, 2, 8, png::kGray, {1, 2, 3, 4}};
  const std::string bytes = png::bytes_of(grays);
  std::string damaged = bytes;
  damaged[bytes.size() - 20] ^= 1;  // in IDAT
  std::string damaged_size = bytes;
  damaged_size[19] ^= 1;
  const auto with_header = [&](std::size_t at, const std::string& data) {
    std::vector<png::Chunk> chunks = png::chunks_of(grays);
    chunks[0].data.replace(at, data.size(), data);
    return png::bytes_of(chunks);
  };
  std::vector<png::Chunk> without_pixels = png::chunks_of(grays);
  without_pixels.erase(without_pixels.begin() + 1);
  std::vector<png::Chunk> few_pixels = png::chunks_of(grays);
  few_pixels[1].data = png::zlib_stored("\1\2");
  std::vector<png::Chunk> unknown_filter = png::chunks_of(grays);
  unknown_filter[1].data = png::zlib_stored("\x9\1\2\x9\3\4");
  return {
      grid("grid_empty", "", 1, {"no numbers"}),
      grid("grid_of_comments", "# nothing\n", 1, {"no numbers"}),
      grid("grid_of_one_row", "1 2 3\n", 0, {"expected"}),
      grid("grid_of_one_column", "1\n2\n3\n", 0, {"expected"}),
      grid("grid_short_row", "# a\n1 2 3\n\n4 5\n6 7 8\n", 4,
           {"expected 3 numbers", "line 2", "got 2"}),
      grid("grid_long_row", "1 2\n3 4 5\n", 2, {"expected 2 numbers", "got 3"}),
      grid("grid_word", "1 2\n3 four\n", 2, {"\"four\""}),
      grid("grid_picture_of_another_kind", "\xff\xd8 JFIF\n\xff\xd9 2 3\n", 1,
           {"a PNG picture", "\"\?\?\""}),
      grid("grid_commas", "1,2\n", 1, {"\"1,2\""}),
      grid("grid_nan", "1 2\n3 nan\n", 2, {"finite", "\"nan\""}),
      grid("grid_infinite", "1 2\n3 -1e400\n", 2, {"finite", "\"-1e400\""}),
      grid("grid_nul_byte", std::string("1 2\n3 \0\n", 8), 2,
           {"not a text", "0x00", "a PNG picture"}),
      picture("png_empty", "", {"PNG"}),
      picture("png_that_is_none", "1 2\n3 4\n", {"PNG"}),
      picture("png_signature_only", bytes.substr(0, 8), {"ends early"}),
      picture("png_cut_in_header", bytes.substr(0, 20), {"ends early"}),
      picture("png_cut_in_pixels", bytes.substr(0, bytes.size() - 20), {"ends early"}),
      picture("png_without_end", bytes.substr(0, bytes.size() - 12), {"ends early"}),
      picture("png_damaged", damaged, {"IDAT"}),
      picture("png_damaged_header", damaged_size, {"CRC"}),
      picture("png_of_width_zero", with_header(0, std::string(4, '\0')), {"PNG"}),
      picture("png_too_wide", with_header(0, png::big_endian(16'385)), {"PNG"}),
      picture("png_too_large", with_header(0, png::big_endian(16'384) + png::big_endian(16'384)),
              {"16384 x 16384", "at most 67108864"}),
      picture("png_of_4e9", with_header(0, png::big_endian(0xffffffff)), {"PNG"}),
      picture("png_bit_depth", with_header(8, "\3"), {"PNG"}),
      picture("png_color_type", with_header(9, "\5"), {"PNG"}),
      picture("png_without_palette", with_header(9, "\3"), {"PNG"}),
      picture("png_without_pixels", png::bytes_of(without_pixels), {"PNG"}),
      picture("png_few_pixels", png::bytes_of(few_pixels), {"PNG"}),
      picture("png_unknown_filter", png::bytes_of(unknown_filter), {"PNG"}),
  };
}

class MalformedAssetFile : public SceneFilesTest,
                           public testing::WithParamInterface<MalformedAsset> {};

TEST_P(MalformedAssetFile, IsAnErrorWithItsLineAndThatOfTheElement) {
  const MalformedAsset& malformed = GetParam();
  const std::string asset = write_bytes("parts/" + malformed.file, malformed.bytes);
  const bool is_surface = malformed.file != "a.txt" && malformed.file != "a.png";
  const std::string element = is_surface ? "<mesh" : "<heightfield size=\"1 1 1\"";
  write("main.xml", "<body name=\"b\" static=\"true\">\n" + element + "\nfile=\"parts/" +
                        malformed.file + "\"/>\n</body>");
  const SceneReadResult result = read("main.xml");
  EXPECT_FALSE(result.scene);
  ASSERT_EQ(result.errors.size(), malformed.line > 0 ? 2u : 1u) << errors_of(result);
  const std::string of_element = result.errors[0].to_string();
  EXPECT_EQ(of_element.rfind(path("main.xml") + ":4: ", 0), 0u) << of_element;
  EXPECT_NE(of_element.find("file=\"parts/" + malformed.file + "\""), std::string::npos);
  if (malformed.line > 0) {
    EXPECT_NE(of_element.find("an error in this file"), std::string::npos) << of_element;
  }
  const std::string message = result.errors.back().to_string();
  if (malformed.line > 0) {
    EXPECT_EQ(message.rfind(asset + ":" + std::to_string(malformed.line) + ": ", 0), 0u) << message;
  }
  expect_message(message, malformed.fragments);
}

INSTANTIATE_TEST_SUITE_P(Obj, MalformedAssetFile, testing::ValuesIn(bad_objs()),
                         kind_of<MalformedAsset>);
INSTANTIATE_TEST_SUITE_P(Stl, MalformedAssetFile, testing::ValuesIn(bad_stls()),
                         kind_of<MalformedAsset>);
INSTANTIATE_TEST_SUITE_P(Heights, MalformedAssetFile, testing::ValuesIn(bad_heights()),
                         kind_of<MalformedAsset>);

using MalformedAssets = SceneFilesTest;

TEST_F(MalformedAssets, AllFaultsOfAllFilesAreReportedInOnePassInOrder) {
  write_bytes("bad.obj", "v 0 0\nv 0 0 0\nf 1\nwhat\nf 1 1 x\nf 1 1 9\n");
  write_bytes("bad.stl", "solid\nfacet\nfacet normal 0 0 1\nouter loop\nvertex\nendsolid\n");
  write_bytes("bad.txt", "1 2\n3\n4 x\n");
  write("parts/part.xml", "<body name=\"p\"><hull file=\"../bad.obj\"/><bax/></body>");
  write("main.xml", R"(<body name="a" static="true">
    <mesh file="bad.obj" scale="0"/>
    <mesh file="bad.obj"/>
    <hull file="bad.stl"/>
    <heightfield file="bad.txt" size="1 1 1"/>
  </body>
  <include file="parts/part.xml"/>
  <body name="b"><mesh file="bad.obj" scale="2"/></body>)");
  const SceneReadResult result = read("main.xml");
  EXPECT_FALSE(result.scene);
  std::vector<std::string> places;
  for (const SceneError& error : result.errors) {
    const std::string file = std::filesystem::path(error.place.file).filename().string();
    places.push_back(file + ":" + std::to_string(error.place.line));
  }
  EXPECT_EQ(places,
            (std::vector<std::string>{"main.xml:3", "main.xml:4", "main.xml:5", "main.xml:6",
                                      "main.xml:9", "bad.obj:1", "bad.obj:3", "bad.obj:4",
                                      "bad.obj:5", "bad.obj:6", "bad.stl:3", "bad.stl:6",
                                      "bad.txt:2", "bad.txt:3", "part.xml:2", "part.xml:2"}))
      << errors_of(result);
}

TEST_F(MalformedAssets, EveryFaultyVertexOfATextIsReported) {
  const std::string file =
      write_bytes("bad.stl",
                  "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\nvertex 1 x 0\n"
                  "vertex 0 1\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
                  "vertex 1 0 inf\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n");
  write("s.xml", "<body name=\"b\" static=\"true\"><mesh file=\"bad.stl\"/></body>");
  const SceneReadResult result = read("s.xml");
  std::vector<int> lines;
  for (const SceneError& error : result.errors) {
    if (error.place.file == file) lines.push_back(error.place.line);
  }
  EXPECT_EQ(lines, (std::vector<int>{4, 5, 7, 12})) << errors_of(result);
}

TEST_F(MalformedAssets, WhatIsNoFileIsOneErrorOfTheElement) {
  std::filesystem::create_directories(path("folder.obj"));
  struct Case {
    std::string file;
    std::string fragment;
  };
  for (const Case& fault :
       {Case{"none.obj", "no such file"}, Case{"folder.obj", "is a directory"},
        Case{"cube.ply", "ends in .obj or .stl"}, Case{"cube", "ends in .obj or .stl"},
        Case{std::string(5000, 'x') + ".obj", "cannot be read"}}) {
    for (const char* body : {"name=\"b\"", "name=\"b\" static=\"true\""}) {
      write("main.xml",
            std::string("<body ") + body + ">\n<mesh file=\"" + fault.file + "\"/></body>");
      const SceneReadResult result = read("main.xml");
      ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
      EXPECT_EQ(result.errors[0].place.line, 3);
      EXPECT_NE(result.errors[0].what.find(fault.fragment), std::string::npos) << errors_of(result);
    }
  }
}

TEST_F(MalformedAssets, AHeightFieldOnABodyThatMovesIsAnError) {
  write_bytes("a.txt", "1 2\n3 4\n");
  for (const char* kind : {"", "kinematic=\"true\""}) {
    write("main.xml", std::string("<body name=\"b\" ") + kind +
                          ">\n<heightfield file=\"a.txt\" size=\"1 1 1\"/></body>");
    const SceneReadResult result = read("main.xml");
    ASSERT_EQ(result.errors.size(), 1u) << errors_of(result);
    EXPECT_EQ(result.errors[0].place.line, 3);
    EXPECT_NE(result.errors[0].what.find("a heightfield on a body that moves"), std::string::npos);
  }
}

// Not among the parameters above, which every run of any of these tests creates and copies.
TEST_F(MalformedAssets, ALineOf17MillionBytesIsAnError) {
  const std::string asset = write_bytes("a.obj", "\nv 0 0 0" + std::string(17'000'000, ' '));
  write("main.xml", "<body name=\"b\"><mesh file=\"a.obj\"/></body>");
  const SceneReadResult result = read("main.xml");
  ASSERT_EQ(result.errors.size(), 2u) << errors_of(result);
  const std::string message = result.errors.back().to_string();
  EXPECT_EQ(message.rfind(asset + ":2: ", 0), 0u) << message;
  expect_message(message, {"a line of", "at most"});
}

TEST_F(MalformedAssets, AThousandFaultsOfAFileAreListedAndTheRestCounted) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "wrong\n";
  write_bytes("a.obj", text);
  write("main.xml", "<body name=\"b\"><mesh file=\"a.obj\"/></body>");
  const SceneReadResult result = read("main.xml");
  ASSERT_EQ(result.errors.size(), 1002u);
  EXPECT_NE(result.errors.back().what.find("3000 errors"), std::string::npos);
}

}  // namespace
}  // namespace stiction
