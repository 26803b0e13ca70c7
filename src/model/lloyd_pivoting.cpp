#include "lloyd_pivoting.h"

#include "lloyd_kernel_impl.h"
#include "lloyd_run_impl.h"
#include "lloyd_values_impl.h"
#include "quadruple.h"

namespace stiction::lloyd {

template class LloydPivoting<double>;
template class LloydPivoting<Quadruple>;

}  // namespace stiction::lloyd
