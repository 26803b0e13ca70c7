#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/delassus.h>

#include <Eigen/Core>

#include <vector>

#include "cone_problem.h"

namespace stiction {

/// A `ConeProblem` in the form in which contact models pose theirs: contacts in space with
/// friction, but without bodies, and their contact matrix, which may be unsymmetric.
///
/// A plane contact becomes one in space with a second tangent on which nothing acts and which acts
/// on nothing, so that it carries no friction; its pyramid has two directions, along the first.
struct ConeEmbedding {
  ContactProblem contacts;
  Delassus delassus;
};

/// O(m^2) for m rows.
ConeEmbedding embed_in_space(const ConeProblem& problem);

/// Of the pyramids of embedded contacts: those asked for, of plane contacts two.
inline int embedded_directions(int dimension, int directions) {
  return dimension == 2 ? 2 : directions;
}

/// Contacts in space with these coefficients of friction and no bodies.
ContactProblem make_bare_contacts(const Eigen::VectorXd& mu);

/// The impulses of contacts in space as those of a problem of this dimension.
void take_from_space(const std::vector<Vec3>& impulses, int dimension, Eigen::VectorXd& r);

}  // namespace stiction
