// <expect>.

#include <stiction/scene/expectation.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"
#include "nearest_name.h"

namespace stiction {
namespace {

std::vector<std::string> quantity_names(bool has_body) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(Quantity::contacts); ++i) {
    const auto quantity = static_cast<Quantity>(i);
    if (is_body_quantity(quantity) == has_body) names.emplace_back(to_string(quantity));
  }
  return names;
}

std::vector<std::string> all_quantity_names() {
  std::vector<std::string> names = quantity_names(true);
  const std::vector<std::string> others = quantity_names(false);
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

/// What is known of joints, which are not supported yet.
constexpr std::array<std::string_view, 4> kJointQuantities = {"joint_position", "joint_velocity",
                                                              "joint_error", "joint_force"};

std::string suggest_quantity(const std::string& name) {
  std::vector<std::string> known = all_quantity_names();
  known.insert(known.end(), kJointQuantities.begin(), kJointQuantities.end());
  return suggestion(name, known);
}

/// Records the fault of a quantity that is unknown or does not go with `body`.
void read_quantity(ElementReader& reader, Expectation& expectation) {
  reader.require("quantity");
  const std::optional<std::string> name = reader.text("quantity");
  if (!name) return;
  const std::optional<Quantity> quantity = quantity_from_string(*name);
  if (std::ranges::find(kJointQuantities, *name) != kJointQuantities.end()) {
    reader.reject("quantity", "not supported yet; accepted are " + joined(all_quantity_names()));
    return;
  }
  if (!quantity) {
    const bool has_body = reader.has("body");
    reader.reject("quantity", "unknown" + suggest_quantity(*name) + "; accepted " +
                                  (has_body ? "with" : "without") + " a body are " +
                                  joined(quantity_names(has_body)));
    return;
  }
  expectation.quantity = *quantity;
  if (is_body_quantity(*quantity) && !reader.has("body")) {
    reader.reject("quantity", "attribute \"body\" is missing; accepted without it are " +
                                  joined(quantity_names(false)));
  }
  if (!is_body_quantity(*quantity) && reader.has("body")) {
    reader.reject("quantity", "is one of the whole scene; accepted with a body are " +
                                  joined(quantity_names(true)));
  }
}

void read_condition(ElementReader& reader, Expectation& expectation) {
  const std::pair<const char*, Expectation::Condition> kConditions[] = {
      {"equals", Expectation::Condition::equals},
      {"below", Expectation::Condition::below},
      {"above", Expectation::Condition::above}};
  int num_conditions = 0;
  for (const auto& [name, condition] : kConditions) {
    if (reader.has(name)) {
      ++num_conditions;
      expectation.condition = condition;
    }
    if (const std::optional<double> value = reader.number(name)) expectation.value = *value;
  }
  expectation.tolerance = reader.number("tolerance", kNotNegative).value_or(0);
  if (num_conditions == 0) {
    reader.reject("no condition; expected one of equals (with tolerance), below, above");
  } else if (num_conditions > 1) {
    reader.reject("more than one condition; expected one of equals (with tolerance), below, above");
  } else if (reader.has("equals") && !reader.has("tolerance")) {
    reader.reject("equals", "attribute \"tolerance\" is missing");
  } else if (!reader.has("equals") && reader.has("tolerance")) {
    reader.reject("tolerance", "accepted with equals only");
  }
}

void read_times(ElementReader& reader, Expectation& expectation) {
  expectation.at = reader.number("at", kNotNegative);
  expectation.from = reader.number("from", kNotNegative);
  expectation.to = reader.number("to", kNotNegative);
  if (reader.has("at") && (reader.has("from") || reader.has("to"))) {
    reader.reject("at", "expected either at, or from and to, got both");
  }
  if (expectation.from && expectation.to && *expectation.from > *expectation.to) {
    reader.reject("from", "expected a time that is not after to");
  }
}

}  // namespace

void read_expect(const tinyxml2::XMLElement& element, SceneContent& content, FileErrors& errors) {
  ElementReader reader(element, errors);
  ExpectElement expect;
  expect.line = reader.line();
  expect.at_line = reader.line_of("at");
  expect.from_line = reader.line_of("from");
  expect.to_line = reader.line_of("to");
  expect.expectation.place = {errors.file(), reader.line()};
  expect.body = reader.reference("body");
  if (reader.text("joint")) reader.reject("joint", "joints are not supported yet");
  read_quantity(reader, expect.expectation);
  read_condition(reader, expect.expectation);
  const std::size_t errors_before = errors.num_added();
  read_times(reader, expect.expectation);
  // Times that are right by themselves are checked once the duration is known.
  if (errors.num_added() != errors_before) {
    expect.expectation.at = expect.expectation.from = expect.expectation.to = {};
  }
  reader.finish();
  reject_children(element, errors);
  content.expects.push_back(std::move(expect));
}

}  // namespace stiction
