#pragma once

#include "page_recorder.h"

#include <stiction/scene/report.h>
#include <stiction/scene/simulation.h>

#include <iosfwd>

namespace stiction::command {

/// Throws CommandError if this program was built without three.js, which the page needs.
void check_page_is_available();

/// Writes the page of a run: one file that holds the run, three.js and the viewer of tools/viewer,
/// and needs no network.
///
///     <script id="run">     JSON: scene, report, shapes, columns       } zlib's format in base64
///     <script id="columns"> the numbers of `PackedColumns`             }
///     <script data-module="NAME">, one for each module of the viewer   }
void write_html_page(std::ostream& out, const PageRecorder& recorder, const Simulation& simulation,
                     const RunReport& report);

}  // namespace stiction::command
