#include "lloyd_pivoting.h"

#include "lloyd_inverse_impl.h"
#include "lloyd_kernel_impl.h"
#include "lloyd_pivot_impl.h"
#include "lloyd_ratio_test_impl.h"
#include "lloyd_run_impl.h"
#include "lloyd_start_impl.h"
#include "lloyd_values_impl.h"
#include "quadruple.h"

namespace stiction::lloyd {

template class LloydPivoting<double>;
template class LloydPivoting<Quadruple>;

}  // namespace stiction::lloyd
