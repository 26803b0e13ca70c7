#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/contact_columns.h>

#include <vector>

namespace stiction {

/// G^-1 J^T of a body, its mass M = G G^T: what a row sees of the mass-weighted velocity G^T v.
Vec6 weight_by_mass(const ContactProblem::Body& body, const Vec6& jacobian);

/// Whether Lloyd's columns can be of these rows: each a condition (free) or a limit (unilateral) on
/// at most two bodies, and none that yields.
bool fit_columns(const std::vector<ContactProblem::Row>& rows);

/// Adds a problem's rows to the columns of its contacts, behind them, in the same units:
/// conditions as bilateral rows, limits as contacts without friction. Multiplied by their length,
/// so that angular ones are of the same size. O(rows).
void append_row_columns(const ContactProblem& problem, ContactColumns& columns);

/// The impulse of a row, N s or N m s, from the theta of its column.
double calc_row_impulse(const ContactProblem::Row& row, double theta,
                        const ContactColumns& columns);

}  // namespace stiction
