#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stiction {

/// What the test of a file with one fault is called.
template <class Malformed>
std::string kind_of(const testing::TestParamInfo<Malformed>& info) {
  return info.param.kind;
}

/// One line, and the fragments in it.
inline void expect_message(const std::string& message, const std::vector<std::string>& fragments) {
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  for (const std::string& fragment : fragments) {
    EXPECT_NE(message.find(fragment), std::string::npos) << fragment << "\n" << message;
  }
}

}  // namespace stiction
