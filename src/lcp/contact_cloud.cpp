#include "contact_cloud.h"

#include <stiction/math/tangent_basis.h>

#include <cmath>
#include <numbers>

#include "random_numbers.h"

namespace stiction {
namespace {

using Body = ContactCloud::Body;
using Contact = ContactCloud::Contact;
using Triplets = ContactCloud::Triplets;

Vec3 draw_vector(double largest, RandomNumbers& random) {
  Vec3 v;
  for (double& component : v) component = random.uniform(-largest, largest);
  return v;
}

/// A box of half sides h: m / 3 (h_y^2 + h_z^2) about x.
Body draw_body(const ContactLcpOptions& options, RandomNumbers& random) {
  const double mass = random.log_uniform(options.mass_ratio);
  Vec3 square;
  for (double& component : square) {
    const double half = random.uniform(0.2, 0.5);
    component = half * half;
  }
  Body body;
  body.centre = draw_vector(2, random) + 3 * Vec3::UnitZ();
  for (int axis = 0; axis < 3; ++axis) {
    body.inverse_mass[axis] = 1 / mass;
    const double across = square[(axis + 1) % 3] + square[(axis + 2) % 3];
    body.inverse_mass[3 + axis] = 3 / (mass * across);
  }
  body.velocity.head<3>() = draw_vector(1, random) - Vec3::UnitZ();
  body.velocity.tail<3>() = draw_vector(1, random);
  return body;
}

Contact draw_contact(const ContactLcpOptions& options, Eigen::Index number,
                     const std::vector<Body>& bodies, RandomNumbers& random) {
  Contact contact;
  contact.body = number % options.bodies;
  contact.other = random.below(contact.body + 1) - 1;
  const Body& body = bodies[static_cast<std::size_t>(contact.body)];
  if (contact.other < 0) {
    contact.normal = Vec3::UnitZ();
    contact.point = body.centre - 0.5 * Vec3::UnitZ();
  } else {
    const Body& other = bodies[static_cast<std::size_t>(contact.other)];
    contact.normal = (body.centre - other.centre).normalized();
    contact.point = 0.5 * (body.centre + other.centre);
  }
  const auto [t1, t2] = make_tangent_basis(contact.normal);
  contact.point += random.uniform(-0.4, 0.4) * t1;
  contact.point += random.uniform(-0.4, 0.4) * t2;
  contact.friction = random.uniform(0, options.largest_friction);
  contact.estimate = random.positive() / body.inverse_mass[0];
  return contact;
}

/// The row whose product with the velocities is the velocity of the contact along `direction`.
void add_row(const ContactCloud& cloud, const Contact& contact, const Vec3& direction,
             Eigen::Index row, Triplets& entries) {
  const auto add = [&](Eigen::Index body, double sign) {
    const Vec3 arm = contact.point - cloud.bodies[static_cast<std::size_t>(body)].centre;
    const Vec3 moment = arm.cross(direction);
    for (int k = 0; k < 3; ++k) {
      entries.emplace_back(row, 6 * body + k, sign * direction[k]);
      entries.emplace_back(row, 6 * body + 3 + k, sign * moment[k]);
    }
  };
  if (contact.other >= 0) add(contact.other, -1);
  add(contact.body, 1);
}

SparseRowMajorMatrix make_matrix(const ContactCloud& cloud, Eigen::Index rows,
                                 const Triplets& entries) {
  SparseRowMajorMatrix J(rows, 6 * static_cast<Eigen::Index>(cloud.bodies.size()));
  J.setFromTriplets(entries.begin(), entries.end());
  return J;
}

/// Avoids the rounding errors of sine and cosine for 4 directions.
Vec3 direction_of(const TangentBasis& basis, Eigen::Index k, Eigen::Index directions) {
  if (directions == 4) {
    const Vec3& tangent = k % 2 == 0 ? basis.t1 : basis.t2;
    return k < 2 ? tangent : Vec3(-tangent);
  }
  const double angle =
      2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(directions);
  return std::cos(angle) * basis.t1 + std::sin(angle) * basis.t2;
}

}  // namespace

ContactCloud draw_contact_cloud(const ContactLcpOptions& options, std::uint64_t seed) {
  RandomNumbers random(seed);
  ContactCloud cloud;
  for (Eigen::Index b = 0; b < options.bodies; ++b) {
    cloud.bodies.push_back(draw_body(options, random));
  }
  for (Eigen::Index c = 0; c < options.contacts; ++c) {
    cloud.contacts.push_back(draw_contact(options, c, cloud.bodies, random));
  }
  return cloud;
}

Eigen::VectorXd gather(const ContactCloud& cloud, Vec6 ContactCloud::Body::*member) {
  Eigen::VectorXd all(6 * static_cast<Eigen::Index>(cloud.bodies.size()));
  Eigen::Index first = 0;
  for (const Body& body : cloud.bodies) {
    all.segment<6>(first) = body.*member;
    first += 6;
  }
  return all;
}

SparseRowMajorMatrix make_pyramid_jacobian(const ContactCloud& cloud, Eigen::Index directions) {
  const auto n = static_cast<Eigen::Index>(cloud.contacts.size());
  Triplets entries;
  for (Eigen::Index c = 0; c < n; ++c) {
    const Contact& contact = cloud.contacts[static_cast<std::size_t>(c)];
    add_row(cloud, contact, contact.normal, c, entries);
    const TangentBasis basis = make_tangent_basis(contact.normal);
    for (Eigen::Index k = 0; k < directions; ++k) {
      add_row(cloud, contact, direction_of(basis, k, directions), n + c * directions + k, entries);
    }
  }
  return make_matrix(cloud, n * (1 + directions), entries);
}

SparseRowMajorMatrix make_box_jacobian(const ContactCloud& cloud) {
  Triplets entries;
  Eigen::Index row = 0;
  for (const Contact& contact : cloud.contacts) {
    const auto [t1, t2] = make_tangent_basis(contact.normal);
    for (const Vec3& direction : {contact.normal, t1, t2}) {
      add_row(cloud, contact, direction, row++, entries);
    }
  }
  return make_matrix(cloud, row, entries);
}

}  // namespace stiction
