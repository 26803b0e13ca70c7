// <expect>.

#include <stiction/scene/expectation.h>

#include <string>
#include <utility>

#include "element_names.h"
#include "element_reader.h"
#include "element_readers.h"
#include "nearest_name.h"

namespace stiction {
namespace {

/// The subject of an `<expect>`; each has its own quantities.
enum class ExpectSubject { scene, body, joint };

bool is_of(Quantity quantity, ExpectSubject subject) {
  switch (subject) {
    case ExpectSubject::body:
      return is_body_quantity(quantity);
    case ExpectSubject::joint:
      return is_joint_quantity(quantity);
    case ExpectSubject::scene:
      break;
  }
  return !is_body_quantity(quantity) && !is_joint_quantity(quantity);
}

std::vector<std::string> quantity_names(ExpectSubject subject) {
  std::vector<std::string> names;
  for (int i = 0; i <= static_cast<int>(Quantity::contacts); ++i) {
    const auto quantity = static_cast<Quantity>(i);
    if (is_of(quantity, subject)) names.emplace_back(to_string(quantity));
  }
  return names;
}

std::string suggest_quantity(const std::string& name) {
  std::vector<std::string> known;
  for (int i = 0; i <= static_cast<int>(Quantity::contacts); ++i) {
    known.emplace_back(to_string(static_cast<Quantity>(i)));
  }
  return suggestion(name, known);
}

std::string with_subject(ExpectSubject subject) {
  switch (subject) {
    case ExpectSubject::body:
      return "with a body";
    case ExpectSubject::joint:
      return "with a joint";
    case ExpectSubject::scene:
      break;
  }
  return "with neither body nor joint";
}

/// Records an error for a quantity that is unknown or does not go with `body` or `joint`.
void read_quantity(ElementReader& reader, Expectation& expectation) {
  reader.require("quantity");
  if (reader.has("body") && reader.has("joint")) {
    reader.reject("joint", "expected either body or joint, got both");
  }
  const ExpectSubject subject = reader.has("body")    ? ExpectSubject::body
                                : reader.has("joint") ? ExpectSubject::joint
                                                      : ExpectSubject::scene;
  const std::optional<std::string> name = reader.text("quantity");
  if (!name) return;
  const std::optional<Quantity> quantity = quantity_from_string(*name);
  const std::string accepted =
      "accepted " + with_subject(subject) + " are " + joined(quantity_names(subject));
  if (!quantity) {
    reader.reject("quantity", "unknown" + suggest_quantity(*name) + "; " + accepted);
    return;
  }
  expectation.quantity = *quantity;
  if (is_of(*quantity, subject)) return;
  if (is_body_quantity(*quantity)) {
    reader.reject("quantity", "attribute \"body\" is missing; " + accepted);
  } else if (is_joint_quantity(*quantity)) {
    reader.reject("quantity", "attribute \"joint\" is missing; " + accepted);
  } else {
    reader.reject("quantity", "applies to the whole scene; " + accepted);
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
  expect.joint = reader.reference("joint");
  read_quantity(reader, expect.expectation);
  read_condition(reader, expect.expectation);
  const std::size_t errors_before = errors.num_added();
  read_times(reader, expect.expectation);
  // Times that are valid by themselves are checked once the duration is known.
  if (errors.num_added() != errors_before) {
    expect.expectation.at = expect.expectation.from = expect.expectation.to = {};
  }
  reader.finish();
  reject_children(element, errors);
  content.expects.push_back(std::move(expect));
}

}  // namespace stiction
