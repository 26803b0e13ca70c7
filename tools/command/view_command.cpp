#include "command_error.h"
#include "exit_status.h"
#include "gltf_file.h"
#include "html_page.h"
#include "output_file.h"
#include "page_recorder.h"
#include "recorded_run.h"
#include "subcommands.h"

#include <command_line/command_line.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>

namespace stiction::command {
namespace {

constexpr const char* kViewFooter =
    "Without --html and --gltf, writes the page beside the recording (run.html for run.rec)\n"
    "and prints its name, unless that file exists. A file may be - for standard output. If\n"
    "the recording is cut off or damaged, shows its intact part and exits with status 2.\n"
    "\n"
    "Exit status: 0 fine; 2 no recording, an incomplete one, or a file that cannot be\n"
    "written.";

struct ViewArguments {
  std::string recording;
  std::optional<std::string> html, gltf;
};

/// Returns whether there was any frame.
bool gather_frames(RecordingReader& reader, PageRecorder& recorder) {
  const RunFrame* frame = reader.next();
  if (frame == nullptr) return false;
  for (; frame != nullptr; frame = reader.next()) recorder.observe(*frame);
  recorder.observe_end();
  return true;
}

/// The default name of a recording's page: beside the recording. Existing files are kept.
std::string name_page(const std::string& recording) {
  const std::string page = std::filesystem::path(recording).replace_extension(".html").string();
  std::error_code ignored;
  if (!std::filesystem::exists(page, ignored)) return page;
  throw CommandError(page + ": already exists; name another file with --html");
}

/// Empties the file only when there is something to write.
template <typename Write>
void write_file(const char* option, const std::string& path, const Write& write) {
  std::ostringstream content;
  write(content);
  OutputFile file(option, path);
  file.stream() << content.view();
  file.close();
}

int view(ViewArguments arguments) {
  const bool names_page = !arguments.html && !arguments.gltf;
  if (names_page) arguments.html = name_page(arguments.recording);
  if (arguments.html && arguments.html == arguments.gltf) {
    throw CommandError("--html, --gltf: expected two files, got " + *arguments.html);
  }
  if (arguments.html) check_page_is_available();
  RecordedRun run(arguments.recording);
  for (const auto& [option, path] :
       {std::pair{"--html", &arguments.html}, std::pair{"--gltf", &arguments.gltf}}) {
    if (*path) check_is_another_file(option, **path, arguments.recording, "the recording itself");
  }
  RecordingReader& reader = run.reader();
  const std::string& start = reader.head().start;
  PageRecorder recorder(nlohmann::json::parse(start).at("timestep").get<double>(),
                        reader.head().every);
  if (!gather_frames(reader, recorder)) return run.check_end();
  if (arguments.html) {
    write_file("--html", *arguments.html,
               [&](std::ostream& out) { write_html_page(out, recorder, start, reader.end()); });
  }
  if (arguments.gltf) {
    write_file("--gltf", *arguments.gltf, [&](std::ostream& out) {
      write_gltf(out, gltf_form_of(*arguments.gltf), recorder, start);
    });
  }
  if (names_page) std::cout << *arguments.html << '\n';
  return run.check_end();
}

}  // namespace

void add_view_command(CommandLine& program) {
  auto arguments = std::make_shared<ViewArguments>();
  CommandLine line = program.command("view", "Turn a recording into a page or an animation");
  line.option("FILE", arguments->recording, "Recording, written by run --record").required();
  line.option("--html", arguments->html, "Write a page that shows the run in a browser")
      .value_hint("FILE.html");
  line.option("--gltf", arguments->gltf,
              "Write the motion as an animation for 3D programs, glTF 2.0 (.glb: binary)")
      .value_hint("FILE.gltf");
  line.footer(kViewFooter);
  line.action([arguments] { return view(*arguments); });
}

}  // namespace stiction::command
