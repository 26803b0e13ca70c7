#pragma once

#include <stiction/model/contact_model.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::command {

/// Lists of values separated by commas, as typed.
struct ComparisonLists {
  std::optional<std::string> models, solvers, directions, alignments, timesteps;
};

/// The choices that a comparison varies. An empty list varies nothing: the scene's own setting is
/// kept.
struct ComparisonChoices {
  std::vector<std::string> models;   ///< of this library
  std::vector<std::string> solvers;  ///< each of some model of this library
  std::vector<int> directions;
  std::vector<FacetAlignment> alignments;
  std::vector<double> timesteps;  ///< s
};

/// Parses the lists. Adds each error to `errors`: an empty list or value, a value that is not
/// accepted, or one that was given before.
ComparisonChoices parse_choices(const ComparisonLists& lists, std::vector<std::string>& errors);

/// The solvers of the models, each once.
std::vector<std::string> list_solvers(const ContactModelCatalogue& catalogue,
                                      const std::vector<std::string>& models);

/// "slip" or "world", as in scene files.
std::string_view to_string(FacetAlignment alignment);

}  // namespace stiction::command
