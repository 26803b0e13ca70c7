#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace stiction {

/// Random numbers that are the same with every standard library.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  std::size_t below(std::size_t limit) { return engine_() % limit; }

 private:
  std::mt19937 engine_;
};

/// The text with one random change; some changes insert one of the words.
inline std::string mutated(std::string text, const std::vector<std::string>& words, Dice& dice) {
  const std::size_t at = dice.below(text.size() + 1);
  const std::size_t length = std::min(text.size() - at, dice.below(60));
  switch (dice.below(6)) {
    case 0:  // overwrite a byte, with any value including zero
      if (at < text.size()) text[at] = static_cast<char>(dice.below(256));
      return text;
    case 1:  // flip a bit
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << dice.below(8)));
      return text;
    case 2:
      return text.substr(0, at);
    case 3:
      return text.erase(at, length);
    case 4:
      return text.insert(dice.below(text.size() + 1), text.substr(at, length));
    default:
      return text.insert(at, words[dice.below(words.size())]);
  }
}

}  // namespace stiction
