#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/contact_columns.h>
#include <stiction/model/lloyd_lemke.h>

#include <array>

namespace stiction {

/// Appends a problem's rows to the columns of its contacts, in the same units and multiplied by
/// their length, so that angular ones are of the same size:
///
///     free           a bilateral row
///     unilateral     a contact without friction; its impulse is counted from the bound
///     boxed          a contact that never pushes, whose friction acts along the row and leans on a
///                    normal impulse given before; its impulse is counted from the box's middle
///     fixed          known, part of the free velocities
///
/// A soft row has an entry of dv of its own. If a row has more than two segments, as for gears on
/// more than two bodies, all columns become dense. Returns false, and adds nothing, if that would
/// take too much memory. O(rows), dense O((contacts + rows) bodies).
bool append_row_columns(const ContactProblem& problem, ContactColumns& columns);

/// The impulse of a row, N s or N m s, from (theta, f_x, f_y) of its column.
double calc_row_impulse(const ContactProblem::Row& row, const std::array<double, 3>& impulse,
                        const ContactColumns& columns);

/// The basic variables of a row's column, given the row's impulse.
ContactBasis basis_of_row(const ContactProblem::Row& row, double impulse, int directions);

}  // namespace stiction
