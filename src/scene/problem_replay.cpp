#include <stiction/scene/problem_replay.h>

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>
#include <string>

namespace stiction {
namespace {

using ReplayJson = nlohmann::ordered_json;

constexpr const char* kReplayFormat = "stiction contact problem 2";

// --- Writing -------------------------------------------------------------------------------------

ReplayJson number_to_json(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : (value > 0 ? "inf" : "-inf");
}

/// Row by row.
template <typename Derived>
ReplayJson matrix_to_json(const Eigen::MatrixBase<Derived>& matrix) {
  ReplayJson array = ReplayJson::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) array.push_back(number_to_json(matrix(i, j)));
  }
  return array;
}

ReplayJson body_to_json(const ContactProblem::Body& body) {
  return {{"mass", number_to_json(body.mass)},
          {"inertia", matrix_to_json(body.inertia)},
          {"inverse_mass", number_to_json(body.inverse_mass)},
          {"inverse_inertia", matrix_to_json(body.inverse_inertia)},
          {"free_velocity", matrix_to_json(body.free_velocity)},
          {"start_velocity", matrix_to_json(body.start_velocity)}};
}

ReplayJson contact_to_json(const ContactProblem::Contact& contact) {
  return {{"body_a", contact.body_a},
          {"body_b", contact.body_b},
          {"frame", matrix_to_json(contact.frame)},
          {"arm_a", matrix_to_json(contact.arm_a)},
          {"arm_b", matrix_to_json(contact.arm_b)},
          {"offset", matrix_to_json(contact.offset)},
          {"friction", number_to_json(contact.friction)},
          {"prior_normal_impulse", number_to_json(contact.prior_normal_impulse)},
          {"touching", contact.touching},
          {"closing", contact.closing},
          {"viscosity", number_to_json(contact.viscosity)}};
}

template <typename Items, typename ToJson>
ReplayJson list_to_json(const Items& items, const ToJson& to_json) {
  ReplayJson array = ReplayJson::array();
  for (const auto& item : items) array.push_back(to_json(item));
  return array;
}

ReplayJson side_to_json(const ContactProblem::Row::Side& side) {
  return {{"body", side.body}, {"jacobian", matrix_to_json(side.jacobian)}};
}

ReplayJson row_to_json(const ContactProblem::Row& row) {
  return {{"sides", list_to_json(row.sides, side_to_json)},
          {"offset", number_to_json(row.offset)},
          {"softness", number_to_json(row.softness)},
          {"lower", number_to_json(row.lower)},
          {"upper", number_to_json(row.upper)},
          {"length", number_to_json(row.length)},
          {"start_impulse", number_to_json(row.start_impulse)}};
}

ReplayJson guess_to_json(const ContactGuess& guess) {
  return {{"known", guess.known},
          {"near", guess.near},
          {"impulse", matrix_to_json(guess.impulse)},
          {"state", static_cast<int>(guess.state)},
          {"memory", guess.memory}};
}

// --- Reading -------------------------------------------------------------------------------------

/// A value in the file, with its place.
class ReplayValue {
 public:
  ReplayValue(const ReplayJson& json, std::string place) : json_(json), place_(std::move(place)) {}

  ReplayValue at(const char* key) const {
    if (!json_.is_object()) reject("an object");
    const auto found = json_.find(key);
    const std::string inner = place_ + (place_.empty() ? "" : ".") + key;
    if (found == json_.end()) throw ReplayError("\"" + inner + "\" is missing");
    return {*found, inner};
  }

  /// True if the entry exists; for entries that older files lack.
  bool has(const char* key) const { return json_.is_object() && json_.contains(key); }

  template <typename Visit>
  void for_each(const Visit& visit) const {
    if (!json_.is_array()) reject("a list");
    for (std::size_t i = 0; i < json_.size(); ++i) {
      visit(ReplayValue(json_[i], place_ + "[" + std::to_string(i) + "]"));
    }
  }

  double number() const {
    if (json_.is_number()) return json_.get<double>();
    if (json_ == "inf") return std::numeric_limits<double>::infinity();
    if (json_ == "-inf") return -std::numeric_limits<double>::infinity();
    if (json_ == "nan") return std::numeric_limits<double>::quiet_NaN();
    reject("a number");
  }

  // Accepts NaN: a problem that a step could not solve, for whatever reason, is kept as it was.

  double not_negative() const {
    const double value = number();
    if (value < 0) reject("a number of at least 0");
    return value;
  }

  double positive() const {
    const double value = number();
    if (value <= 0) reject("a number above 0");
    return value;
  }

  std::int64_t integer(std::int64_t least, std::int64_t most) const {
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const bool is_huge = json_.is_number_unsigned() && json_.get<std::uint64_t>() > kMost;
    const auto is_in_range = [&](std::int64_t value) { return value >= least && value <= most; };
    if (!json_.is_number_integer() || is_huge || !is_in_range(json_.get<std::int64_t>())) {
      reject("a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return json_.get<std::int64_t>();
  }

  std::uint64_t bits() const {
    if (!json_.is_number_unsigned()) reject("a whole number from 0");
    return json_.get<std::uint64_t>();
  }

  bool boolean() const {
    if (!json_.is_boolean()) reject("true or false");
    return json_.get<bool>();
  }

  std::string text() const {
    if (!json_.is_string()) reject("a text");
    return json_.get<std::string>();
  }

  /// Row by row.
  template <typename Matrix>
  Matrix matrix() const {
    Matrix matrix;
    Eigen::Index place = 0;
    for_each([&](const ReplayValue& entry) {
      if (place < matrix.size()) {
        matrix(place / matrix.cols(), place % matrix.cols()) = entry.number();
      }
      ++place;
    });
    if (place != matrix.size()) reject(std::to_string(matrix.size()) + " numbers");
    return matrix;
  }

  /// A list of fixed length.
  template <typename Array, typename Read>
  Array list_of(const Read& read) const {
    Array array{};
    std::size_t place = 0;
    for_each([&](const ReplayValue& entry) {
      if (place < array.size()) array[place] = read(entry);
      ++place;
    });
    if (place != array.size()) reject("a list of " + std::to_string(array.size()));
    return array;
  }

  [[noreturn]] void reject(const std::string& accepted) const {
    throw ReplayError((place_.empty() ? "" : "\"" + place_ + "\": ") + "expected " + accepted);
  }

 private:
  const ReplayJson& json_;
  std::string place_;
};

ContactProblem::Body body_from_json(const ReplayValue& json) {
  ContactProblem::Body body;
  body.mass = json.at("mass").positive();
  body.inertia = json.at("inertia").matrix<Mat3>();
  body.inverse_mass = json.at("inverse_mass").positive();
  body.inverse_inertia = json.at("inverse_inertia").matrix<Mat3>();
  body.free_velocity = json.at("free_velocity").matrix<Vec6>();
  body.start_velocity = json.at("start_velocity").matrix<Vec6>();
  return body;
}

ContactProblem::Contact contact_from_json(const ReplayValue& json, std::size_t num_bodies) {
  const std::int64_t last = static_cast<std::int64_t>(num_bodies) - 1;
  ContactProblem::Contact contact;
  contact.body_a = static_cast<int>(json.at("body_a").integer(-1, last));
  contact.body_b = static_cast<int>(json.at("body_b").integer(-1, last));
  if (contact.body_a == contact.body_b) json.at("body_b").reject("a body other than body_a");
  contact.frame = json.at("frame").matrix<Mat3>();
  contact.arm_a = json.at("arm_a").matrix<Vec3>();
  contact.arm_b = json.at("arm_b").matrix<Vec3>();
  contact.offset = json.at("offset").matrix<Vec3>();
  contact.friction = json.at("friction").not_negative();
  contact.prior_normal_impulse = json.at("prior_normal_impulse").not_negative();
  contact.touching = json.at("touching").boolean();
  if (json.has("closing")) contact.closing = json.at("closing").boolean();
  contact.viscosity = json.at("viscosity").not_negative();
  return contact;
}

ContactGuess guess_from_json(const ReplayValue& json) {
  ContactGuess guess;
  guess.known = json.at("known").boolean();
  if (json.has("near")) guess.near = json.at("near").boolean();
  guess.impulse = json.at("impulse").matrix<Vec3>();
  guess.state = static_cast<ContactState>(json.at("state").integer(0, 2));
  guess.memory =
      json.at("memory").list_of<ContactMemory>([](const ReplayValue& word) { return word.bits(); });
  return guess;
}

ContactProblem::Row row_from_json(const ReplayValue& json, std::size_t num_bodies) {
  using Row = ContactProblem::Row;
  const std::int64_t last = static_cast<std::int64_t>(num_bodies) - 1;
  Row row;
  std::set<int> bodies;
  row.sides = json.at("sides").list_of<decltype(Row::sides)>([&](const ReplayValue& side) {
    Row::Side read;
    read.body = static_cast<int>(side.at("body").integer(-1, last));
    read.jacobian = side.at("jacobian").matrix<Vec6>();
    if (read.body >= 0 && !bodies.insert(read.body).second) {
      side.at("body").reject("a body not among those of earlier sides");
    }
    return read;
  });
  row.offset = json.at("offset").number();
  row.softness = json.at("softness").not_negative();
  row.lower = json.at("lower").number();
  row.upper = json.at("upper").number();
  if (!(row.lower <= row.upper)) json.at("upper").reject("a number not below \"lower\"");
  row.length = json.at("length").positive();
  row.start_impulse = json.at("start_impulse").number();
  return row;
}

ProblemReplay replay_from_json(const ReplayValue& json) {
  if (json.at("format").text() != kReplayFormat) {
    throw ReplayError(std::string("\"format\": expected \"") + kReplayFormat + "\"");
  }
  ProblemReplay replay;
  replay.options.model = json.at("model").text();
  replay.options.solver = json.at("solver").text();
  replay.options.directions = static_cast<int>(json.at("directions").integer(4, 64));
  replay.options.alignment =
      json.at("turns_facets").boolean() ? FacetAlignment::slip : FacetAlignment::world;
  replay.options.effort = json.at("effort").number();
  if (!(replay.options.effort > 0)) json.at("effort").reject("a number above 0");
  ContactProblem& problem = replay.problem;
  problem.velocity_scale = json.at("velocity_scale").not_negative();
  problem.time_step = json.at("time_step").not_negative();
  json.at("bodies").for_each(
      [&](const ReplayValue& body) { problem.bodies.push_back(body_from_json(body)); });
  json.at("contacts").for_each([&](const ReplayValue& contact) {
    problem.contacts.push_back(contact_from_json(contact, problem.bodies.size()));
  });
  json.at("rows").for_each([&](const ReplayValue& row) {
    problem.rows.push_back(row_from_json(row, problem.bodies.size()));
  });
  json.at("guesses").for_each(
      [&](const ReplayValue& guess) { replay.guesses.push_back(guess_from_json(guess)); });
  if (!replay.guesses.empty() && replay.guesses.size() != problem.contacts.size()) {
    throw ReplayError("\"guesses\": expected one for each of the " +
                      std::to_string(problem.contacts.size()) + " contacts, or none, got " +
                      std::to_string(replay.guesses.size()));
  }
  return replay;
}

}  // namespace

void write_problem_replay(const std::filesystem::path& file, const ProblemReplay& replay) {
  ReplayJson json;
  json["format"] = kReplayFormat;
  json["model"] = replay.options.model;
  json["solver"] = replay.options.solver;
  json["directions"] = replay.options.directions;
  json["turns_facets"] = replay.options.alignment == FacetAlignment::slip;
  json["effort"] = number_to_json(replay.options.effort);
  json["velocity_scale"] = number_to_json(replay.problem.velocity_scale);
  json["time_step"] = number_to_json(replay.problem.time_step);
  json["bodies"] = list_to_json(replay.problem.bodies, body_to_json);
  json["contacts"] = list_to_json(replay.problem.contacts, contact_to_json);
  json["rows"] = list_to_json(replay.problem.rows, row_to_json);
  json["guesses"] = list_to_json(replay.guesses, guess_to_json);
  std::ofstream stream(file);
  stream << json.dump(1) << '\n';
  stream.close();
  if (stream) return;
  throw ReplayError(file.string() + ": cannot be written: " + std::strerror(errno));
}

ProblemReplay read_problem_replay(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw ReplayError(file.string() + ": is a directory");
  }
  std::ifstream stream(file);
  if (!stream) throw ReplayError(file.string() + ": cannot be read: " + std::strerror(errno));
  try {
    const ReplayJson json = ReplayJson::parse(stream);
    return replay_from_json(ReplayValue(json, ""));
  } catch (const ReplayJson::exception& error) {
    const std::string trouble = error.what();  // "[json.exception.parse_error.101] parse ..."
    throw ReplayError(file.string() + ": is not JSON: " + trouble.substr(trouble.find(']') + 2));
  } catch (const ReplayError& error) {
    throw ReplayError(file.string() + ": " + error.what());
  }
}

}  // namespace stiction
