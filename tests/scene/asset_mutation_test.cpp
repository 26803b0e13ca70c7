// Reading a surface or a picture ends whatever bytes it holds, and gives either a scene or errors
// with their place.

#include <gtest/gtest.h>
#include <stiction/scene/scene.h>

#include <cstdint>
#include <string>
#include <vector>

#include "scene/asset_texts.h"
#include "scene/mutation.h"
#include "scene/png_text.h"
#include "scene/scene_files.h"
#include "scene/scene_text.h"

namespace stiction {
namespace {

const std::vector<std::string> kAssetWords = {"v ",
                                              "f ",
                                              "\nf 1 2 3 4 5 6\n",
                                              "\n",
                                              "\\\n",
                                              "/",
                                              "//",
                                              "-1",
                                              "0",
                                              "nan",
                                              "1e999",
                                              "1e308",
                                              "1e-308",
                                              "solid ",
                                              "facet",
                                              "endsolid",
                                              "vertex",
                                              "loop",
                                              "\xff\xff\xff\xff",
                                              "IDAT",
                                              "PLTE",
                                              "\r",
                                              "#",
                                              "99999999999",
                                              "\xc3",
                                              " ",
                                              "-0",
                                              "1 1 1 ",
                                              "\x80\x80",
                                              "\t"};

class AssetMutation : public SceneFilesTest {
 protected:
  /// Expects a scene, or errors that each give their place on one line; for static and for moving
  /// bodies.
  void expect_scene_or_errors(const std::string& file, const std::string& bytes) const {
    write_bytes(file, bytes);
    const bool is_surface = file.ends_with(".obj") || file.ends_with(".stl");
    write("main.xml",
          is_surface ? "<body name=\"a\" static=\"true\"><mesh file=\"" + file +
                           "\" scale=\"1 -2 3\"/></body><body name=\"b\" mass=\"1\"><hull file=\"" +
                           file + "\"/></body>"
                     : "<body name=\"a\" static=\"true\"><heightfield file=\"" + file +
                           "\" size=\"1 1 1\"/></body>");
    const SceneReadResult result = read("main.xml");
    ASSERT_NE(result.scene.has_value(), !result.errors.empty()) << bytes;
    for (const SceneError& error : result.errors) {
      ASSERT_GE(error.place.line, 1) << error.to_string();
      ASSERT_EQ(error.to_string().find('\n'), std::string::npos) << error.to_string();
      ASSERT_FALSE(error.what.empty());
    }
  }

  void mutate(const std::string& file, const std::string& valid) const {
    expect_scene_or_errors(file, valid);
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
      SCOPED_TRACE(seed);
      Dice dice(seed);
      std::string bytes = valid;
      const std::size_t num_mutations = 1 + dice.below(4);
      for (std::size_t i = 0; i < num_mutations; ++i) bytes = mutated(bytes, kAssetWords, dice);
      expect_scene_or_errors(file, bytes);
      if (HasFatalFailure()) return;
    }
  }
};

png::Picture make_picture(png::ColorType type, int depth, int channels, bool is_interlaced) {
  png::Picture picture{9, 7, depth, type, {}, {}, is_interlaced};
  for (unsigned i = 0; i < 9U * 7U * static_cast<unsigned>(channels); ++i) {
    picture.samples.push_back(i * 37 % (1U << depth));
  }
  if (type == png::kPalette) picture.palette.assign(std::size_t{1} << depth, {1, 2, 3});
  return picture;
}

TEST_F(AssetMutation, OfObjGivesASceneOrErrors) {
  mutate("a.obj", kCubeObj);
  mutate("a.obj", "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 2 1 0.1\nv 1 2 0\nv 0 3 0\nf 1 2 3 4 5 6\n");
}

TEST_F(AssetMutation, OfStlGivesASceneOrErrors) {
  mutate("a.stl", stl_text(tetrahedron()));
  mutate("a.stl", stl_bytes(tetrahedron(), "solid"));
}

TEST_F(AssetMutation, OfGridsGivesASceneOrErrors) {
  mutate("a.txt", "1 2 3 4\n5 6 7 8\n# a\n9 10 11 12\n");
}

TEST_F(AssetMutation, OfPicturesGivesASceneOrErrors) {
  mutate("a.png", png::bytes_of(make_picture(png::kGray, 16, 1, false)));
}

/// Damage inside chunks whose checksums are right.
TEST_F(AssetMutation, OfPicturesWithRightCheckSumsGivesASceneOrErrors) {
  const png::Picture pictures[] = {make_picture(png::kGray, 8, 1, false),
                                   make_picture(png::kPalette, 4, 1, true),
                                   make_picture(png::kRgbAlpha, 16, 4, true)};
  for (const png::Picture& picture : pictures) {
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
      SCOPED_TRACE(seed);
      Dice dice(seed);
      std::vector<png::Chunk> chunks = png::chunks_of(picture);
      const std::size_t num_mutations = 1 + dice.below(3);
      for (std::size_t i = 0; i < num_mutations; ++i) {
        const std::size_t at = dice.below(chunks.size());
        switch (dice.below(6)) {
          case 0:
            chunks.erase(chunks.begin() + static_cast<std::ptrdiff_t>(at));
            break;
          case 1:
            chunks.insert(chunks.begin() + static_cast<std::ptrdiff_t>(dice.below(chunks.size())),
                          chunks[at]);
            break;
          default:
            chunks[at].data = mutated(chunks[at].data, kAssetWords, dice);
        }
        if (chunks.empty()) break;
      }
      expect_scene_or_errors("a.png", png::bytes_of(chunks));
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace stiction
