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

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <variant>

namespace stiction {

/// A solver and the type of its options.
template <class SolverType, class OptionsType>
struct HeldLcpSolver {
  using Options = OptionsType;
  SolverType solver;
};

using AnyLcpSolver = std::variant<
    HeldLcpSolver<LemkeSolver, LemkeOptions>, HeldLcpSolver<DantzigSolver, DantzigOptions>,
    HeldLcpSolver<KellerSolver, KellerOptions>, HeldLcpSolver<MurtySolver, MurtyOptions>,
    HeldLcpSolver<BlockPivotSolver, BlockPivotOptions>, HeldLcpSolver<PpmSolver, PpmOptions>,
    HeldLcpSolver<JacobiSolver, JacobiOptions>, HeldLcpSolver<PgsSolver, PgsOptions>,
    HeldLcpSolver<PsorSolver, PsorOptions>, HeldLcpSolver<MinMapNewtonSolver, MinMapNewtonOptions>,
    HeldLcpSolver<FischerNewtonSolver, FischerNewtonOptions>,
    HeldLcpSolver<SmoothingNewtonSolver, SmoothingNewtonOptions>>;

namespace {

constexpr std::array kCopositive = {MatrixClass::copositive_plus, MatrixClass::p_matrix};
constexpr std::array kSymmetricSemidefinite = {MatrixClass::symmetric_positive_semidefinite};
constexpr std::array kP = {MatrixClass::p_matrix};
constexpr std::array kSymmetricDefinite = {MatrixClass::symmetric_positive_definite};
constexpr std::array kSymmetricDefiniteOrDominant = {MatrixClass::symmetric_positive_definite,
                                                     MatrixClass::diagonally_dominant};

constexpr std::array kInfos = {
    LcpSolverInfo{"lemke", "Lemke's complementary pivoting", kCopositive, true, false},
    LcpSolverInfo{"dantzig", "Cottle and Dantzig's principal pivoting, Baraff's incremental form",
                  kP, true, true},
    LcpSolverInfo{"keller", "Keller's principal pivoting", kSymmetricSemidefinite, true, true},
    LcpSolverInfo{"murty", "Murty's least-index principal pivoting", kP, true, true},
    LcpSolverInfo{"block-pivot", "block principal pivoting of Kostreva, Judice and Pires", kP, true,
                  true},
    LcpSolverInfo{"ppm", "Drumwright's modified principal pivoting", kP, true, true},
    LcpSolverInfo{"jacobi", "projected Jacobi", kSymmetricDefiniteOrDominant, false, false},
    LcpSolverInfo{"pgs", "projected Gauss-Seidel", kSymmetricDefiniteOrDominant, false, false},
    LcpSolverInfo{"psor", "projected successive over-relaxation", kSymmetricDefinite, false, false},
    LcpSolverInfo{"min-map-newton", "minimum-map Newton", {}, false, false},
    LcpSolverInfo{"fischer-newton", "Fischer-Newton", kP, false, false},
    LcpSolverInfo{"smoothing-newton", "one-step smoothing Newton", kP, false, false},
};
static_assert(kInfos.size() == std::variant_size_v<AnyLcpSolver>);

/// The alternatives of `AnyLcpSolver` in the order of `kInfos`.
template <std::size_t... k>
AnyLcpSolver make_solver(std::size_t number, std::index_sequence<k...>) {
  using Maker = AnyLcpSolver (*)();
  constexpr Maker makers[] = {+[] { return AnyLcpSolver(std::in_place_index<k>); }...};
  return makers[number]();
}

[[noreturn]] void reject_solver_name(std::string_view name) {
  std::string text = "expected the name of a solver, one of";
  for (const LcpSolverInfo& info : kInfos) text += " " + std::string(info.name);
  throw std::invalid_argument(text + ", got " + std::string(name));
}

/// The options of each solver, with the common ones set.
template <class Options>
Options make_options(const LcpSolverOptions& options) {
  Options own;
  if constexpr (requires { own.pivot_limit; }) {
    own.tolerance = options.tolerance;
    own.pivot_limit = options.iteration_limit;
    own.may_go_on = options.may_go_on;
  } else {
    own.stop.tolerance = options.tolerance;
    own.stop.iteration_limit = options.iteration_limit;
    own.stop.may_go_on = options.may_go_on;
  }
  return own;
}

template <class Problem>
const LcpSolution& solve_by(AnyLcpSolver& any, const Problem& problem,
                            const LcpSolverOptions& options, const LcpStart& start) {
  return std::visit(
      [&](auto& held) -> const LcpSolution& {
        const auto own = make_options<typename std::decay_t<decltype(held)>::Options>(options);
        if constexpr (requires { held.solver.solve(problem, own, start); }) {
          return held.solver.solve(problem, own, start);
        } else {
          validate(start, static_cast<std::size_t>(problem.q.size()));
          return held.solver.solve(problem, own);
        }
      },
      any);
}

}  // namespace

std::span<const LcpSolverInfo> lcp_solvers() { return kInfos; }

const LcpSolverInfo* find_lcp_solver(std::string_view name) {
  const auto found = std::ranges::find(kInfos, name, &LcpSolverInfo::name);
  return found == kInfos.end() ? nullptr : &*found;
}

bool is_guaranteed(const LcpSolverInfo& solver, MatrixClass matrix_class) {
  return std::ranges::any_of(solver.guaranteed, [matrix_class](MatrixClass guaranteed) {
    return is_subclass(matrix_class, guaranteed);
  });
}

struct NamedLcpSolver::Solver {
  const LcpSolverInfo& info;
  AnyLcpSolver any;
};

NamedLcpSolver::NamedLcpSolver(std::string_view name) {
  const LcpSolverInfo* const info = find_lcp_solver(name);
  if (info == nullptr) reject_solver_name(name);
  const auto number = static_cast<std::size_t>(info - kInfos.data());
  solver_ = std::make_unique<Solver>(
      Solver{*info, make_solver(number, std::make_index_sequence<kInfos.size()>())});
}
NamedLcpSolver::~NamedLcpSolver() = default;
NamedLcpSolver::NamedLcpSolver(NamedLcpSolver&&) noexcept = default;
NamedLcpSolver& NamedLcpSolver::operator=(NamedLcpSolver&&) noexcept = default;

const LcpSolverInfo& NamedLcpSolver::info() const { return solver_->info; }

const LcpSolution& NamedLcpSolver::solve(const Lcp& problem, const LcpSolverOptions& options,
                                         const LcpStart& start) {
  return solve_by(solver_->any, problem, options, start);
}

const LcpSolution& NamedLcpSolver::solve(const BoxLcp& problem, const LcpSolverOptions& options,
                                         const LcpStart& start) {
  return solve_by(solver_->any, problem, options, start);
}

}  // namespace stiction
