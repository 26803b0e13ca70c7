#include "name_table.h"

#include "nearest_name.h"

namespace stiction {

bool NameTable::add(const std::string& name, int line) {
  const auto index = static_cast<std::uint32_t>(entries_.size());
  if (!entries_.try_emplace(name, Entry{index, line}).second) return false;
  if (first_names_.size() < kMaxSuggested) first_names_.push_back(name);
  return true;
}

std::optional<std::uint32_t> NameTable::find(const std::string& name) const {
  const auto entry = entries_.find(name);
  if (entry == entries_.end()) return {};
  return entry->second.index;
}

std::string NameTable::suggest(const std::string& name) {
  num_comparisons_ += first_names_.size();
  return num_comparisons_ <= kMaxComparisons ? suggestion(name, first_names_) : "";
}

std::optional<std::uint32_t> NameTable::resolve(const Reference& reference, FileErrors& errors) {
  const std::optional<std::uint32_t> index = find(reference.name);
  if (index || !is_complete_) return index;
  constexpr std::size_t kMostListed = 8;
  std::string what = "<" + reference.element + ">, " + reference.attribute + "=" +
                     in_quotes(reference.name) + ": unknown " + kind_ + suggest(reference.name);
  if (first_names_.empty()) {
    what += "; there is none in this file";
  } else if (first_names_.size() <= kMostListed) {
    what += "; known are " + joined(first_names_);
  }
  errors.add(reference.line, what);
  return {};
}

}  // namespace stiction
