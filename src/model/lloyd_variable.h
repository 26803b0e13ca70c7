#pragma once

#include <cstdint>
#include <vector>

namespace stiction::lloyd {

/// The names of Lloyd's variables (eq. 8) and the artificial one (eq. 17).
enum class Kind : std::uint8_t { theta, phi, lambda, z0, nu, sigma, gamma };

/// One variable of the augmented problem.
struct Variable {
  Kind kind = Kind::z0;
  int contact = -1;
  int direction = 0;  ///< of phi and sigma

  bool operator==(const Variable&) const = default;
  bool is_z() const { return kind <= Kind::z0; }
};

/// The variable with the same index on the other side.
inline Variable complement(Variable v) {
  switch (v.kind) {
    case Kind::theta:
      v.kind = Kind::nu;
      break;
    case Kind::phi:
      v.kind = Kind::sigma;
      break;
    case Kind::lambda:
      v.kind = Kind::gamma;
      break;
    case Kind::nu:
      v.kind = Kind::theta;
      break;
    case Kind::sigma:
      v.kind = Kind::phi;
      break;
    case Kind::gamma:
      v.kind = Kind::lambda;
      break;
    case Kind::z0:
      break;
  }
  return v;
}

}  // namespace stiction::lloyd
