// docs/write-your-own-shape.md shows the code that is tested.

#include "scene/guide_blocks.h"

namespace stiction {
namespace {

TEST(SupportShapeGuide, ShowsTheCodeThatIsTested) {
  const std::string code = read_source("tools/bench/superquadric.h");
  const std::vector<std::string> blocks = Guide("docs/write-your-own-shape.md").code_blocks("cpp");
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_NE(code.find(blocks[0]), std::string::npos);
}

}  // namespace
}  // namespace stiction
