#pragma once

#include "page_recorder.h"

#include <iosfwd>
#include <string>
#include <string_view>

namespace stiction::command {

enum class GltfForm {
  text,    ///< .gltf: JSON, the numbers in it in base64
  binary,  ///< .glb
};

/// The form that the end of a file's name asks for.
GltfForm gltf_form_of(std::string_view path);

/// Writes a run as glTF 2.0 (Khronos Group 2017, ISO/IEC 12113): a node per body, one per shape,
/// and an animation of the moving bodies with a key per frame, positions and rotations in single
/// precision. The root turns z up into glTF's y up. Planes are patches about the scene. `start` is
/// the JSON of `describe_run_start`. Throws nlohmann::json::exception if it is not, and
/// CommandError for a run of more than 4 GiB, which the format cannot hold.
void write_gltf(std::ostream& out, GltfForm form, const PageRecorder& recorder,
                const std::string& start);

}  // namespace stiction::command
