// `stiction test` and `stiction check`.

#include "program.h"
#include "scene_texts.h"

namespace stiction {
namespace {

TEST(TestCommand, CountsExpectationsOverADirectory) {
  const TemporaryFolder folder;
  folder.write("scenes/b.xml", drifting_ball(kTrueExpectation + kFalseExpectation));
  folder.write("scenes/a.xml", drifting_ball(kTrueExpectation + kTrueExpectation));
  folder.write("scenes/c.xml", drifting_ball());
  folder.write("scenes/read-me.txt", "not a scene");
  folder.write("scenes/parts/broken.xml", "<scene");
  const ProgramResult result = run_stiction({"test", "scenes"}, {.folder = folder.path()});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "");
  const std::vector<std::string> lines = split_lines(result.out);
  ASSERT_EQ(lines.size(), 5u) << result.out;
  EXPECT_EQ(lines[0], "scenes/a.xml: 2 passed, 0 failed");
  EXPECT_EQ(lines[1].substr(0, 16), "scenes/b.xml:5: ");
  EXPECT_NE(lines[1].find("position.x"), std::string::npos) << lines[1];
  EXPECT_NE(lines[1].find("measured "), std::string::npos) << lines[1];
  EXPECT_NE(lines[1].find("wanted 2"), std::string::npos) << lines[1];
  EXPECT_EQ(lines[2], "scenes/b.xml: 1 passed, 1 failed");
  EXPECT_EQ(lines[3], "scenes/c.xml: no <expect>, ran to its end");
  EXPECT_EQ(lines[4], "3 passed, 1 failed");
}

TEST(TestCommand, SceneThatCannotBeReadIsAFailure) {
  const TemporaryFolder folder;
  const std::string bad = folder.write("bad.xml", "<scene version=\"1\">\n<bodi/>\n</scene>");
  const std::string good = folder.write("good.xml", drifting_ball(kTrueExpectation));
  const ProgramResult result = run_stiction({"test", bad, good, "no-such-scene.xml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find(bad + ":2: "), std::string::npos) << result.err;
  EXPECT_EQ(split_lines(result.out).back(), "1 passed, 2 failed");
}

TEST(TestCommand, SceneThatCannotBeSimulatedIsAFailure) {
  const TemporaryFolder folder;
  const ProgramResult result = run_stiction({"test", folder.write("overflow.xml", kOverflow)});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.err.find("finite"), std::string::npos) << result.err;
  EXPECT_EQ(split_lines(result.out).back(), "0 passed, 1 failed");
}

TEST(TestCommand, DirectoryWithoutScenesIsAFailure) {
  const TemporaryFolder folder;
  const ProgramResult result = run_stiction({"test", folder.path()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("expected *.xml scene files"), std::string::npos) << result.err;
  EXPECT_EQ(result.out, "0 passed, 1 failed\n");
}

// Values that differ in the last digits are shown with all digits: 0.1 + 0.1 + 0.1 > 0.3.
TEST(TestCommand, ShowsDigitsThatDiffer) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.xml", drifting_ball("  <expect body=\"ball\" quantity=\"position.x\" at=\"0.3\" "
                             "equals=\"0.3\" tolerance=\"0\"/>\n"));
  const ProgramResult result = run_stiction({"test", scene});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("measured 0.30000000000000004 at"), std::string::npos) << result.out;
}

// The line of the first scene cannot be written; errno changes while the second one is read.
TEST(TestCommand, SaysWhyStandardOutputFailed) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.xml", drifting_ball(kTrueExpectation));
  const ProgramResult result = run_stiction({"test", scene, scene}, {.output = "/dev/full"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "stiction: cannot write standard output: No space left on device\n");
}

TEST(CheckCommand, SaysWhyStandardInputCannotBeRead) {
  const TemporaryFolder folder;
  const ProgramResult directory = run_stiction({"check", "-"}, {.input = folder.path()});
  EXPECT_EQ(directory.status, 2);
  EXPECT_EQ(directory.err, "<stdin>:1: the scene: cannot be read: Is a directory\n");
  const ProgramResult closed =
      run_stiction({"-c", "exec \"$0\" check - <&-", STICTION_COMMAND}, {.program = "/bin/sh"});
  EXPECT_EQ(closed.status, 2);
  EXPECT_EQ(closed.err, "<stdin>:1: the scene: cannot be read: Bad file descriptor\n");
}

TEST(CheckCommand, SaysALineForEachGoodSceneAndRunsNothing) {
  const TemporaryFolder folder;
  folder.write("good.xml", drifting_ball(kFalseExpectation));
  folder.write("bad.xml", drifting_ball("  <bodi/>\n"));
  const ProgramResult good = run_stiction({"check", "good.xml"}, {.folder = folder.path()});
  EXPECT_EQ(good.status, 0);
  EXPECT_EQ(good.out, "good.xml: ok: 1 body, 10 steps, 1 expectation\n");
  const ProgramResult both =
      run_stiction({"check", "bad.xml", "good.xml"}, {.folder = folder.path()});
  EXPECT_EQ(both.status, 2);
  EXPECT_EQ(both.out, good.out);
  EXPECT_EQ(both.err.substr(0, 11), "bad.xml:4: ") << both.err;
}

}  // namespace
}  // namespace stiction
