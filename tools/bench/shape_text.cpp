#include "shape_text.h"

#include <stiction/geometry/height_grid.h>

#include <array>
#include <cstdio>

namespace stiction::bench {
namespace {

std::string numbers_text(std::initializer_list<double> numbers) {
  std::string text;
  for (const double x : numbers) {
    std::array<char, 40> one{};
    std::snprintf(one.data(), one.size(), " %.17g", x);
    text += one.data();
  }
  return text;
}

/// Its size, and the heights from the least y on.
std::string describe(const HeightGrid& grid) {
  std::string text = numbers_text({grid.size().x(), grid.size().y(), grid.size().z()});
  for (int j = 0; j < grid.num_y(); ++j) {
    text += "\n     ";
    for (int i = 0; i < grid.num_x(); ++i) text += numbers_text({grid.height(i, j)});
  }
  return text;
}

std::string describe(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return numbers_text({sphere->radius});
  if (const auto* box = std::get_if<Box>(&shape)) {
    return numbers_text({box->size.x(), box->size.y(), box->size.z()});
  }
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    return numbers_text({capsule->radius, capsule->length});
  }
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    return numbers_text({cylinder->radius, cylinder->length});
  }
  if (const auto* cone = std::get_if<Cone>(&shape)) {
    return numbers_text({cone->radius, cone->length});
  }
  if (const auto* plane = std::get_if<Plane>(&shape)) {
    return numbers_text({plane->normal.x(), plane->normal.y(), plane->normal.z(), plane->offset});
  }
  if (const auto* rounded = std::get_if<Rounded>(&shape)) {
    return describe(core_of(*rounded)) + ", rounding" + numbers_text({rounded->radius});
  }
  const auto* field = std::get_if<HeightField>(&shape);
  return field ? describe(*field->grid) : std::string();
}

std::string describe(const PosedShape& posed) {
  const bool is_field = std::holds_alternative<HeightField>(posed.shape);
  std::string text = posed.mesh && !is_field ? "  mesh of the " : "  ";
  text += shape_name(posed.shape);
  text += describe(posed.shape);
  for (const Vec3& point : posed.points) {
    text += "\n     " + numbers_text({point.x(), point.y(), point.z()});
  }
  const Vec3& p = posed.X_WS.translation;
  const Quat& q = posed.X_WS.rotation;
  return text + "\n    at" + numbers_text({p.x(), p.y(), p.z()}) + ", turned (w x y z)" +
         numbers_text({q.w(), q.x(), q.y(), q.z()}) + "\n";
}

}  // namespace

std::string describe(const PosedPair& pair) {
  return "  " + std::string(kPoseFamilies[static_cast<std::size_t>(pair.family)]) + "\n" +
         describe(pair.A) + describe(pair.B);
}

}  // namespace stiction::bench
