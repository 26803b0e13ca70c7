#include "cone_embedding.h"

namespace stiction {

ConeEmbedding embed_in_space(const ConeProblem& problem, int directions) {
  const int d = problem.dimension;
  const int n = problem.num_contacts();
  ConeEmbedding embedding;
  embedding.contacts.directions = d == 2 ? 2 : directions;
  embedding.contacts.contacts.resize(static_cast<std::size_t>(n));
  embedding.delassus.W.setZero(3 * n, 3 * n);
  embedding.delassus.u_free.setZero(3 * n);
  for (int i = 0; i < n; ++i) {
    embedding.contacts.contacts[static_cast<std::size_t>(i)].friction = problem.mu[i];
    embedding.delassus.u_free.segment(3 * i, d) = problem.q.segment(problem.first_row(i), d);
    for (int k = 0; k < n; ++k) {
      embedding.delassus.W.block(3 * i, 3 * k, d, d) =
          problem.W.block(problem.first_row(i), problem.first_row(k), d, d);
    }
    // Any stiffness keeps the second tangent of a plane contact, which nothing pushes, where it is.
    if (d == 2) embedding.delassus.W(3 * i + 2, 3 * i + 2) = 1;
  }
  return embedding;
}

void take_from_space(const std::vector<Vec3>& impulses, int dimension, Eigen::VectorXd& r) {
  r.resize(dimension * static_cast<Eigen::Index>(impulses.size()));
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    r.segment(dimension * static_cast<Eigen::Index>(c), dimension) = impulses[c].head(dimension);
  }
}

std::vector<Vec3> lift_to_space(const Eigen::VectorXd& r, int dimension) {
  std::vector<Vec3> impulses(static_cast<std::size_t>(r.size() / dimension), Vec3::Zero());
  for (std::size_t c = 0; c < impulses.size(); ++c) {
    impulses[c].head(dimension) = r.segment(dimension * static_cast<Eigen::Index>(c), dimension);
  }
  return impulses;
}

}  // namespace stiction
