#include "run_files.h"

#include "command_error.h"
#include "exit_status.h"
#include "gltf_file.h"
#include "html_page.h"
#include "messages.h"
#include "scene_source.h"

#include <stiction/scene/contact_table.h>
#include <stiction/scene/run_description.h>
#include <stiction/scene/step_table.h>
#include <stiction/scene/trajectory.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <system_error>

namespace stiction::command {
namespace {

/// Call when all files exist: two names may refer to one file.
void check_different(const std::vector<FileChoice>& files) {
  std::error_code ignored;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t k = i + 1; k < files.size(); ++k) {
      if (!std::filesystem::is_regular_file(*files[i].path, ignored) ||
          !std::filesystem::equivalent(*files[i].path, *files[k].path, ignored)) {
        continue;
      }
      throw CommandError(std::string(files[i].option) + ", " + files[k].option +
                         ": expected two files, got " + *files[i].path);
    }
  }
}

std::unique_ptr<RunTable> make_table(std::string_view option, std::ostream& out, std::size_t every,
                                     const Simulation& start) {
  if (option == "--trajectory") return std::make_unique<TrajectoryWriter>(out, start, every);
  if (option == "--contacts") return std::make_unique<ContactTableWriter>(out, every);
  if (option == "--steps") return std::make_unique<StepTableWriter>(out, every);
  return nullptr;
}

}  // namespace

bool is_chosen(const std::vector<FileChoice>& files, std::string_view option) {
  return std::ranges::find(files, option, &FileChoice::option) != files.end();
}

RunFiles::RunFiles(const std::vector<FileChoice>& choices, std::size_t every,
                   const std::string& scene, const Simulation& start)
    : taker_(start.world()) {
  for (const FileChoice& file : choices) {
    check_is_no_input(file.option, *file.path, scene, start.scene());
  }
  for (const FileChoice& file : choices) {
    files_.push_back({file.option, std::make_unique<OutputFile>(file.option, *file.path), {}});
  }
  check_different(choices);
  for (File& file : files_)
    file.table = make_table(file.option, file.output->stream(), every, start);
  if (is_chosen(choices, "--html") || is_chosen(choices, "--gltf")) {
    page_.emplace(start.scene().timestep, every);
    start_ = describe_run_start(start);
    taker_.take(start, frame_);
    page_->observe(frame_);
  }
  if (is_chosen(choices, "--record")) {
    recording_.emplace(find("--record").output->stream(), start, every);
  }
}

bool RunFiles::observe_step(const Simulation& simulation) {
  if (!page_ && !recording_) return true;
  taker_.take(simulation, frame_);
  if (page_) page_->observe(frame_);
  if (recording_) recording_->observe_step(frame_);
  return !recording_ || !recording_->has_failed();
}

std::vector<TableOutput> RunFiles::tables() const {
  std::vector<TableOutput> tables;
  for (const File& file : files_) {
    if (file.table) tables.push_back({file.table.get(), file.output.get()});
  }
  return tables;
}

int RunFiles::finish(const Simulation& simulation, const RunReport& report) {
  int status = kFine;
  for (File& file : files_) {
    try {
      if (file.option == "--report") write_report_json(file.output->stream(), report);
      if (file.option == "--gltf") {
        page_->observe_end();
        write_gltf(file.output->stream(), gltf_form_of(file.output->path()), *page_, start_);
      }
      if (file.option == "--html") {
        page_->observe_end();
        write_html_page(file.output->stream(), *page_, start_,
                        describe_run_end(simulation, report));
      }
      if (file.option == "--record") recording_->finish(simulation, report);
      file.output->close();
    } catch (const CommandError& error) {
      print_error(error.what());
      status = kBadInput;
    }
  }
  return status;
}

const RunFiles::File& RunFiles::find(std::string_view option) const {
  return *std::ranges::find(files_, option, &File::option);
}

}  // namespace stiction::command
