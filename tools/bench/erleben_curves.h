#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace stiction::bench {

/// A line of a figure.
struct Curve {
  std::string name;
  std::vector<double> x = {};
  std::vector<double> y = {};
};

/// A figure of Erleben 2013, section 7.
struct CurveSet {
  std::string figure;  ///< "2a"
  std::string title;
  std::string x_title;
  std::string y_title;
  bool has_logarithmic_x = false;
  std::vector<Curve> curves = {};
};

/// Sizes of the experiments.
struct ErlebenSizes {
  int fluid_cells = 10;          ///< along each side of the cube: 1000 variables
  int figure_contacts = 50;      ///< 300 variables
  int table_contacts = 30;       ///< 180 variables
  int problems = 100;            ///< of each table
  int dense_size = 100;          ///< of figure 6 and of the zero eigenvalues
  int largest_fluid_cells = 18;  ///< of figure 5
  int largest_contacts = 80;     ///< of figure 5
};

/// Figure 2: the merit function over the iterations, on a fluid problem, on the contact problem as
/// printed and on one from real Jacobians.
std::vector<CurveSet> make_convergence_curves(const ErlebenSizes& sizes);
/// Figure 3: the four strategies of Fischer-Newton.
std::vector<CurveSet> make_strategy_curves(const ErlebenSizes& sizes);
/// Figure 4: relaxations of PSOR.
CurveSet make_relaxation_curves(const ErlebenSizes& sizes);
/// Figure 5: time in us against the number of variables, for ten iterations, for Lemke's method of
/// the whole solve.
std::vector<CurveSet> make_time_curves(const ErlebenSizes& sizes);

/// Prints a table with a column per curve and a row for some of the x.
void print_curves(std::ostream& out, const CurveSet& set);

/// The first x from which on the curve stays below `value`; NaN if it does not end below. (The
/// merit function of eq. 106 is zero at the start, too.)
double first_below(const Curve& curve, double value);

/// The exponent p of y ~ x^p between the last two points; none if there are fewer, or a y is not
/// positive.
std::optional<double> last_exponent(const Curve& curve);

}  // namespace stiction::bench
