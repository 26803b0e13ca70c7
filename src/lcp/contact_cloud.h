#pragma once

#include <stiction/lcp/problem_generators.h>
#include <stiction/math/vector.h>

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace stiction {

/// The random boxes above a floor of `make_contact_lcp` and `make_contact_box_lcp`.
struct ContactCloud {
  /// Elements of the matrices.
  using Triplets = std::vector<Eigen::Triplet<double, Eigen::Index>>;

  struct Body {
    Vec3 centre;
    Vec6 inverse_mass;  ///< 1 / m three times, then of the moments about the axes of the world
    Vec6 velocity;      ///< linear, angular
  };

  struct Contact {
    Eigen::Index body;
    Eigen::Index other;  ///< an earlier one, or -1 for the floor
    Vec3 point;
    Vec3 normal;  ///< into `body`
    double friction;
    double estimate;  ///< of the normal impulse
  };

  std::vector<Body> bodies;
  std::vector<Contact> contacts;
};

/// The options must be valid.
ContactCloud draw_contact_cloud(const ContactLcpOptions& options, std::uint64_t seed);

/// The values of `member` of all bodies, one after another.
Eigen::VectorXd gather(const ContactCloud& cloud, Vec6 ContactCloud::Body::*member);

/// The rows whose products with the bodies' velocities are the contacts' velocities: first the n
/// normals, then the directions of each contact.
SparseRowMajorMatrix make_pyramid_jacobian(const ContactCloud& cloud, Eigen::Index directions);

/// The same rows for the normal, first and second tangent of each contact.
SparseRowMajorMatrix make_box_jacobian(const ContactCloud& cloud);

}  // namespace stiction
