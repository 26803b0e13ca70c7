#include <stiction/version.h>

namespace stiction {

std::string_view version() { return STICTION_VERSION; }

}  // namespace stiction
