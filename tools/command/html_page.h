#pragma once

#include "page_recorder.h"

#include <iosfwd>
#include <span>
#include <string>

namespace stiction::command {

/// Throws CommandError if this program was built without three.js, which the page needs.
void check_page_is_available();

/// Writes the page of a run: one file that holds the run, three.js and the viewer of tools/viewer,
/// and needs no network.
///
///     <script id="run">     JSON: scene, report, shapes, columns       } zlib's format in base64
///     <script id="columns"> the numbers of `PackedColumns`             }
///     <script data-module="NAME">, one for each module of the viewer   }
///
/// `start` and `end` are the JSON of `describe_run_start` and `describe_run_end`; `end` is empty if
/// the run's end is not known. Ghosts must have the same bodies. Throws nlohmann::json::exception
/// if `start` or `end` is not JSON.
void write_html_page(std::ostream& out, const PageRecorder& recorder, const std::string& start,
                     const std::string& end, std::span<const PageGhost> ghosts = {});

}  // namespace stiction::command
