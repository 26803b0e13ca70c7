#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/lcp/lcp.h>

#include <vector>

namespace stiction::bench {

/// A cube of 1 m and 1 kg with a contact at each lower corner, on an incline of the given tangent
/// that falls towards x; velocities in units of g h cos(angle).
ContactProblem make_incline_problem(double tangent, double friction);

/// A contact problem of a heap of logs.
struct LogProblem {
  double time = 0;  ///< time at which it was posed, s
  ContactProblem problem;
};

/// Lacoursiere 2003, figure 4: 40 logs that fall into a heap between two posts, friction 0.5.
/// Returns the largest problem of the step at each quarter of a second, `num_problems` in all,
/// first of the fall, then of the settled heap.
std::vector<LogProblem> make_log_problems(int num_problems);

/// The box problems of `num_problems` steps of the same heap, as `stiction run --dump-problems`
/// writes them. The heap falls under Lacoursiere's scaled box (two passes from zero friction, the
/// second with the bounds mu theta of the first), by its best answer where that is inexact; of each
/// step, the largest island counts once it has 30 rows. Three rows per contact: the normal and two
/// tangents.
std::vector<BoxLcp> make_log_box_problems(int num_problems);

}  // namespace stiction::bench
