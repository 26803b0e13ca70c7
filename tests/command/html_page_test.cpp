// `run --html`: the file. page_test.py tests the page in a browser.

#include <gtest/gtest.h>

#include <regex>

#include "program.h"
#include "scene_texts.h"

namespace stiction {
namespace {

void expect_whole_page(const std::string& page) {
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_NE(page.find("<script type=\"text/plain\" id=\"run\">"), std::string::npos);
}

TEST(HtmlPage, IsOneFileThatNamesNoOther) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_stiction({"run", folder.write("s.xml", kStack), "--html", "-", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  expect_whole_page(result.out);
  EXPECT_FALSE(std::regex_search(result.out, std::regex("(src|href)=|url\\(|@import")));
}

TEST(HtmlPage, FullDiskIsAnError) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_stiction({"run", folder.write("s.xml", kStack), "--html", "/dev/full"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("--html: cannot write /dev/full: No space left"), std::string::npos)
      << result.err;
}

TEST(HtmlPage, RunsThatEndEarlyLeaveWholePages) {
  const TemporaryFolder folder;
  const std::string page = (folder / "page.html").string();
  EXPECT_EQ(run_stiction({"run", folder.write("o.xml", kOverflow), "--html", page}).status, 3);
  expect_whole_page(read_text(page));

  const std::string csv = (folder / "t.csv").string();
  Program program({"run", folder.write("d.xml", drifting_ball()), "--duration", "1e9", "--html",
                   page, "--trajectory", csv});
  Program::wait_for_content(csv);
  program.send(SIGINT);
  EXPECT_EQ(program.wait().status, 128 + SIGINT);
  expect_whole_page(read_text(page));
}

// 1000 bodies that fly and tumble, each on its own path, and 1000 frames.
TEST(HtmlPage, AMillionPosesTakeLessThanTwentyMegabytes) {
  const TemporaryFolder folder;
  const std::string scene =
      "<scene version=\"1\">\n"
      "  <option timestep=\"0.01\" duration=\"10\"/>\n"
      "  <replicate count=\"10\" xyz=\"30 0 0\" rpy=\"0 0 0.1\">\n"
      "  <replicate count=\"100\" xyz=\"0 0 3\" rpy=\"0 0 0.3\">\n"
      "    <body name=\"brick\" angular_velocity=\"1 2 3\" linear_velocity=\"0.1 0.2 9\">\n"
      "      <box size=\"0.4 0.2 0.1\"/> </body>\n"
      "  </replicate>\n"
      "  </replicate>\n"
      "</scene>\n";
  const std::string page = (folder / "page.html").string();
  const ProgramResult result =
      run_stiction({"run", folder.write("s.xml", scene), "--html", page, "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_LT(std::filesystem::file_size(page), 20u << 20);
}

}  // namespace
}  // namespace stiction
