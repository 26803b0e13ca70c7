#include "../../src/lcp/newton_functions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "newton_problems.h"

namespace stiction {
namespace {

struct Row {
  double lower, upper;
};
const std::vector<Row> kRows = {{0, kInf}, {-1, 2}, {-kInf, 0.5}, {-kInf, kInf}, {0.25, 0.25}};

double natural(double z, double w, const Row& row) {
  return z - std::min(std::max(z - w, row.lower), row.upper);
}

/// Points (z, w) at which none of the functions has a kink.
template <class Check>
void for_each_point(Check check) {
  for (const Row& row : kRows) {
    for (double z = -3.03; z < 4; z += 0.35) {
      for (double w = -2.51; w < 3; w += 0.35)
        check(row, row.lower == row.upper ? row.lower : z, w);
    }
  }
}

FischerFunction make_fischer(JacobianStrategy strategy) {
  FischerFunction function;
  function.reset(strategy, 1e-6, 3);
  return function;
}

TEST(MinMap, IsTheNaturalResidual) {
  for_each_point([](const Row& row, double z, double w) {
    EXPECT_NEAR(calc_min_map(z, w, row.lower, row.upper).value, natural(z, w, row), 1e-15);
  });
}

// Erleben's index sets (eq. 77): at a tie the bound counts.
TEST(MinMap, TakesTheBoundAtATie) {
  const NewtonRow tie = calc_min_map(2, 2, 0, kInf);
  EXPECT_EQ(tie.value, 2);
  EXPECT_EQ(tie.dz, 1);
  EXPECT_EQ(tie.dw, 0);
  const NewtonRow active = calc_min_map(2, 1, 0, kInf);
  EXPECT_EQ(active.value, 1);
  EXPECT_EQ(active.dz, 0);
  EXPECT_EQ(active.dw, 1);
}

TEST(FischerBurmeister, HandValues) {
  EXPECT_EQ(calc_fischer_burmeister(3, 4), -2);
  EXPECT_EQ(calc_fischer_burmeister(-3, -4), 12);
  EXPECT_EQ(calc_fischer_burmeister(3, -4), 6);
  EXPECT_EQ(calc_fischer_burmeister(0, 7), 0);
  EXPECT_EQ(calc_fischer_burmeister(7, 0), 0);
}

// sqrt(a^2 + b^2) - a - b = -b + b^2 / (2 a) - ..., which the plain formula loses.
TEST(FischerBurmeister, DoesNotCancelNorOverflow) {
  EXPECT_NEAR(calc_fischer_burmeister(1, 1e-20) / 1e-20, -1, 1e-15);
  EXPECT_NEAR(calc_fischer_burmeister(1e-20, 1) / 1e-20, -1, 1e-15);
  EXPECT_NEAR(calc_fischer_burmeister(3e200, 4e200) / 1e200, -2, 1e-14);
  EXPECT_NEAR(calc_fischer_burmeister(3e-200, 4e-200) / 1e-200, -2, 1e-14);
}

// Tseng: (2 - sqrt 2) |min(a, b)| <= |phi(a, b)| <= (2 + sqrt 2) |min(a, b)|. Nested once, the
// bounds multiply; in particular F is zero if and only if the conditions of the row hold.
TEST(Fischer, IsEquivalentToTheNaturalResidual) {
  const double least = 2 - std::sqrt(2.0);
  const double most = 2 + std::sqrt(2.0);
  for_each_point([&](const Row& row, double z, double w) {
    const double value = std::abs(FischerFunction::calc_value(z, w, row.lower, row.upper));
    const double residual = std::abs(natural(z, w, row));
    EXPECT_GE(value, least * std::min(least, 1.0) * residual * (1 - 1e-14));
    EXPECT_LE(value, most * std::max(most, 1.0) * residual * (1 + 1e-14));
  });
}

TEST(Fischer, IsZeroAtTheSolutionsOfARow) {
  for (const double w : {0.0, 0.5, 3.0}) EXPECT_EQ(FischerFunction::calc_value(-1, w, -1, 2), 0);
  for (const double w : {0.0, -0.5, -3.0}) EXPECT_EQ(FischerFunction::calc_value(2, w, -1, 2), 0);
  EXPECT_EQ(FischerFunction::calc_value(0.5, 0, -1, 2), 0);
  EXPECT_EQ(FischerFunction::calc_value(0.5, -2, -kInf, 0.5), 0);
}

// The one-sided forms are the limits of the nested one.
TEST(Fischer, TendsToTheOneSidedForms) {
  for (const double w : {-2.0, 0.3, 4.0}) {
    EXPECT_NEAR(FischerFunction::calc_value(1.5, w, 0, 1e12),
                FischerFunction::calc_value(1.5, w, 0, kInf), 1e-9);
    EXPECT_NEAR(FischerFunction::calc_value(1.5, w, -1e12, 2),
                FischerFunction::calc_value(1.5, w, -kInf, 2), 1e-9);
    EXPECT_NEAR(FischerFunction::calc_value(1.5, w, -1e12, 1e12), -w, 1e-9);
  }
}

template <class CalcValue>
void expect_derivatives(CalcValue calc_value, double z, double w, double dz, double dw) {
  constexpr double kStep = 1e-5;
  EXPECT_NEAR((calc_value(z + kStep, w) - calc_value(z - kStep, w)) / (2 * kStep), dz, 1e-6);
  EXPECT_NEAR((calc_value(z, w + kStep) - calc_value(z, w - kStep)) / (2 * kStep), dw, 1e-6);
}

TEST(Jacobians, AgreeWithFiniteDifferences) {
  FischerFunction fischer = make_fischer(JacobianStrategy::zero);
  for_each_point([&](const Row& row, double z, double w) {
    const auto [lower, upper] = row;
    const auto min_map = [&](double a, double b) { return calc_min_map(a, b, lower, upper).value; };
    const NewtonRow m = calc_min_map(z, w, lower, upper);
    expect_derivatives(min_map, z, w, m.dz, m.dw);
    const auto phi = [&](double a, double b) {
      return FischerFunction::calc_value(a, b, lower, upper);
    };
    const NewtonRow f = fischer.calc_row(z, w, lower, upper);
    expect_derivatives(phi, z, w, f.dz, f.dw);
    for (const double mu : {0.01, 0.3, 2.0}) {
      const auto smooth = [&](double a, double b) {
        return calc_smooth_mid(a, b, lower, upper, mu).value;
      };
      const SmoothRow s = calc_smooth_mid(z, w, lower, upper, mu);
      if (lower < upper || z - w != lower) expect_derivatives(smooth, z, w, s.dz, s.dw);
      const double h = 1e-5 * mu;
      const double dmu = (calc_smooth_mid(z, w, lower, upper, mu + h).value -
                          calc_smooth_mid(z, w, lower, upper, mu - h).value) /
                         (2 * h);
      EXPECT_NEAR(s.dmu, dmu, 1e-6);
    }
  });
}

// The reason why D_p + D_q M is regular for P matrices: both factors are <= 0, their sum is bounded
// away from 0.
TEST(Jacobians, OfFischerHaveOneSign) {
  for (const JacobianStrategy strategy :
       {JacobianStrategy::random, JacobianStrategy::zero, JacobianStrategy::perturbation}) {
    FischerFunction fischer = make_fischer(strategy);
    for (const Row& row : kRows) {
      for (const double z : {-1.0, 0.0, 0.25, 0.5, 2.0, 3.0}) {
        for (const double w : {-1.0, 0.0, 1.0}) {
          const NewtonRow r = fischer.calc_row(z, w, row.lower, row.upper);
          EXPECT_LE(r.dz, 0);
          EXPECT_LE(r.dw, 0);
          EXPECT_LT(r.dz + r.dw, -0.05);
        }
      }
    }
  }
}

// z = w = 0, eqs 98: (a - 1, b - 1) with a^2 + b^2 <= 1; a = b = 0; z replaced by epsilon.
TEST(Jacobians, StrategiesAtTheKink) {
  const NewtonRow zero = make_fischer(JacobianStrategy::zero).calc_row(0, 0, 0, kInf);
  EXPECT_EQ(zero.dz, -1);
  EXPECT_EQ(zero.dw, -1);
  const NewtonRow shifted = make_fischer(JacobianStrategy::perturbation).calc_row(0, 0, 0, kInf);
  EXPECT_EQ(shifted.dz, 0);
  EXPECT_EQ(shifted.dw, -1);
  FischerFunction random = make_fischer(JacobianStrategy::random);
  double spread = 0;
  double before = 0;
  for (int k = 0; k < 200; ++k) {
    const NewtonRow row = random.calc_row(0, 0, 0, kInf);
    EXPECT_LE(std::hypot(row.dz + 1, row.dw + 1), 1 + 1e-15);
    spread += std::abs(row.dz - before);
    before = row.dz;
  }
  EXPECT_GT(spread, 10);
  // At an upper bound with w = 0 the inner phi is at its kink; F itself is not.
  const NewtonRow upper = make_fischer(JacobianStrategy::perturbation).calc_row(2, 0, -1, 2);
  EXPECT_EQ(upper.value, 0);
  EXPECT_EQ(upper.dz, 0);
  EXPECT_EQ(upper.dw, -1);
}

TEST(SmoothMid, HandValues) {
  // min(z, w) -> (z + w - sqrt((z - w)^2 + 4 mu^2)) / 2: (5 + 2 - 5) / 2.
  EXPECT_NEAR(calc_smooth_mid(5, 2, 0, kInf, 2).value, 1, 1e-15);
  EXPECT_NEAR(calc_smooth_mid(2, 5, 0, kInf, 2).value, 1, 1e-15);
  EXPECT_EQ(calc_smooth_mid(7, -3, -kInf, kInf, 2).value, -3);
  EXPECT_EQ(calc_smooth_mid(7, -3, 6, 6, 2).value, 1);
}

// 0 <= s(t) - max(0, t) <= mu, so that the two smoothed terms together are off by at most mu.
TEST(SmoothMid, IsWithinMuOfTheMinimumMap) {
  for_each_point([](const Row& row, double z, double w) {
    for (const double mu : {0.0, 1e-12, 1e-3, 1.0}) {
      const SmoothRow s = calc_smooth_mid(z, w, row.lower, row.upper, mu);
      EXPECT_LE(std::abs(s.value - natural(z, w, row)), mu + 1e-14);
      EXPECT_GE(s.dz, 0);
      EXPECT_GE(s.dw, 0);
      EXPECT_NEAR(s.dz + s.dw, 1, 1e-15);
    }
  });
}

}  // namespace
}  // namespace stiction
