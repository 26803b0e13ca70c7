#include <gtest/gtest.h>
#include <stiction/math/rejected_number.h>

#include <stdexcept>

#include "constants.h"

namespace stiction {
namespace {

TEST(RejectNumber, SaysItSoThatItReadsBack) {
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(-3), "-3");
  EXPECT_EQ(format_number(1e-9), "1e-09");
  EXPECT_EQ(std::stod(format_number(1.0 / 3)), 1.0 / 3);
  EXPECT_EQ(format_number(-2.2250738585072014e-308), "-2.2250738585072014e-308");
  EXPECT_EQ(format_number(kInf), "inf");
  EXPECT_EQ(format_number(kNaN), "nan");
  try {
    reject_number("a tolerance > 0", -1e-9);
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "expected a tolerance > 0, got -1e-09");
  }
}

}  // namespace
}  // namespace stiction
