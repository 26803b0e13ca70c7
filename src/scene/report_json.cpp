#include <stiction/scene/report.h>
#include <stiction/version.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <ostream>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }
Json to_json(const Quat& q) { return Json::array({q.w(), q.x(), q.y(), q.z()}); }

Json to_json(const RunReport::Timing& timing) {
  return {{"total_s", timing.total_seconds},
          {"step_us",
           {{"median", timing.step_us_median},
            {"p99", timing.step_us_p99},
            {"max", timing.step_us_max}}},
          {"collide_us_median", timing.collide_us_median},
          {"solve_us_median", timing.solve_us_median}};
}

Json to_json(const RunReport::FinalState& body) {
  return {{"name", body.name},
          {"position", to_json(body.state.pose.translation)},
          {"orientation", to_json(body.state.pose.rotation)},
          {"linear_velocity", to_json(body.state.linear_velocity)},
          {"angular_velocity", to_json(body.state.angular_velocity)}};
}

Json to_json(const ExpectationResult& result) {
  return {{"what", result.what},
          {"passed", result.passed},
          {"measured", result.measured ? Json(*result.measured) : Json()},
          {"wanted", result.wanted},
          // A measured value that is not finite is null in JSON, like a missing one.
          {"reached", result.measured.has_value()}};
}

template <typename T>
Json to_json_array(const std::vector<T>& items) {
  Json array = Json::array();
  for (const T& item : items) array.push_back(to_json(item));
  return array;
}

std::string to_hex(std::uint64_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(value >> shift) & 0xf];
  return text;
}

Json to_json(const RungCounts& rungs) {
  Json json;
  for (std::size_t k = 0; k < kNumRungs; ++k) {
    json[std::string(to_string(static_cast<Rung>(k)))] = rungs[k];
  }
  json["proximal-path"] = 0;  // kept for readers of reports; no solver uses this path
  return json;
}

Json to_json_array(const std::vector<RunReport::Unsolved>& islands) {
  Json array = Json::array();
  for (const RunReport::Unsolved& island : islands) {
    Json worst = Json::array();
    for (const RunReport::Unsolved::Violation& violation : island.worst) {
      worst.push_back(
          {{"bodies", {violation.body_a, violation.body_b}}, {"violation", violation.violation}});
    }
    array.push_back({{"cause", island.cause},
                     {"message", island.message},
                     {"bodies", island.bodies},
                     {"worst", worst}});
  }
  return array;
}

Json to_json(const RunReport& report) {
  Json json;
  json["stiction"] = version();
  json["scene"] = report.scene;
  json["model"] = report.model;
  json["solver"] = report.solver;
  json["timestep"] = report.timestep;
  json["steps"] = report.steps;
  json["time"] = report.time;
  json["bodies"] = report.bodies;
  json["joints"] = report.joints;
  json["timing"] = to_json(report.timing);
  json["contacts"] = {{"mean", report.contacts_mean}, {"max", report.contacts_max}};
  json["solver_stats"] = {{"pivots_mean", report.pivots_mean},
                          {"pivots_max", report.pivots_max},
                          {"warm_started", report.warm_started},
                          {"fallbacks", report.fallbacks},
                          {"in_pieces", report.in_pieces},
                          {"at_once", report.at_once},
                          {"unsolved", report.unsolved},
                          {"off_cone", report.off_cone},
                          {"factorisations_mean", report.factorisations_mean},
                          {"factorisations_max", report.factorisations_max},
                          {"rungs", to_json(report.rungs)},
                          {"approximate", report.approximate},
                          {"effort_max", report.effort_max}};
  json["residual"] = {{"max", report.residual_max}};
  json["cone_error"] = {{"max_angle", report.cone_angle_max}, {"max_force", report.cone_force_max}};
  json["penetration"] = {{"max", report.penetration_max}};
  json["joint_error"] = {{"max", report.joint_error_max}};
  json["energy"] = {{"initial", report.energy_initial},
                    {"final", report.energy_final},
                    {"gain", report.energy_gain},
                    {"work", report.energy_work},
                    {"created", report.energy_created}};
  json["final"] = to_json_array(report.final_states);
  json["expectations"] = to_json_array(report.expectations);
  json["state_hash"] = to_hex(report.state_hash);
  json["outcome"] = to_string(report.outcome);
  json["redundant_rows"] = report.redundant_rows;
  json["contact_states"] = {
      {"sticking_mean", report.sticking_mean},
      {"sliding_mean", report.sliding_mean},
      {"open_mean", report.open_mean},
      {"friction_use_max", report.friction_use_max},
      {"not_unique_last", report.not_unique_last ? Json(*report.not_unique_last) : Json()}};
  json["passes"] = {{"mean", report.passes_mean},
                    {"max", report.passes_max},
                    {"change_max", report.pass_change_max},
                    {"stagnated", report.stagnated}};
  json["cone_residual"] = {
      {"max", report.cone_residual_max ? Json(*report.cone_residual_max) : Json()}};
  json["unsolved_islands"] = to_json_array(report.unsolved_islands);
  return json;
}

std::string to_text(const Json& json) {
  constexpr int kOnOneLine = -1;
  return json.dump(kOnOneLine, ' ', false, Json::error_handler_t::replace);
}

/// Writes an array with one item per line, so that two reports can be compared line by line.
void write_array(std::ostream& out, const Json& array) {
  out << '[';
  const char* separator = "\n    ";
  for (const Json& item : array) {
    out << separator << to_text(item);
    separator = ",\n    ";
  }
  out << (array.empty() ? "]" : "\n  ]");
}

}  // namespace

void write_report_json(std::ostream& out, const RunReport& report) {
  out << '{';
  const char* separator = "\n  ";
  const Json json = to_json(report);
  for (const auto& [key, value] : json.items()) {
    out << separator << to_text(key) << ": ";
    if (value.is_array()) {
      write_array(out, value);
    } else {
      out << to_text(value);
    }
    separator = ",\n  ";
  }
  out << "\n}\n";
}

}  // namespace stiction
