#include <stiction/body/joint_geometry.h>
#include <stiction/contact/fclib.h>
#include <stiction/lcp/block_pivot.h>
#include <stiction/lcp/dantzig.h>
#include <stiction/lcp/fischer_newton.h>
#include <stiction/lcp/jacobi.h>
#include <stiction/lcp/keller.h>
#include <stiction/lcp/lcp_solvers.h>
#include <stiction/lcp/lemke.h>
#include <stiction/lcp/min_map_newton.h>
#include <stiction/lcp/murty.h>
#include <stiction/lcp/pgs.h>
#include <stiction/lcp/ppm.h>
#include <stiction/lcp/psor.h>
#include <stiction/lcp/smoothing_newton.h>
#include <stiction/model/delassus.h>
#include <stiction/model/fclib_solver.h>
#include <stiction/model/feasible_speeds.h>
#include <stiction/model/lloyd_lemke.h>
#include <stiction/scene/problem_replay.h>
#include <stiction/scene/recording.h>
#include <stiction/scene/report.h>
#include <stiction/world/world.h>

// The functions that a program must link, instantiated for the way this library was built. The
// headers take the address of each matching one, which makes the compiler emit it here.
namespace stiction::abi {

// EIGEN_MALLOC_ALREADY_ALIGNED holds where addresses have 64 bits.
static_assert(sizeof(void*) == 8);

template <int bytes>
void needs_library_with_EIGEN_MAX_ALIGN_BYTES() {}
template <int is_aligned>
void needs_library_with_EIGEN_MALLOC_ALREADY_ALIGNED() {}
template <int world, int major>
void needs_library_with_Eigen_version() {}
template <bool is_debug>
void needs_library_with_GLIBCXX_DEBUG() {}
template <int is_cxx11>
void needs_library_with_GLIBCXX_USE_CXX11_ABI() {}
template <class Type, std::size_t size, std::size_t alignment>
void needs_library_with_layout() {}

}  // namespace stiction::abi
