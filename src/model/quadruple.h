#pragma once

namespace stiction::lloyd {

/// IEEE quadruple precision where the compiler has it (113 bits of mantissa), else long double.
#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quadruple;
#else
typedef long double Quadruple;
#endif

}  // namespace stiction::lloyd
