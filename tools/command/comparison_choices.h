#pragma once

#include <stiction/model/contact_model.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::command {

/// Lists of values separated by commas, as they were typed.
struct ComparisonLists {
  std::optional<std::string> models, solvers, directions, alignments, timesteps;
};

/// What a comparison varies. An empty list varies nothing: what the scene says is kept.
struct ComparisonChoices {
  std::vector<std::string> models;   ///< of this library
  std::vector<std::string> solvers;  ///< each of some model of this library
  std::vector<int> directions;
  std::vector<FacetAlignment> alignments;
  std::vector<double> timesteps;  ///< s
};

/// Understands the lists. What is wrong with them is added to `errors`, each list and value by
/// itself: an empty list or value, one that is not accepted, one that was given before.
ComparisonChoices parse_choices(const ComparisonLists& lists, std::vector<std::string>& errors);

/// The solvers of the models, each once.
std::vector<std::string> list_solvers(const ContactModelCatalogue& catalogue,
                                      const std::vector<std::string>& models);

/// "slip" or "world", as in scene files.
std::string_view to_string(FacetAlignment alignment);

}  // namespace stiction::command
