#include "comparison_choices.h"

#include "command_error.h"
#include "option_values.h"

#include <stiction/scene/names.h>

#include <algorithm>

namespace stiction::command {
namespace {

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ',') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

/// The values of a list, each read by `parse`, which throws CommandError for an invalid one.
template <typename Value, typename Parse>
std::vector<Value> parse_list(const char* option, const std::optional<std::string>& text,
                              const Parse& parse, std::vector<std::string>& errors) {
  std::vector<Value> values;
  if (!text) return values;
  for (const std::string& word : split_at_commas(*text)) {
    try {
      if (word.empty())
        throw CommandError(std::string(option) + ": expected a list A,B,... of " +
                           "values, got an empty one in \"" + *text + "\"");
      const Value value = parse(word);
      if (std::ranges::find(values, value) != values.end()) {
        throw CommandError(std::string(option) + ": expected each value once, got \"" + word +
                           "\" again");
      }
      values.push_back(value);
    } catch (const CommandError& error) {
      errors.emplace_back(error.what());
    }
  }
  return values;
}

std::string parse_model(const std::string& word) {
  const std::vector<std::string> names = ContactModelCatalogue().names();
  check_name("--models", word, names, names);
  return word;
}

std::string parse_solver(const std::string& word) {
  const ContactModelCatalogue catalogue;
  check_name("--solvers", word, list_solvers(catalogue, catalogue.names()),
             known_contact_solver_names());
  return word;
}

FacetAlignment parse_alignment(const std::string& word) {
  const std::vector<std::string> names = {std::string(to_string(FacetAlignment::slip)),
                                          std::string(to_string(FacetAlignment::world))};
  check_name("--align", word, names, names);
  return word == names.front() ? FacetAlignment::slip : FacetAlignment::world;
}

double parse_timestep(const std::string& word) {
  return parse_positive_number("--timesteps", word, " of seconds");
}

}  // namespace

ComparisonChoices parse_choices(const ComparisonLists& lists, std::vector<std::string>& errors) {
  ComparisonChoices choices;
  choices.models = parse_list<std::string>("--models", lists.models, parse_model, errors);
  choices.solvers = parse_list<std::string>("--solvers", lists.solvers, parse_solver, errors);
  choices.directions =
      parse_list<int>("--directions", lists.directions, parse_direction_count, errors);
  choices.alignments =
      parse_list<FacetAlignment>("--align", lists.alignments, parse_alignment, errors);
  choices.timesteps = parse_list<double>("--timesteps", lists.timesteps, parse_timestep, errors);
  return choices;
}

std::vector<std::string> list_solvers(const ContactModelCatalogue& catalogue,
                                      const std::vector<std::string>& models) {
  std::vector<std::string> solvers;
  for (const std::string& model : models) {
    for (const std::string& solver : catalogue.solvers(model)) {
      if (std::ranges::find(solvers, solver) == solvers.end()) solvers.push_back(solver);
    }
  }
  return solvers;
}

std::string_view to_string(FacetAlignment alignment) {
  return alignment == FacetAlignment::slip ? "slip" : "world";
}

}  // namespace stiction::command
