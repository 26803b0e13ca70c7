// ODE's Dantzig solver, which its exact stepper uses. The library exports it without declaring it.

#include "box_methods.h"

#include <ode/ode.h>

#include <cstdarg>
#include <cstdlib>
#include <new>

static_assert(sizeof(dReal) == sizeof(double), "ODE was built for single precision");

// As the library exports them (0.16.2).
struct dxWorldProcessMemArena;
struct dxWorldProcessMemoryManager;
struct dxWorldProcessMemoryReserveInfo;
dxWorldProcessMemArena* dxAllocateTemporaryWorldProcessMemArena(
    size_t size, const dxWorldProcessMemoryManager* manager,
    const dxWorldProcessMemoryReserveInfo* reserve);
void dxFreeTemporaryWorldProcessMemArena(dxWorldProcessMemArena* arena);
size_t dxEstimateSolveLCPMemoryReq(unsigned n, bool has_outer_w);
void dxSolveLCP(dxWorldProcessMemArena* arena, unsigned n, dReal* A, dReal* b_and_x, dReal* w,
                unsigned num_unbounded, dReal* lower_and_upper, int* friction_index);

namespace stiction::bench {
namespace {

/// The memory in which the solver works.
class Arena {
 public:
  explicit Arena(unsigned n)
      : arena_(dxAllocateTemporaryWorldProcessMemArena(
            dxEstimateSolveLCPMemoryReq(n, true) + kSpare, nullptr, nullptr)) {
    if (arena_ == nullptr) throw std::bad_alloc();
  }
  ~Arena() { dxFreeTemporaryWorldProcessMemArena(arena_); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// In a new arena the first word, the first free byte, is not set yet; in a used one it is beyond
  /// memory that is free again. The second word is where the arena begins.
  void reset() {
    auto* words = reinterpret_cast<void**>(arena_);
    words[0] = words[1];
  }
  dxWorldProcessMemArena* get() const { return arena_; }

 private:
  static constexpr size_t kSpare = 1 << 16;  ///< for the alignment of each array

  dxWorldProcessMemArena* arena_;
};

/// A x - b = w with the bounds l <= x <= u: our M, -q and z. All arrays are overwritten, pairs are
/// adjacent, and rows of A begin at multiples of four numbers.
class OdeDantzig final : public BoxMethod {
 public:
  std::string_view name() const override { return "ode-dantzig"; }

  void pose(const BoxLcp& problem) override {
    const Eigen::Index n = problem.q.size();
    const Eigen::Index stride = n > 1 ? (n + 3) / 4 * 4 : 1;
    if (n != n_) {
      n_ = n;
      arena_ = std::make_unique<Arena>(static_cast<unsigned>(n));
      A_.reset(static_cast<double*>(
          std::aligned_alloc(kAlignment, round_up(static_cast<size_t>(n * stride)))));
      if (A_ == nullptr) throw std::bad_alloc();
      pairs_.resize(2, n);
      bounds_.resize(2, n);
      w_.resize(n);
      z_.resize(n);
    }
    arena_->reset();
    Eigen::Map<RowMajorMatrix> A(A_.get(), n, stride);
    A.setZero();
    A.leftCols(n) = problem.M;
    pairs_.row(0) = -problem.q.transpose();
    pairs_.row(1).setZero();
    bounds_.row(0) = problem.lower.transpose();
    bounds_.row(1) = problem.upper.transpose();
    w_.setZero();
    friction_index_.assign(static_cast<size_t>(n), -1);
  }

  void solve() override {
    dxSolveLCP(arena_->get(), static_cast<unsigned>(n_), A_.get(), pairs_.data(), w_.data(), 0,
               bounds_.data(), friction_index_.data());
    z_ = pairs_.row(1).transpose();
  }

  const Eigen::VectorXd& z() const override { return z_; }

 private:
  struct Free {
    void operator()(double* memory) const { std::free(memory); }
  };
  static constexpr size_t kAlignment = 64;
  static size_t round_up(size_t count) {
    return (count * sizeof(double) / kAlignment + 1) * kAlignment;
  }

  Eigen::Index n_ = -1;
  std::unique_ptr<Arena> arena_;
  std::unique_ptr<double, Free> A_;
  Eigen::Matrix2Xd pairs_;   ///< b above x, a column per row of the problem
  Eigen::Matrix2Xd bounds_;  ///< lower above upper
  Eigen::VectorXd w_;
  Eigen::VectorXd z_;
  std::vector<int> friction_index_;  ///< of the row that bounds this one; -1: none
};

/// It prints when it fails; the judge finds out.
void ignore_message(int, const char*, va_list) {}

}  // namespace

void add_ode_methods(std::vector<std::unique_ptr<BoxMethod>>& methods) {
  dInitODE2(0);
  dSetMessageHandler(ignore_message);
  methods.push_back(std::make_unique<OdeDantzig>());
}

}  // namespace stiction::bench
