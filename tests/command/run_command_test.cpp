// `stiction run`: exit statuses, the output on each stream, and the files it writes.

#include "program.h"
#include "scene_texts.h"

#include <sys/stat.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <regex>
#include <thread>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 15;  // of a trajectory: time, body, pose, velocities

/// Every line of a trajectory ends and has all its columns.
void expect_whole_rows(const std::string& csv) {
  ASSERT_FALSE(csv.empty());
  EXPECT_EQ(csv.back(), '\n');
  for (const std::string& line : split_lines(csv)) {
    ASSERT_EQ(std::ranges::count(line, ','), kColumns - 1) << line;
  }
}

TEST(RunCommand, EndsWithReadableLinesOnStandardOutput) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_stiction({"run", folder.write("drift.xml", drifting_ball(kTrueExpectation))});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "") << "silent when not on a terminal";
  EXPECT_NE(result.out.find("drift: 1 moving body, 10 steps of 0.1 s"), std::string::npos)
      << result.out;
  const std::string time = "[0-9.]+ (us|ms|s) ";
  EXPECT_TRUE(std::regex_search(
      result.out, std::regex("x real time; a step takes " + time + "\\(median\\), " + time +
                             "\\(99 %\\), " + time + "\\(max\\)\n")))
      << result.out;
  EXPECT_NE(result.out.find("residual"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("1 passed, 0 failed"), std::string::npos) << result.out;
}

TEST(RunCommand, TellsWhatTakesAThousandMicrosecondsInMilliseconds) {
  const TemporaryFolder folder;
  // The first step of 900 crates, all of them new, takes some 10 ms.
  const std::string scene = folder.write("crates.xml", R"(<scene version="1">
  <option timestep="0.01" duration="0.02"/>
  <body name="ground" static="true"> <plane/> </body>
  <replicate count="30" xyz="2 0 0"> <replicate count="30" xyz="0 2 0">
    <body name="crate" xyz="0 0 0.5"> <box size="1 1 1"/> </body>
  </replicate> </replicate>
</scene>
)");
  const ProgramResult result = run_stiction({"run", scene});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(std::regex_search(result.out, std::regex(", [0-9.]+ m?s \\(max\\)\n"))) << result.out;
}

TEST(RunCommand, FailedExpectationIsStatusOneAndSaysWhere) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball(kFalseExpectation));
  const ProgramResult result = run_stiction({"run", scene});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find(scene + ":4: "), std::string::npos) << result.out;
  const ProgramResult quiet = run_stiction({"run", scene, "--quiet"});
  EXPECT_EQ(quiet.status, 1);
  EXPECT_EQ(quiet.out, "");
  EXPECT_NE(quiet.err.find(scene + ":4: "), std::string::npos) << quiet.err;
}

TEST(RunCommand, ExpectationThatAShorterRunDoesNotReachHasFailed) {
  const TemporaryFolder folder;
  const ProgramResult result = run_stiction(
      {"run", folder.write("drift.xml", drifting_ball(kTrueExpectation)), "--duration", "0.5"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("not reached, the run ended before"), std::string::npos) << result.out;
}

TEST(RunCommand, ReportTellsWhatWasNotReachedFromWhatFailed) {
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("drift.xml", drifting_ball("<expect quantity=\"energy\" above=\"0\"/>\n"
                                              "<expect quantity=\"energy\" below=\"0\"/>"));
  const ProgramResult result =
      run_stiction({"run", scene, "--duration", "0.5", "--report", "-", "--quiet"});
  EXPECT_EQ(result.status, 1);
  const Json whole = Json::parse(result.out)["expectations"];
  EXPECT_EQ(whole[0].at("reached"), true);
  EXPECT_EQ(whole[1].at("reached"), true);

  Program program({"run", scene, "--duration", "1e10", "--report", "r.json", "--trajectory",
                   "t.csv", "--every", "100"},
                  {folder.path()});
  Program::wait_for_content(folder / "t.csv");
  program.send(SIGINT);
  EXPECT_EQ(program.wait().status, 130);
  const Json cut = Json::parse(read_text(folder / "r.json"))["expectations"];
  EXPECT_EQ(cut[0]["passed"], false);
  EXPECT_EQ(cut[0].at("reached"), false) << "every step so far is not every step";
  EXPECT_TRUE(cut[0]["measured"].is_null());
  EXPECT_EQ(cut[1].at("reached"), true) << "what was violated once is decided";
  EXPECT_FALSE(cut[1]["measured"].is_null());
}

TEST(RunCommand, MalformedSceneIsStatusTwoWithFileAndLine) {
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("bad.xml", drifting_ball("  <bodi/>\n  <body name=\"x\" masss=\"1\"/>\n"));
  const ProgramResult result = run_stiction({"run", scene, "--report", "r.json"}, {folder.path()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find(scene + ":4: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find(scene + ":5: "), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "r.json"));
}

TEST(RunCommand, FailedSimulationIsStatusThreeAndItsReportIsWritten) {
  const TemporaryFolder folder;
  const ProgramResult result = run_stiction({"run", folder.write("overflow.xml", kOverflow),
                                             "--report", "r.json", "--trajectory", "t.csv"},
                                            {folder.path()});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.err.find("finite"), std::string::npos) << result.err;
  const Json report = Json::parse(read_text(folder / "r.json"));
  EXPECT_EQ(report["outcome"], "not-finite");
  EXPECT_LT(report["steps"], 9);
  expect_whole_rows(read_text(folder / "t.csv"));
}

TEST(RunCommand, NamesTheProblemThatWasLeftUnsolved) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("press.xml", kPress);
  const ProgramResult kept = run_stiction({"run", scene}, {folder.path()});
  EXPECT_EQ(kept.status, 3);
  EXPECT_NE(kept.err.find("stiction solve stiction-unsolved/press/step-000003-island-1\n"),
            std::string::npos)
      << kept.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "stiction-unsolved/press/step-000003-island-0"));

  // All problems are dumped, but only one failed.
  const ProgramResult all = run_stiction({"run", scene, "--dump-problems", "all"}, {folder.path()});
  EXPECT_EQ(all.status, 3);
  EXPECT_TRUE(std::filesystem::exists(folder / "all/step-000003-island-0/M.mtx"));
  EXPECT_TRUE(std::filesystem::exists(folder / "all/step-000003-island-1/M.mtx"));
  EXPECT_NE(all.err.find("stiction solve all/step-000003-island-1\n"), std::string::npos)
      << all.err;
  EXPECT_EQ(all.err.find("island-0"), std::string::npos) << all.err;
}

// The kept problem is the one that failed, not one made of its best answer: it fails again with the
// same residual. Another run keeps its problem separately.
TEST(RunCommand, AFailureReplaysAsAFailure) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("press.xml", kPress);
  for (const std::string kept : {"stiction-unsolved/press", "stiction-unsolved/press-2"}) {
    const ProgramResult run = run_stiction({"run", scene, "--report", "r.json"}, {folder.path()});
    EXPECT_EQ(run.status, 3);
    const std::string problem = kept + "/step-000003-island-1";
    EXPECT_NE(run.err.find("stiction solve " + problem + "\n"), std::string::npos) << run.err;
    const ProgramResult replay = run_stiction({"solve", problem, "--json"}, {folder.path()});
    EXPECT_EQ(replay.status, 3);
    const Json answer = Json::parse(replay.out);
    EXPECT_EQ(answer["status"], "no-solution-found");
    EXPECT_EQ(answer["stop"], "not-found");
    EXPECT_EQ(answer["solver"], "coulomb/reduced-lemke");
    EXPECT_EQ(answer["residual"], Json::parse(read_text(folder / "r.json"))["residual"]["max"]);
  }
  const ProgramResult pyramid = run_stiction(
      {"solve", "stiction-unsolved/press/step-000003-island-1", "--solver", "lemke", "--json"},
      {folder.path()});
  EXPECT_EQ(Json::parse(pyramid.out)["solver"], "lemke") << pyramid.err;
}

// A step that stopped for want of effort can be repeated with more, without its run. 24 contacts
// are solved without a pivot.
TEST(RunCommand, AStepThatWantedEffortReplaysWithMore) {
  const TemporaryFolder folder;
  std::string six = kStack;
  six.replace(six.find("count=\"3\""), 9, "count=\"6\"");
  const std::string scene = folder.write("stack.xml", six);
  const ProgramResult run = run_stiction({"run", scene, "--effort", "2"}, {folder.path()});
  ASSERT_EQ(run.status, 3) << run.err;
  const std::string problem = "stiction-unsolved/stack/step-000001-island-0";
  const ProgramResult again = run_stiction({"solve", problem, "--json"}, {folder.path()});
  EXPECT_EQ(again.status, 3) << again.err;
  EXPECT_EQ(Json::parse(again.out)["stop"], "effort");
  const ProgramResult more =
      run_stiction({"solve", problem, "--effort", "3000", "--json"}, {folder.path()});
  EXPECT_EQ(more.status, 0) << more.err;
  EXPECT_EQ(Json::parse(more.out)["status"], "solved");
  EXPECT_GT(Json::parse(more.out)["iterations"], 0);
  const auto refuse = [&](const std::vector<std::string>& options, const std::string& message) {
    std::vector<std::string> words = {"solve", problem};
    words.insert(words.end(), options.begin(), options.end());
    const ProgramResult refused = run_stiction(words, {folder.path()});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find(message), std::string::npos) << refused.err;
  };
  refuse({"--effort", "0"}, "--effort: expected a positive finite number");
  refuse({"--effort", "9", "--solver", "lemke"},
         "contact-problem.json without --solver and --directions");
}

TEST(RunCommand, EffortIsBoundedAndTold) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("stack.xml", kStack);
  const ProgramResult result = run_stiction(
      {"run", scene, "--effort", "2", "--on-unsolved", "best", "--report", "-"}, {folder.path()});
  EXPECT_EQ(result.status, 3) << "approximate, and no <expect> accepts that";
  const Json statistics = Json::parse(result.out)["solver_stats"];
  EXPECT_GT(statistics["effort_max"], 0);
  EXPECT_LE(statistics["effort_max"], 2);
  EXPECT_GT(statistics["approximate"], 0);
  EXPECT_NE(result.err.find("approximate"), std::string::npos) << result.err;
  for (const std::string effort : {"0", "-1", "nan", "much"}) {
    const ProgramResult refused = run_stiction({"run", scene, "--effort", effort}, {folder.path()});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("--effort: expected a positive finite number"), std::string::npos)
        << refused.err;
  }
}

TEST(RunCommand, SaysWhoIsSqueezedByWhom) {
  const TemporaryFolder folder;
  const ProgramResult result = run_stiction(
      {"run", folder.write("press.xml", kPress), "--report", "r.json"}, {folder.path()});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(
      result.err.find("pressed is squeezed between ground and plate, which no force can stop"),
      std::string::npos)
      << result.err;
  const Json report = Json::parse(read_text(folder / "r.json"));
  ASSERT_EQ(report["unsolved_islands"].size(), 1u);
  const Json& island = report["unsolved_islands"][0];
  EXPECT_EQ(island["cause"], "squeezed");
  EXPECT_EQ(island["bodies"], Json::parse("[\"pressed\"]"));
  EXPECT_GT(island["worst"][0]["violation"], 1e-3);
}

// Protects all files that a scene names, also under other names.
TEST(RunCommand, WritesOverNoFileThatTheSceneNames) {
  const TemporaryFolder folder;
  const std::string part = folder.write("part.xml", drifting_ball());
  const std::string surface = folder.write(
      "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  const std::string scene =
      folder.write("whole.xml",
                   "<scene version=\"1\"> <include file=\"part.xml\"/>\n"
                   "<body name=\"b\" xyz=\"9 0 0\"> <hull file=\"a.obj\"/> </body> </scene>\n");
  std::filesystem::create_symlink(part, folder.path() / "alias");
  for (const std::string option : {"--report", "--record", "--trajectory", "--html"}) {
    for (const std::string& file : {part, surface, (folder.path() / "alias").string()}) {
      const ProgramResult result = run_stiction({"run", scene, option, file});
      EXPECT_EQ(result.status, 2);
      EXPECT_NE(result.err.find(option + ": " + file + " is a file that the scene names"),
                std::string::npos)
          << result.err;
    }
  }
  EXPECT_EQ(read_text(part), drifting_ball());
  EXPECT_EQ(run_stiction({"compare", scene, "--out", part}).status, 2);
  EXPECT_EQ(read_text(part), drifting_ball());
}

TEST(RunCommand, RefusesLawsThatDoNotMeasureWhatIsExpected) {
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("cone.xml", drifting_ball("<expect quantity=\"cone_residual\" below=\"1\"/>\n"));
  EXPECT_EQ(run_stiction({"run", scene}).status, 0);
  const ProgramResult result = run_stiction({"run", scene, "--model", "viscous"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("is about cone_residual, which \"viscous\" does not have"),
            std::string::npos)
      << result.err;
  const ProgramResult compared = run_stiction({"compare", scene, "--models", "coulomb,viscous"});
  EXPECT_EQ(compared.status, 0);
  EXPECT_EQ(compared.out.find("0/1"), std::string::npos) << compared.out;
}

TEST(RunCommand, ARunOfNoTimeIsOneStep) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("a.xml", drifting_ball());
  const ProgramResult result =
      run_stiction({"run", scene, "--duration", "0", "--quiet", "--report", "-"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(Json::parse(result.out)["steps"], 1);
}

TEST(RunCommand, WarningsAreErrorsWithStrict) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "odd.xml", drifting_ball("  <body name=\"box\" xyz=\"9 0 0\" rpy=\"0 0 45\"> <box "
                               "size=\"1 1 1\"/> </body>\n"));
  const ProgramResult run = run_stiction({"run", scene});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("warning   " + scene + ":4: "), std::string::npos) << run.out;
  const ProgramResult strict = run_stiction({"run", scene, "--strict"});
  EXPECT_EQ(strict.status, 2);
  EXPECT_EQ(strict.out, "");
  EXPECT_EQ(strict.err.find(scene + ":4: <body>, rpy: "), 0u) << strict.err;
  EXPECT_NE(strict.err.find("degrees?"), std::string::npos) << strict.err;
  const ProgramResult check = run_stiction({"check", scene});
  EXPECT_EQ(check.status, 0);
  EXPECT_NE(check.out.find("degrees?"), std::string::npos) << check.out;
  const ProgramResult strict_check = run_stiction({"check", scene, "--strict"});
  EXPECT_EQ(strict_check.status, 2);
  EXPECT_EQ(strict_check.out, "");
  EXPECT_EQ(strict_check.err, strict.err);
  const std::string good = folder.write("good.xml", drifting_ball());
  EXPECT_EQ(run_stiction({"run", good, "--strict"}).status, 0);
  const ProgramResult unused =
      run_stiction({"run", good, "--strict", "--model", "no-slip", "--directions", "8"});
  EXPECT_EQ(unused.status, 2);
  EXPECT_NE(unused.err.find("--directions: has no effect"), std::string::npos) << unused.err;
}

// The run goes on to its end and fails there, unless the scene allows for approximate steps there.
TEST(RunCommand, GoesOnWithTheBestAnswerWhereThatIsAsked) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("press.xml", kPress);
  const ProgramResult best = run_stiction(
      {"run", scene, "--on-unsolved", "best", "--duration", "0.1", "--report", "r.json"},
      {folder.path()});
  EXPECT_EQ(best.status, 3) << best.err;
  EXPECT_NE(best.err.find("approximate, the first step 3"), std::string::npos) << best.err;
  EXPECT_NE(best.out.find("squeezed between ground and plate"), std::string::npos) << best.out;
  const Json report = Json::parse(read_text(folder / "r.json"));
  EXPECT_EQ(report["steps"], 10);
  EXPECT_EQ(report["outcome"], "finished");
  EXPECT_GT(report["solver_stats"]["approximate"], 5);
  EXPECT_EQ(report["solver_stats"]["approximate"], report["solver_stats"]["unsolved"]);
  EXPECT_GT(report["residual"]["max"], 1e-6);

  const auto tolerating = [&](const std::string& condition) {
    std::string text = kPress;
    text.insert(text.find("  <body"),
                "  <option duration=\"0.1\" on-unsolved=\"best\"/>\n  <expect "
                "quantity=\"residual\" " +
                    condition + "/>\n");
    return folder.write("tolerating.xml", text);
  };
  EXPECT_EQ(run_stiction({"run", tolerating("below=\"10\"")}, {folder.path()}).status, 0);
  EXPECT_EQ(run_stiction({"test", tolerating("below=\"10\"")}, {folder.path()}).status, 0);
  EXPECT_EQ(run_stiction({"run", tolerating("from=\"0.08\" below=\"10\"")}, {folder.path()}).status,
            3)
      << "the first approximate step is before";
  EXPECT_EQ(run_stiction({"test", tolerating("below=\"1e-6\"")}, {folder.path()}).status, 3);

  const ProgramResult wrong =
      run_stiction({"run", scene, "--on-unsolved", "bets"}, {folder.path()});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("best"), std::string::npos) << wrong.err;
}

TEST(RunCommand, OfSeveralScenesTheLargestStatusCounts) {
  const TemporaryFolder folder;
  const std::string good = folder.write("good.xml", drifting_ball());
  const std::string bad = folder.write("bad.xml", "<scene/>");
  const std::string failing = folder.write("failing.xml", drifting_ball(kFalseExpectation));
  const ProgramResult result = run_stiction({"run", bad, failing, good});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.out.find("0 passed, 1 failed"), std::string::npos) << "the rest still runs";
  EXPECT_EQ(run_stiction({"run", failing, good}).status, 1);
}

TEST(RunCommand, MissingSceneIsStatusTwo) {
  const ProgramResult result = run_stiction({"run", "no-such-scene.xml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("no-such-scene.xml"), std::string::npos) << result.err;
}

TEST(RunCommand, ReportHasTheFieldsOfTheContractInItsOrder) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_stiction({"run", folder.write("stack.xml", kStack), "--report", "-"});
  EXPECT_EQ(result.status, 0);
  const Json report = Json::parse(result.out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : report.items()) keys.push_back(key);
  const std::vector<std::string> contract = {
      "stiction",    "scene",       "model",  "solver",   "timestep",     "steps",     "time",
      "bodies",      "joints",      "timing", "contacts", "solver_stats", "residual",  "cone_error",
      "penetration", "joint_error", "energy", "final",    "expectations", "state_hash"};
  ASSERT_GE(keys.size(), contract.size());
  keys.resize(contract.size());
  EXPECT_EQ(keys, contract);
  EXPECT_EQ(report["steps"], 30);
  EXPECT_EQ(report["bodies"], 3);
  EXPECT_EQ(report["final"].size(), 3u);
  EXPECT_EQ(report["state_hash"].get<std::string>().size(), 16u);
  EXPECT_EQ(report["contact_states"]["not_unique_last"], 12) << "four corners a cube";
  EXPECT_NE(result.err.find("3 moving bodies, 30 steps"), std::string::npos)
      << "the readable lines go where the file does not";
}

TEST(RunCommand, TrajectoryIsWrittenForEveryNthStep) {
  const TemporaryFolder folder;
  const ProgramResult result = run_stiction({"run", folder.write("drift.xml", drifting_ball()),
                                             "--trajectory", "-", "--every", "5", "--quiet"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  const std::vector<std::string> lines = split_lines(result.out);
  ASSERT_EQ(lines.size(), 4u) << result.out;
  EXPECT_EQ(lines[0], "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz");
  EXPECT_EQ(lines[1], "0,ball,0,0,0,1,0,0,0,1,0,0,0,0,0");
  EXPECT_EQ(lines[2].substr(0, 9), "0.5,ball,");
  EXPECT_EQ(lines[3].substr(0, 7), "1,ball,");
}

TEST(RunCommand, SceneFromStandardInput) {
  const TemporaryFolder folder;
  const std::string good = folder.write("good.xml", drifting_ball());
  EXPECT_EQ(run_stiction({"run", "-"}, {.input = good}).status, 0);
  const std::string bad = folder.write("bad.xml", "<scene version=\"1\">\n<bodi/>\n</scene>");
  const ProgramResult result = run_stiction({"run", "-"}, {.input = bad});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("<stdin>:2: "), std::string::npos) << result.err;
}

TEST(RunCommand, UnwritableFileIsFoundBeforeTheRun) {
  const TemporaryFolder folder;
  const std::string endless = folder.write("drift.xml", drifting_ball());
  for (const std::string option : {"--report", "--trajectory"}) {
    const ProgramResult result =
        run_stiction({"run", endless, "--duration", "1e10", option, "no/such/folder/file"});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find(option + ": cannot write no/such/folder/file: No such file"),
              std::string::npos)
        << result.err;
  }
}

TEST(RunCommand, NeverWritesOverTheSceneOrTheOtherFile) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  EXPECT_EQ(run_stiction({"run", scene, "--report", scene}).status, 2);
  EXPECT_EQ(read_text(scene), drifting_ball());
  const std::string file = (folder / "file").string();
  EXPECT_EQ(run_stiction({"run", scene, "--report", file, "--trajectory", file}).status, 2);
}

TEST(RunCommand, FullDiskIsAnErrorAndEndsTheRun) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  const ProgramResult result =
      run_stiction({"run", scene, "--duration", "1e10", "--trajectory", "/dev/full"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("--trajectory: cannot write /dev/full: No space left"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(run_stiction({"run", scene, "--report", "/dev/full"}).status, 2);
  EXPECT_EQ(run_stiction({"run", scene}, {.output = "/dev/full"}).status, 2);
}

// A limit of 1 KiB per file simulates a full disk.
TEST(RunCommand, EveryFileThatGrowsTooLargeTellsWhy) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("stack.xml", kStack);
  for (const std::string option : {"--report", "--trajectory", "--contacts", "--steps", "--html",
                                   "--record", "--gltf", "--dump-problems"}) {
    const ProgramResult result =
        run_stiction({"-c", "ulimit -f 2 && exec \"$0\" run \"$1\" \"$2\" file --quiet",
                      STICTION_COMMAND, scene, option},
                     {.folder = folder.path(), .program = "/bin/sh"});
    EXPECT_EQ(result.status, 2) << option;
    const bool names_option =
        result.err.find(option + ": cannot write file: File too large\n") != std::string::npos;
    const bool names_file =
        result.err.find("M.mtx: the file cannot be written: File too large") != std::string::npos;
    EXPECT_TRUE(option == "--dump-problems" ? names_file : names_option) << result.err;
    std::filesystem::remove_all(folder / "file");
  }
}

TEST(RunCommand, DirectoryOfProblemsIsMadeBeforeTheRun) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  const std::string occupied = folder.write("file", "text");
  const auto refusal = [&](const std::string& directory) {
    const ProgramResult result =
        run_stiction({"run", scene, "--duration", "1e10", "--dump-problems", directory});
    EXPECT_EQ(result.status, 2) << directory;
    return result.err;
  };
  EXPECT_NE(refusal("").find("--dump-problems: expected the name of a directory, got none"),
            std::string::npos);
  EXPECT_NE(refusal(occupied).find(occupied + " exists and is not a directory"), std::string::npos);
  EXPECT_NE(refusal(occupied + "/in").find("cannot make " + occupied + "/in: Not a directory"),
            std::string::npos);
  EXPECT_EQ(read_text(occupied), "text");
}

TEST(RunCommand, ClosedStandardOutputIsAnErrorNotACrash) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  const ProgramResult result =
      run_stiction({"run", scene, "--duration", "1e10", "--report", "-"}, {.closed_output = true});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("cannot write standard output"), std::string::npos) << result.err;

  const std::string csv = (folder / "t.csv").string();
  EXPECT_EQ(run_stiction({"run", scene, "--trajectory", csv}, {.closed_output = true}).status, 2);
  expect_whole_rows(read_text(csv));
}

TEST(RunCommand, ReaderThatGoesAwayIsAnErrorNotACrash) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball());
  const std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  Program program({"run", scene, "--duration", "1e10", "--trajectory", pipe});
  {
    std::ifstream reader(pipe);
    std::string line;
    EXPECT_TRUE(std::getline(reader, line));
  }
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("Broken pipe"), std::string::npos) << result.err;
}

TEST(RunCommand, InterruptionLeavesWholeFiles) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("drift.xml", drifting_ball(kTrueExpectation));
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program({"run", scene, "--duration", "1e10", "--report", "r.json", "--trajectory",
                     "t.csv", "--every", "100"},
                    {folder.path()});
    Program::wait_for_content(folder / "t.csv");
    program.send(signal);
    const ProgramResult result = program.wait();
    EXPECT_EQ(result.status, 128 + signal);
    EXPECT_NE(result.err.find("interrupted at t = "), std::string::npos) << result.err;
    const Json report = Json::parse(read_text(folder / "r.json"));
    EXPECT_EQ(report["outcome"], "interrupted");
    EXPECT_GT(report["steps"], 0);
    const std::string csv = read_text(folder / "t.csv");
    expect_whole_rows(csv);
    EXPECT_EQ(split_lines(csv).size(), 2 + report["steps"].get<std::size_t>() / 100);
    std::filesystem::remove(folder / "t.csv");
  }
}

// A ball hits a wall of a thousand bricks, which jam: the first step takes a minute. The signal
// comes in the middle of it; files must be complete, and the end must not wait for the step.
TEST(RunCommand, InterruptionDoesNotWaitForAHardStep) {
  const TemporaryFolder folder;
  std::string scene =
      "<scene version=\"1\">\n  <option timestep=\"0.01\" duration=\"3\" effort=\"1e9\"/>\n"
      "  <body name=\"floor\" static=\"true\"><plane/></body>\n"
      "  <body name=\"ball\" xyz=\"0.3 -0.26 0.7\" linear_velocity=\"0 8 0\">"
      "<sphere radius=\"0.2\" density=\"1200\"/></body>\n";
  for (int k = 0; k < 1000; ++k) {
    const double x = 0.205 * (k % 40) - 4 + 0.095 * (k / 40 % 2);
    scene += "  <body name=\"b" + std::to_string(k) + "\" xyz=\"" + std::to_string(x) + " 0 " +
             std::to_string(0.05 + 0.1 * (k / 40)) +
             "\"><box density=\"2000\" size=\"0.2 0.1 0.1\"/></body>\n";
  }
  Program program({"run", folder.write("wall.xml", scene + "</scene>\n"), "--report", "r.json",
                   "--trajectory", "t.csv"},
                  {folder.path()});
  std::this_thread::sleep_for(std::chrono::seconds(3));
  const auto sent = std::chrono::steady_clock::now();
  program.send(SIGTERM);
  const ProgramResult result = program.wait();
  const auto waited = std::chrono::steady_clock::now() - sent;
  EXPECT_EQ(result.status, 128 + SIGTERM) << result.err;
  // About 0.1 s on an idle machine; the step would go on for most of a minute.
  EXPECT_LT(std::chrono::duration<double>(waited).count(), 10);
  EXPECT_EQ(Json::parse(read_text(folder / "r.json"))["outcome"], "interrupted");
  expect_whole_rows(read_text(folder / "t.csv"));
}

TEST(RunCommand, SameInputSameBitsWhateverTheThreads) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("stack.xml", kStack);
  std::vector<std::string> hashes;
  for (const std::string threads : {"1", "1", "2"}) {
    const ProgramResult result =
        run_stiction({"run", scene, "--threads", threads, "--report", "-"});
    ASSERT_EQ(result.status, 0) << result.err;
    hashes.push_back(Json::parse(result.out)["state_hash"]);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(RunCommand, OverridesReachTheRun) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_stiction({"run", folder.write("stack.xml", kStack), "--duration", "0.02", "--timestep",
                    "0.005", "--directions", "4", "--solver", "lemke", "--report", "-"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json report = Json::parse(result.out);
  EXPECT_EQ(report["timestep"], 0.005);
  EXPECT_EQ(report["steps"], 4);
}

TEST(RunCommand, DumpedProblemsCanBeReplayed) {
  const TemporaryFolder folder;
  const ProgramResult result = run_stiction({"run", folder.write("stack.xml", kStack), "--duration",
                                             "0.05", "--dump-problems", "problems"},
                                            {folder.path()});
  ASSERT_EQ(result.status, 0) << result.err;
  for (int step = 1; step <= 5; ++step) {
    const std::filesystem::path problem =
        folder / "problems" / ("step-00000" + std::to_string(step) + "-island-0");
    for (const char* file : {"M.mtx", "q.mtx", "z.mtx"}) {
      EXPECT_TRUE(std::filesystem::exists(problem / file)) << problem / file;
    }
    const ProgramResult replay = run_stiction({"solve", problem, "--json"});
    EXPECT_EQ(replay.status, 0) << replay.err;
    EXPECT_EQ(Json::parse(replay.out)["status"], "solved");
  }
}

}  // namespace
}  // namespace stiction
