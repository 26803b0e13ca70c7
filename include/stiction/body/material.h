#pragma once

#include <stiction/abi.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stiction {

/// Handle of a material in its `MaterialTable`; 0 is the default material.
using MaterialId = std::uint32_t;

/// The properties of a surface that matter for contact.
struct Material {
  std::string name;
  double friction = 0.5;   ///< Coulomb's mu, >= 0
  double restitution = 0;  ///< 0..1
  double viscosity = 0;    ///< N s/m per contact point, >= 0; read by the viscous model
};

/// The coefficients of a pair of surfaces.
struct SurfacePair {
  double friction = 0;
  double restitution = 0;
  double viscosity = 0;
};

/// Values that replace the mixed ones for one pair of materials; empty ones leave them as they are.
struct PairOverride {
  std::optional<double> friction = {};
  std::optional<double> restitution = {};
  std::optional<double> viscosity = {};
};

/// The materials of a world and how they mix: friction sqrt(a b), restitution max, viscosity mean,
/// unless a pair overrides it.
class MaterialTable {
 public:
  MaterialTable();  ///< holds the default material, id 0

  /// Throws std::invalid_argument if a coefficient is out of range.
  MaterialId add(const Material& material);
  /// Replaces a material; takes effect from the next step. Throws like `add`, and for an unknown
  /// id.
  void set(MaterialId id, const Material& material);
  /// Overrides the mixed values of the unordered pair (a, b); a second call for the pair replaces
  /// the first. Throws like `set`.
  void set_pair(MaterialId a, MaterialId b, const PairOverride& values);

  const Material& get(MaterialId id) const;
  std::size_t size() const { return materials_.size(); }
  SurfacePair mix(MaterialId a, MaterialId b) const;

 private:
  void check_known(MaterialId id) const;

  std::vector<Material> materials_;
  std::map<std::pair<MaterialId, MaterialId>, PairOverride> pairs_;
};

}  // namespace stiction
