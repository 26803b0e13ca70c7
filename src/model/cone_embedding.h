#pragma once

#include <stiction/contact/contact_problem.h>
#include <stiction/model/delassus.h>

#include <Eigen/Core>

#include <vector>

#include "cone_problem.h"

namespace stiction {

/// A `ConeProblem` in the form in which contact models pose theirs: contacts in space with friction
/// and directions, but without bodies, and their contact matrix, which may be unsymmetric.
///
/// A plane contact becomes one in space with two directions along its tangent, and a second tangent
/// on which nothing acts and which acts on nothing, so that it carries no friction.
struct ConeEmbedding {
  ContactProblem contacts;
  Delassus delassus;
};

/// O(m^2) for m rows.
ConeEmbedding embed_in_space(const ConeProblem& problem, int directions);

/// Contacts in space with these coefficients of friction and no bodies; in the plane, two
/// directions.
ContactProblem make_bare_contacts(const Eigen::VectorXd& mu, int dimension, int directions);

/// The impulses of contacts in space as those of a problem of this dimension.
void take_from_space(const std::vector<Vec3>& impulses, int dimension, Eigen::VectorXd& r);

}  // namespace stiction
