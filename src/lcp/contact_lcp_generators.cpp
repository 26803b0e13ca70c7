#include <stiction/lcp/problem_generators.h>

#include "contact_cloud.h"
#include "infinity.h"
#include "known_answer.h"
#include "problem_checks.h"
#include "random_numbers.h"

#include <cmath>
#include <utility>
#include <vector>

namespace stiction {
namespace {

void validate(const PrintedContactOptions& options) {
  require_option(options.contacts >= 0, "contacts >= 0", static_cast<double>(options.contacts));
  require_option(options.directions >= 1, "directions >= 1",
                 static_cast<double>(options.directions));
  require_option(options.bodies >= 1, "bodies >= 1", static_cast<double>(options.bodies));
  require_option(options.friction >= 0 && std::isfinite(options.friction), "a finite friction >= 0",
                 options.friction);
}

void validate(const ContactLcpOptions& options) {
  require_option(options.contacts >= 0, "contacts >= 0", static_cast<double>(options.contacts));
  require_option(options.bodies >= 1, "bodies >= 1", static_cast<double>(options.bodies));
  require_option(options.directions >= 4 && options.directions % 2 == 0,
                 "an even number of directions, 4 or more",
                 static_cast<double>(options.directions));
  require_option(options.largest_friction >= 0 && std::isfinite(options.largest_friction),
                 "a finite largest_friction >= 0", options.largest_friction);
  require_option(options.mass_ratio >= 1 && std::isfinite(options.mass_ratio),
                 "a finite mass_ratio >= 1", options.mass_ratio);
}

/// The matrix of eq. 27. The rows of G, n normals and then K directions each, give B = G G^T. The
/// two halves of B are sums of the same products in the same order: B is symmetric bit for bit.
RowMajorMatrix assemble_contact_matrix(const SparseRowMajorMatrix& G,
                                       const Eigen::VectorXd& friction, Eigen::Index directions) {
  const Eigen::Index n = friction.size();
  const Eigen::Index first_slip = G.rows();
  RowMajorMatrix M = RowMajorMatrix::Zero(first_slip + n, first_slip + n);
  const SparseRowMajorMatrix transpose = G.transpose();
  M.topLeftCorner(first_slip, first_slip) = SparseRowMajorMatrix(G * transpose);
  for (Eigen::Index c = 0; c < n; ++c) {
    M(first_slip + c, c) = friction[c];
    M.col(first_slip + c).segment(n + c * directions, directions).setOnes();
    M.row(first_slip + c).segment(n + c * directions, directions).setConstant(-1);
  }
  return M;
}

}  // namespace

KnownAnswer<Lcp> make_printed_contact_lcp(const PrintedContactOptions& options,
                                          const AnswerShares& shares, std::uint64_t seed) {
  validate(options);
  validate(shares);
  const Eigen::Index n = options.contacts;
  const Eigen::Index K = options.directions;
  RandomNumbers random(seed);
  ContactCloud::Triplets entries;
  for (Eigen::Index c = 0; c < n; ++c) {
    for (const Eigen::Index body : {random.below(options.bodies), random.below(options.bodies)}) {
      for (Eigen::Index k = 0; k <= K; ++k) {
        const Eigen::Index row = k == 0 ? c : n + c * K + k - 1;
        for (Eigen::Index column = 6 * body; column < 6 * body + 6; ++column) {
          entries.emplace_back(row, column, random.uniform(-1, 1));
        }
      }
    }
  }
  SparseRowMajorMatrix J(n * (1 + K), 6 * options.bodies);
  J.setFromTriplets(entries.begin(), entries.end());
  KnownAnswer<Lcp> known;
  known.problem.M = assemble_contact_matrix(J, Eigen::VectorXd::Constant(n, options.friction), K);
  DrawnAnswer answer = draw_answer(known.problem.M.rows(), shares, random);
  known.problem.q = answer.w - multiply_in_order(known.problem.M, answer.z);
  known.z = std::move(answer.z);
  return known;
}

Lcp make_contact_lcp(const ContactLcpOptions& options, std::uint64_t seed) {
  validate(options);
  const ContactCloud cloud = draw_contact_cloud(options, seed);
  const SparseRowMajorMatrix J = make_pyramid_jacobian(cloud, options.directions);
  // J M^-1 J^T = G G^T with G = J M^-1/2.
  const Eigen::VectorXd root = gather(cloud, &ContactCloud::Body::inverse_mass).cwiseSqrt();
  Eigen::VectorXd friction(options.contacts);
  for (Eigen::Index c = 0; c < options.contacts; ++c) {
    friction[c] = cloud.contacts[static_cast<std::size_t>(c)].friction;
  }
  Lcp problem;
  problem.M = assemble_contact_matrix(J * root.asDiagonal(), friction, options.directions);
  problem.q.setZero(problem.M.rows());
  problem.q.head(J.rows()) = J * gather(cloud, &ContactCloud::Body::velocity);
  return problem;
}

FactoredBoxLcp make_contact_box_lcp(const ContactLcpOptions& options, std::uint64_t seed) {
  validate(options);
  const ContactCloud cloud = draw_contact_cloud(options, seed);
  const Eigen::VectorXd inverse_mass = gather(cloud, &ContactCloud::Body::inverse_mass);
  FactoredBoxLcp problem;
  problem.J = make_box_jacobian(cloud);
  problem.inverse_mass = SparseRowMajorMatrix(inverse_mass.asDiagonal());
  problem.q = problem.J * gather(cloud, &ContactCloud::Body::velocity);
  problem.lower.setZero(problem.q.size());
  problem.upper.setConstant(problem.q.size(), kInfinity);
  for (Eigen::Index c = 0; c < options.contacts; ++c) {
    const ContactCloud::Contact& contact = cloud.contacts[static_cast<std::size_t>(c)];
    problem.upper.segment<2>(3 * c + 1).setConstant(contact.friction * contact.estimate);
    problem.lower.segment<2>(3 * c + 1) = -problem.upper.segment<2>(3 * c + 1);
  }
  return problem;
}

}  // namespace stiction
