#include "html_page.h"

#include "body_colors.h"
#include "command_error.h"
#include "page_files.h"
#include "page_numbers.h"

#include <stiction/version.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

namespace stiction::command {
namespace {

using PageJson = nlohmann::ordered_json;

/// Replaces the report of a run whose end is not known.
PageJson describe_unknown_end(const PageRecorder& recorder, const PageJson& start) {
  double residual = 0;
  for (const PageRecorder::Frame& frame : recorder.frames()) {
    residual = std::max<double>(residual, frame.figures.residual);
  }
  const std::size_t bodies = recorder.frames().front().motions.size();
  return {{"report",
           {{"scene", start.at("scene")},
            {"model", start.at("model")},
            {"timestep", start.at("timestep")},
            {"steps", recorder.frames().back().step},
            {"bodies", bodies},
            {"residual", {{"max", residual}}},
            {"outcome", "end not recorded"}}},
          {"warnings", PageJson::array()},
          {"expectations", PageJson::array()}};
}

PageJson describe_trigger_changes(const PageRecorder& recorder) {
  PageJson changes = PageJson::array();
  for (const TriggerChange& change : recorder.trigger_changes()) {
    changes.push_back({change.step, change.enters, change.trigger, change.shape, change.other});
  }
  return changes;
}

PageJson describe_columns(const PackedColumns& packed) {
  PageJson columns = PageJson::array();
  for (const PackedColumn& column : packed.columns()) {
    columns.push_back({{"name", column.name},
                       {"scale", column.scale},
                       {"order", column.order},
                       {"group", column.group},
                       {"length", column.length},
                       {"offset", column.offset}});
  }
  return columns;
}

PageJson describe_figures(const PageRecorder& recorder) {
  using Figures = PageRecorder::Figures;
  constexpr std::array<std::pair<const char*, float Figures::*>, 9> kMembers = {
      {{"energy", &Figures::energy},
       {"work", &Figures::work},
       {"residual", &Figures::residual},
       {"cone_residual", &Figures::cone_residual},
       {"contacts", &Figures::contacts},
       {"penetration", &Figures::penetration},
       {"collide_us", &Figures::collide_us},
       {"solve_us", &Figures::solve_us},
       {"total_us", &Figures::total_us}}};
  PageJson figures;
  for (const auto& [name, member] : kMembers) {
    PageJson values = PageJson::array();
    for (const PageRecorder::Frame& frame : recorder.frames()) {
      values.push_back(frame.figures.*member);
    }
    figures[name] = std::move(values);
  }
  return figures;
}

PageJson list_steps(const PageRecorder& recorder) {
  PageJson steps = PageJson::array();
  for (const PageRecorder::Frame& frame : recorder.frames()) steps.push_back(frame.step);
  return steps;
}

/// All data of the page except the numbers in columns.
PageJson describe_run(const PageRecorder& recorder, PageJson run, const PageJson& end,
                      std::span<const PageGhost> ghosts, const PackedColumns& packed) {
  for (const char* part : {"report", "warnings", "expectations"}) run[part] = end.at(part);
  for (PageJson& body : run.at("bodies")) {
    body["color"] = color_of_body(body.at("name").get<std::string>());
  }
  run["trigger_changes"] = describe_trigger_changes(recorder);
  run["trigger_changes_left_out"] = recorder.num_trigger_changes_left_out();
  run["stride"] = recorder.stride();
  run["contact_stride"] = recorder.contact_stride();
  run["steps"] = list_steps(recorder);
  run["origin"] = recorder.origin();
  PageJson others = PageJson::array();
  for (const PageGhost& ghost : ghosts) {
    others.push_back({{"name", ghost.name},
                      {"timestep", ghost.timestep},
                      {"steps", list_steps(ghost.recorder)}});
  }
  run["ghosts"] = std::move(others);
  run["figures"] = describe_figures(recorder);
  run["columns"] = describe_columns(packed);
  return run;
}

std::string_view find_page_file(std::string_view name) {
  const auto file = std::ranges::find(page_files(), name, &PageFile::name);
  return file == page_files().end() ? std::string_view{} : file->text;
}

/// Text between tags: "<" and "&" would end it.
std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string make_page_scripts(const PageRecorder& recorder, const PageJson& start,
                              const PageJson& end, std::span<const PageGhost> ghosts) {
  const PackedColumns packed = pack_page_numbers(recorder, ghosts, start);
  const PageJson run = describe_run(recorder, start, end, ghosts, packed);
  constexpr int kOnOneLine = -1;
  const std::string text = run.dump(kOnOneLine, ' ', false, PageJson::error_handler_t::replace);
  std::string scripts;
  const auto add = [&scripts](const std::string& attribute, std::string_view content) {
    scripts +=
        "<script type=\"text/plain\" " + attribute + ">" + pack_for_page(content) + "</script>\n";
  };
  add("id=\"run\"", text);
  add("id=\"columns\"", packed.bytes());
  for (const PageFile& file : page_files()) {
    if (file.name.ends_with(".js") && file.name != "boot.js") {
      add("data-module=\"" + std::string(file.name) + "\"", file.text);
    }
  }
  return scripts;
}

}  // namespace

void check_page_is_available() {
  if (!find_page_file("three.module.min.js").empty()) return;
  throw CommandError(
      "--html: this program was built without three.js; install npm (it needs access to its "
      "registry) "
      "and run tools/build release command");
}

void write_html_page(std::ostream& out, const PageRecorder& recorder, const std::string& start,
                     const std::string& end, std::span<const PageGhost> ghosts) {
  const PageJson run = PageJson::parse(start);
  const PageJson outcome = end.empty() ? describe_unknown_end(recorder, run) : PageJson::parse(end);
  const std::string scripts = make_page_scripts(recorder, run, outcome, ghosts);
  // The template of the page, in which @NAME@ marks what is inserted.
  std::string_view page = find_page_file("page.html");
  const auto write_up_to = [&](std::string_view mark) {
    const std::size_t place = page.find(mark);
    out << page.substr(0, place);
    page.remove_prefix(place + mark.size());
  };
  write_up_to("@VERSION@");
  out << version();
  write_up_to("@THREE_LICENSE@");
  out << escape_html(find_page_file("LICENSE"));
  write_up_to("@TITLE@");
  out << escape_html(run.at("scene").get<std::string>());
  write_up_to("@STYLE@");
  out << find_page_file("style.css");
  write_up_to("@SCRIPTS@");
  out << scripts;
  write_up_to("@BOOT@");
  out << find_page_file("boot.js") << page;
}

}  // namespace stiction::command
