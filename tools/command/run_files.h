#pragma once

#include "output_file.h"
#include "page_recorder.h"
#include "scene_run.h"

#include <stiction/scene/recording.h>
#include <stiction/scene/report.h>
#include <stiction/scene/run_frame.h>
#include <stiction/scene/run_table.h>
#include <stiction/scene/simulation.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::command {

/// A file that a run writes, named on the command line.
struct FileChoice {
  const char* option;
  std::optional<std::string> path;
};

bool is_chosen(const std::vector<FileChoice>& files, std::string_view option);

/// The files that a run writes.
class RunFiles {
 public:
  /// Opens them, and begins those that are written step by step; none may be the `scene` file.
  /// `start` is at time 0; tables, page, animation and recording hold every `every`th step.
  RunFiles(const std::vector<FileChoice>& choices, std::size_t every, const std::string& scene,
           const Simulation& start);

  /// Returns whether the run may go on: a failure to record is reported at the end.
  bool observe_step(const Simulation& simulation);

  std::vector<TableOutput> tables() const;

  /// Writes the report and the page and closes the files. Reports what could not be written;
  /// returns the status.
  int finish(const Simulation& simulation, const RunReport& report);

 private:
  struct File {
    std::string_view option;
    std::unique_ptr<OutputFile> output;
    std::unique_ptr<RunTable> table;  ///< null for files that are written at the end
  };

  const File& find(std::string_view option) const;

  FrameTaker taker_;
  RunFrame frame_;
  std::string start_;  ///< `describe_run_start`, for page and animation
  std::vector<File> files_;
  std::optional<PageRecorder> page_;
  std::optional<RecordingWriter> recording_;
};

}  // namespace stiction::command
