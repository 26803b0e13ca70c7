// Answers of the command before it does anything: help, version, usage errors, refusals.

#include "program.h"
#include "scene_texts.h"

#include <stiction/version.h>

namespace stiction {
namespace {

TEST(CommandLine, HelpAndVersionAreNoErrors) {
  const ProgramResult help = run_stiction({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(help.err, "");
  for (const std::string name : {"run", "test", "check", "compare", "sweep", "solve"}) {
    EXPECT_NE(help.out.find("\n  " + name), std::string::npos) << help.out;
    const ProgramResult command_help = run_stiction({name, "--help"});
    EXPECT_EQ(command_help.status, 0) << name;
    EXPECT_NE(command_help.out.find("Usage:"), std::string::npos) << command_help.out;
  }
  const ProgramResult version_text = run_stiction({"--version"});
  EXPECT_EQ(version_text.status, 0);
  EXPECT_EQ(version_text.out, "stiction " + std::string(version()) + "\n");
}

TEST(CommandLine, RunHelpNamesEveryOption) {
  const std::string help = run_stiction({"run", "--help"}).out;
  for (const std::string option :
       {"--duration", "--timestep", "--model", "--solver", "--directions", "--threads", "--report",
        "--trajectory", "--contacts", "--steps", "--html", "--every", "--dump-problems",
        "--quiet"}) {
    EXPECT_NE(help.find(option), std::string::npos) << option;
  }
}

struct Refusal {
  std::vector<std::string> arguments;
  std::string message;  ///< part of standard error
};

// SCENE stands for a good scene. Nothing reaches standard output.
TEST(CommandLine, BadUsageIsStatusTwoAndSaysWhatIsAccepted) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("good.xml", drifting_ball());
  const std::vector<Refusal> refusals = {
      {{}, "expected a command: run, test, check"},
      {{"--versoin"}, "option: \"--versoin\" is unknown; did you mean \"--version\"?"},
      {{"chek"}, "command: \"chek\" is unknown; did you mean \"check\"?"},
      {{"run"}, "SCENE"},
      {{"run", "SCENE", "--speed", "2"}, "option: \"--speed\" is unknown\n"},
      {{"run", "SCENE", "--tread=2"}, "\"--tread\" is unknown; did you mean \"--threads\"?"},
      {{"run", "SCENE", "--speed", "2"}, "stiction run --help says more"},
      {{"run", "SCENE", "--duration"}, "stiction: --duration: expected a value\n"},
      {{"replay", "a", "b"}, "unexpected argument \"b\""},
      {{"run", "SCENE", "--duration", "nan"},
       "--duration: expected a finite number of seconds >= 0"},
      {{"run", "SCENE", "--duration", "-1"}, "got \"-1\""},
      {{"run", "SCENE", "--duration", "1s"}, "got \"1s\""},
      {{"run", "SCENE", "--duration", "1", "--duration", "2"}, "--duration: given twice"},
      {{"run", "SCENE", "--quiet=much"}, "--quiet: expected no value, got \"much\""},
      {{"run", "SCENE", "--timestep", "0"},
       "--timestep: expected a positive finite number of seconds"},
      {{"run", "SCENE", "--timestep", "-1"}, "got \"-1\""},
      {{"run", "SCENE", "--timestep", "inf"}, "got \"inf\""},
      {{"run", "SCENE", "--timestep", "1e-300"}, "steps"},
      {{"run", "SCENE", "--model", "columb"}, "did you mean \"coulomb\"?"},
      {{"run", "SCENE", "--model", "no-slop"}, "did you mean \"no-slip\"?"},
      {{"run", "SCENE", "--solver", "lemka"}, "did you mean \"lemke\"?"},
      {{"run", "SCENE", "--solver", "keller"}, "\"keller\" does not apply here"},
      {{"run", "SCENE", "--directions", "7"}, "--directions: expected an even number"},
      {{"run", "SCENE", "--directions", "2"}, "--directions: expected a whole number from 4"},
      {{"run", "SCENE", "--directions", "8.0"}, "got \"8.0\""},
      {{"run", "SCENE", "--", "--threads", "2"}, "\"--threads\" stands behind \"--\""},
      {{"run", "SCENE", "--threads", "0"}, "--threads: expected a whole number from 1"},
      {{"run", "SCENE", "--every", "2"},
       "--every: expected together with --trajectory, --contacts"},
      {{"run", "SCENE", "--every", "0", "--trajectory", "-"}, "--every: expected a whole number"},
      {{"run", "SCENE", "--report", "-", "--trajectory", "-"}, "only one file"},
      {{"run", "SCENE", "SCENE", "--report", "r.json"}, "--report: expected a single scene"},
      {{"run", "SCENE", "SCENE", "--trajectory", "-"}, "--trajectory: expected a single scene"},
      {{"run", "SCENE", "SCENE", "--dump-problems", "d"}, "--dump-problems: expected a single"},
      {{"test"}, "SCENE"},
      {{"check"}, "SCENE"},
      {{"solve"}, "PROBLEM"},
      {{"solve", "p", "--tolerance", "0"}, "--tolerance: expected a positive finite number"},
      {{"solve", "p", "--solver", "active-set"}, "\"active-set\" does not apply here"},
      {{"solve", "p", "--solver", "lemkes"}, "did you mean \"lemke\"?"},
      {{"solve", "p.hdf5", "--solver", "coulom"}, "did you mean \"coulomb\"?"},
      {{"solve", "p", "--directions", "8"}, "--directions: applies to contact problems only"},
      {{"compare"}, "SCENE"},
      {{"sweep", "SCENE", "--set", "timestep=1,2"}, "sweep: not supported yet"},
      {{"watch", "SCENE"}, "watch: not supported yet"},
      {{"run", "SCENE", "--save", "s.bin", "--save-every", "10"}, "--save: not supported yet"},
      {{"run", "SCENE", "--resume", "s.bin"}, "--resume: not supported yet"},
      {{"compare", "SCENE", "--plot", "p.html"}, "--plot: not supported yet"},
      {{"solve", "p", "--history", "h.csv"}, "--history: not supported yet"},
      {{"solve", "p", "--all", "--limit", "3"}, "--all: not supported yet"},
  };
  for (Refusal refusal : refusals) {
    std::string shown = "stiction";
    for (std::string& word : refusal.arguments) {
      shown += " " + word;
      if (word == "SCENE") word = scene;
    }
    SCOPED_TRACE(shown);
    const ProgramResult result = run_stiction(refusal.arguments, {.folder = folder.path()});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(refusal.message), std::string::npos) << result.err;
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "r.json"));
}

}  // namespace
}  // namespace stiction
