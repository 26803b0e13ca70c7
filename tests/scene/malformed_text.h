#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stiction {

/// The name of the test of a file with one fault.
template <class Malformed>
std::string kind_of(const testing::TestParamInfo<Malformed>& info) {
  return info.param.kind;
}

/// Expects a message of one line that contains the fragments.
inline void expect_message(const std::string& message, const std::vector<std::string>& fragments) {
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  for (const std::string& fragment : fragments) {
    EXPECT_NE(message.find(fragment), std::string::npos) << fragment << "\n" << message;
  }
}

}  // namespace stiction
