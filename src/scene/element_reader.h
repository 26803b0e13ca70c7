#pragma once

#include <stiction/body/body.h>
#include <stiction/math/rigid_transform.h>
#include <stiction/math/vector.h>
#include <tinyxml2.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "file_errors.h"
#include "scene_content.h"

namespace stiction {

/// The numbers that an attribute accepts; all must be finite.
struct NumberRange {
  const char* accepted;  ///< wording in messages
  bool (*holds)(double value);
};

inline constexpr NumberRange kAnyNumber{"finite", [](double) { return true; }};
/// Positions and speeds.
inline constexpr NumberRange kPlaces{"from -1e75 to 1e75",
                                     [](double value) { return std::abs(value) <= kLargestPlace; }};
inline constexpr NumberRange kPositive{"> 0", [](double value) { return value > 0; }};
inline constexpr NumberRange kNotNegative{">= 0", [](double value) { return value >= 0; }};
inline constexpr NumberRange kNotZero{"other than 0", [](double value) { return value != 0; }};
inline constexpr NumberRange kUnitInterval{"in 0..1",
                                           [](double value) { return value >= 0 && value <= 1; }};

/// Reads an element's attributes, each at most once, and records errors in them.
///
/// A getter returns nothing if the attribute is absent, or if it is wrong, which it records:
/// `reader.number("friction", kNotNegative).value_or(0.5)`. The attributes that were asked for are
/// those that the element accepts: `finish` reports all others.
class ElementReader {
 public:
  ElementReader(const tinyxml2::XMLElement& element, FileErrors& errors);

  bool has(const char* name) const;
  int line() const { return element_.GetLineNum(); }
  int line_of(const char* name) const;

  std::optional<std::string> text(const char* name);
  /// A text that may serve as a name: not empty, at most 255 bytes, without control characters or
  /// blanks at its ends.
  std::optional<std::string> name(const char* attribute);
  /// A name to be looked up once the whole file is known.
  std::optional<Reference> reference(const char* attribute);
  std::optional<double> number(const char* name, const NumberRange& range = kAnyNumber);
  std::optional<std::int64_t> integer(const char* name, std::int64_t lowest, std::int64_t highest);
  std::optional<bool> boolean(const char* name);
  /// Three numbers, each in the range.
  std::optional<Vec3> vector(const char* name, const NumberRange& range = kAnyNumber);

  /// A list of numbers, each in the range, with a length that `is_accepted`; `expected` describes
  /// the length in messages.
  std::optional<std::vector<double>> list(const char* name, const std::string& expected,
                                          const std::function<bool(std::size_t)>& is_accepted,
                                          const NumberRange& range = kAnyNumber);
  /// A file to read, as a path beside this scene file's; `accepted` names its kind.
  std::optional<std::string> file(const char* name, const std::string& accepted);

  /// `xyz` and `rpy`, for replicates, includes and inertials.
  RigidTransform placement();
  /// `xyz` and either `rpy` or `quat`, which is normalised, for bodies and shapes.
  RigidTransform pose();

  /// Warns of an angle in the attribute that looks like degrees; infinity does not.
  void warn_of_degrees(const char* name, double angle);

  /// Records an error if the attribute is missing.
  void require(const char* name);
  /// Records an error in the value of an attribute.
  void reject(const char* name, const std::string& what);
  /// Records an error of the element.
  void reject(const std::string& what);
  /// Records the attributes that were not asked for. Call it last.
  void finish();
  /// Replaces `finish` in formats that others extend: records unknown attributes that are close to
  /// a known name, and returns the others.
  std::vector<std::string> finish_extended();

 private:
  const tinyxml2::XMLAttribute* find(const char* name);
  std::vector<const tinyxml2::XMLAttribute*> find_unknown() const;
  void reject_unknown(const tinyxml2::XMLAttribute& attribute);
  std::optional<std::vector<double>> numbers(const char* name, std::size_t count,
                                             const NumberRange& range);
  std::optional<Quat> quaternion();

  const tinyxml2::XMLElement& element_;
  FileErrors& errors_;
  std::vector<std::string> known_;
};

/// `<element name="..." attribute="value">`, with which messages begin.
std::string describe(const tinyxml2::XMLElement& element);

}  // namespace stiction
