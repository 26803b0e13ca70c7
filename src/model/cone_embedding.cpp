#include "cone_embedding.h"

namespace stiction {

ContactProblem make_bare_contacts(const Eigen::VectorXd& mu) {
  ContactProblem contacts;
  contacts.contacts.resize(static_cast<std::size_t>(mu.size()));
  for (Eigen::Index c = 0; c < mu.size(); ++c) {
    contacts.contacts[static_cast<std::size_t>(c)].friction = mu[c];
  }
  return contacts;
}

ConeEmbedding embed_in_space(const ConeProblem& problem) {
  const int d = problem.dimension;
  const int n = problem.num_contacts();
  ConeEmbedding embedding;
  embedding.contacts = make_bare_contacts(problem.mu);
  embedding.delassus.W.setZero(3 * n, 3 * n);
  embedding.delassus.u_free.setZero(3 * n);
  for (int i = 0; i < n; ++i) {
    embedding.delassus.u_free.segment(3 * i, d) = problem.q.segment(problem.first_row(i), d);
    for (int k = 0; k < n; ++k) {
      embedding.delassus.W.block(3 * i, 3 * k, d, d) =
          problem.W.block(problem.first_row(i), problem.first_row(k), d, d);
    }
  }
  return embedding;
}

void take_from_space(const std::vector<Vec3>& impulses, int dimension, Eigen::VectorXd& r) {
  r.resize(dimension * static_cast<Eigen::Index>(impulses.size()));
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    r.segment(dimension * static_cast<Eigen::Index>(c), dimension) = impulses[c].head(dimension);
  }
}

}  // namespace stiction
