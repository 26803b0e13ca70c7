#include "element_reader.h"

#include <stiction/math/rejected_number.h>
#include <stiction/math/rotation.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>
#include <string_view>
#include <utility>

#include "file_paths.h"
#include "foreign_names.h"
#include "nearest_name.h"
#include "number_text.h"

namespace stiction {
namespace {

constexpr std::size_t kLongestName = 255;
/// Angles beyond a full turn, with its round-off, are assumed to be in degrees.
constexpr double kFullTurn = 2 * std::numbers::pi * (1 + 1e-9);

/// Attributes that are planned.
bool is_planned_attribute(std::string_view element, std::string_view attribute) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kPlanned = {{
      {"material", "rolling"},
      {"material", "torsion"},
      {"material", "surface_velocity"},
      {"body", "linear_damping"},
      {"body", "angular_damping"},
      {"body", "gravity"},
  }};
  return std::ranges::find(kPlanned, std::pair(element, attribute)) != kPlanned.end();
}

/// The fault of `name` as a name; empty if it has none.
std::string calc_name_fault(std::string_view name) {
  if (name.empty()) return "expected a name, got an empty one";
  if (name.size() > kLongestName) {
    return "expected a name of at most " + std::to_string(kLongestName) + " bytes";
  }
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::any_of(name.begin(), name.end(), is_control)) {
    return "expected a name without control characters";
  }
  if (name.front() == ' ' || name.back() == ' ') {
    return "expected a name without blanks at its ends";
  }
  return "";
}

/// "3 finite numbers", "one number".
std::string count_numbers(std::size_t count, const std::string& kind = "") {
  return (count == 1 ? "one" : std::to_string(count)) + kind +
         (count == 1 ? " number" : " numbers");
}

/// "expected one finite number > 0", "expected 3 finite numbers".
std::string describe_numbers(std::size_t count, const NumberRange& range) {
  std::string text = "expected " + count_numbers(count, " finite");
  if (range.holds != kAnyNumber.holds) {
    text += std::string(count == 1 ? " " : ", each ") + range.accepted;
  }
  return text;
}

}  // namespace

std::string describe(const tinyxml2::XMLElement& element) {
  return std::string("<").append(element.Name()).append(">");
}

ElementReader::ElementReader(const tinyxml2::XMLElement& element, FileErrors& errors)
    : element_(element), errors_(errors) {}

bool ElementReader::has(const char* name) const { return element_.FindAttribute(name) != nullptr; }

int ElementReader::line_of(const char* name) const {
  const tinyxml2::XMLAttribute* const attribute = element_.FindAttribute(name);
  return attribute ? attribute->GetLineNum() : line();
}

const tinyxml2::XMLAttribute* ElementReader::find(const char* name) {
  known_.emplace_back(name);
  return element_.FindAttribute(name);
}

std::optional<std::string> ElementReader::text(const char* name) {
  const tinyxml2::XMLAttribute* const attribute = find(name);
  if (!attribute) return {};
  return attribute->Value();
}

std::optional<std::string> ElementReader::name(const char* attribute) {
  std::optional<std::string> value = text(attribute);
  if (!value) return {};
  const std::string fault = calc_name_fault(*value);
  if (fault.empty()) return value;
  reject(attribute, fault);
  return {};
}

std::optional<Reference> ElementReader::reference(const char* attribute) {
  std::optional<std::string> value = name(attribute);
  if (!value) return {};
  return Reference{std::move(*value), line_of(attribute), element_.Name(), attribute};
}

std::optional<std::vector<double>> ElementReader::list(
    const char* name, const std::string& expected,
    const std::function<bool(std::size_t)>& is_accepted, const NumberRange& range) {
  const tinyxml2::XMLAttribute* const attribute = find(name);
  if (!attribute) return {};
  const std::vector<std::string_view> words = split_words(attribute->Value());
  if (!is_accepted(words.size())) {
    const bool has_commas = std::strchr(attribute->Value(), ',') != nullptr;
    const auto other = std::ranges::find_if_not(
        words, [](std::string_view word) { return parse_number(word).has_value(); });
    reject(name, expected + (has_commas ? ", separated by spaces" : "") + ", got " +
                     (other == words.end() ? count_numbers(words.size()) : in_quotes(*other)));
    return {};
  }
  std::vector<double> values;
  for (const std::string_view word : words) {
    const std::optional<double> value = parse_number(word);
    if (!value || !range.holds(*value)) {
      reject(name, expected + ", got " + in_quotes(word));
      return {};
    }
    values.push_back(*value);
  }
  return values;
}

std::optional<std::vector<double>> ElementReader::numbers(const char* name, std::size_t count,
                                                          const NumberRange& range) {
  return list(
      name, describe_numbers(count, range), [=](std::size_t given) { return given == count; },
      range);
}

std::optional<double> ElementReader::number(const char* name, const NumberRange& range) {
  const std::optional<std::vector<double>> values = numbers(name, 1, range);
  if (!values) return {};
  return values->front();
}

std::optional<Vec3> ElementReader::vector(const char* name, const NumberRange& range) {
  const std::optional<std::vector<double>> values = numbers(name, 3, range);
  if (!values) return {};
  return Vec3((*values)[0], (*values)[1], (*values)[2]);
}

std::optional<std::int64_t> ElementReader::integer(const char* name, std::int64_t lowest,
                                                   std::int64_t highest) {
  const tinyxml2::XMLAttribute* const attribute = find(name);
  if (!attribute) return {};
  const std::vector<std::string_view> words = split_words(attribute->Value());
  const std::optional<std::int64_t> value =
      words.size() == 1 ? parse_integer(words[0]) : std::optional<std::int64_t>();
  if (value && *value >= lowest && *value <= highest) return value;
  reject(name, "expected a whole number from " + std::to_string(lowest) + " to " +
                   std::to_string(highest));
  return {};
}

std::optional<bool> ElementReader::boolean(const char* name) {
  const tinyxml2::XMLAttribute* const attribute = find(name);
  if (!attribute) return {};
  const std::string_view value = attribute->Value();
  if (value == "true") return true;
  if (value == "false") return false;
  reject(name, "expected true or false");
  return {};
}

std::optional<Quat> ElementReader::quaternion() {
  const std::optional<std::vector<double>> wxyz = numbers("quat", 4, kAnyNumber);
  if (!wxyz) return {};
  // Scaled by its largest number first, so that no square leaves the range of a double.
  double largest = 0;
  for (const double value : *wxyz) largest = std::max(largest, std::abs(value));
  if (largest == 0) {
    reject("quat", "expected a quaternion w x y z that is not zero");
    return {};
  }
  const auto scaled = [&](std::size_t i) { return (*wxyz)[i] / largest; };
  return Quat(scaled(0), scaled(1), scaled(2), scaled(3)).normalized();
}

std::optional<std::string> ElementReader::file(const char* name, const std::string& accepted) {
  const std::optional<std::string> value = text(name);
  if (!value) return {};
  if (!value->empty()) return path_beside(errors_.file(), *value);
  reject(name, "expected the path of " + accepted);
  return {};
}

void ElementReader::warn_of_degrees(const char* name, double angle) {
  if (std::abs(angle) <= kFullTurn || std::isinf(angle)) return;
  errors_.warn(line_of(name), describe(element_) + ", " + name + ": an angle above 2 pi rad (" +
                                  format_number(angle) + "); degrees?");
}

RigidTransform ElementReader::placement() {
  RigidTransform X;
  X.translation = vector("xyz", kPlaces).value_or(Vec3::Zero());
  if (const std::optional<Vec3> rpy = vector("rpy")) {
    X.rotation = from_roll_pitch_yaw(*rpy);
    warn_of_degrees("rpy", rpy->cwiseAbs().maxCoeff());
  }
  return X;
}

RigidTransform ElementReader::pose() {
  RigidTransform X = placement();
  if (const std::optional<Quat> rotation = quaternion()) X.rotation = *rotation;
  if (has("rpy") && has("quat")) reject("quat", "expected either rpy or quat, got both");
  return X;
}

void ElementReader::require(const char* name) {
  if (!has(name)) reject("attribute " + in_quotes(name) + " is missing");
}

void ElementReader::reject(const char* name, const std::string& what) {
  const tinyxml2::XMLAttribute* const attribute = element_.FindAttribute(name);
  std::string value;
  if (attribute) value.append("=").append(in_quotes(attribute->Value()));
  errors_.add(line_of(name), describe(element_) + ", " + name + value + ": " + what);
}

void ElementReader::reject(const std::string& what) {
  errors_.add(line(), describe(element_) + ": " + what);
}

std::vector<const tinyxml2::XMLAttribute*> ElementReader::find_unknown() const {
  std::vector<const tinyxml2::XMLAttribute*> unknown;
  for (const tinyxml2::XMLAttribute* a = element_.FirstAttribute(); a; a = a->Next()) {
    if (std::find(known_.begin(), known_.end(), a->Name()) == known_.end()) unknown.push_back(a);
  }
  return unknown;
}

void ElementReader::reject_unknown(const tinyxml2::XMLAttribute& attribute) {
  const std::string name = attribute.Name();
  const std::string accepted = known_.empty() ? "it has none" : "accepted are " + joined(known_);
  if (is_planned_attribute(element_.Name(), name)) {
    errors_.add(attribute.GetLineNum(), describe(element_) + ": attribute " + in_quotes(name) +
                                            " is not supported yet; " + accepted);
    return;
  }
  errors_.add(attribute.GetLineNum(), describe(element_) + ": unknown attribute " +
                                          in_quotes(name) + suggestion(name, known_) +
                                          hint_for_foreign_name(element_.Name(), name) + "; " +
                                          accepted);
}

void ElementReader::finish() {
  for (const tinyxml2::XMLAttribute* const attribute : find_unknown()) reject_unknown(*attribute);
}

std::vector<std::string> ElementReader::finish_extended() {
  std::vector<std::string> others;
  for (const tinyxml2::XMLAttribute* const attribute : find_unknown()) {
    if (suggestion(attribute->Name(), known_).empty()) {
      others.emplace_back(attribute->Name());
    } else {
      reject_unknown(*attribute);
    }
  }
  return others;
}

}  // namespace stiction
