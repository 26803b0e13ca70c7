#pragma once

#include <stiction/model/contact_columns.h>
#include <stiction/model/effort.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace stiction {

/// The variables of Lloyd's eq. 8 that are basic at a contact: theta, lambda, and phi_j for each
/// bit set in `phi`; nu, gamma and sigma_j for those that are not set.
struct ContactBasis {
  bool theta = false;
  bool lambda = false;
  std::uint64_t phi = 0;

  bool operator==(const ContactBasis&) const = default;
};

/// A complementary basis of Lloyd's contact LCP (eq. 8).
struct LloydBasis {
  std::vector<ContactBasis> contacts;

  bool operator==(const LloydBasis&) const = default;
};

enum class LloydMethod {
  structural,  ///< section 5.1: all rows from the start
  reduced,     ///< section 5.3: friction rows enter when the contact first carries a load
};

/// "structural-lemke" or "reduced-lemke", the names of the solvers in scenes and reports.
std::string_view to_string(LloydMethod method);
/// The method that a solver's name stands for: `reduced` for all but "structural-lemke".
LloydMethod lloyd_method_of(std::string_view solver);

struct LloydOptions {
  LloydMethod method = LloydMethod::reduced;
  /// Seed of the covering vector; it selects the path and, where there are several solutions, the
  /// solution.
  std::uint64_t seed = 1;
  /// Entries of the covering vector are 1 + covering_spread U(0, 1): one for each nu row, and one
  /// shared by all friction rows of a contact (Appendix B). >= 0.
  double covering_spread = 0.1;
  /// The largest violation of a condition of eq. 8, in the columns' units, that counts as solved.
  double tolerance = 1e-9;
  /// Limit on the pivots of the whole ladder; 0: 50 per row of M plus 500.
  int pivot_limit = 0;
  /// Limit on the cost of the whole ladder; null: none. Checked at every pivot and factorisation.
  Effort* effort = nullptr;
};

/// The stages of the ladder, in their order.
enum class LloydStage { trivial, warm, cold, restarted, quadruple };
inline constexpr int kNumLloydStages = 5;
std::string_view to_string(LloydStage stage);

struct LloydStatistics {
  int pivots = 0;      ///< of all runs
  int kernel_max = 0;  ///< rows of the largest kernel
  int runs = 0;
  int factorisations = 0;                  ///< of kernels, including those at the start of a run
  LloydStage stage = LloydStage::trivial;  ///< the one that gave the answer
};

struct LloydSolution {
  bool solved = false;
  /// (theta, f_x, f_y) of each contact in its turned frame, in the columns' units; the best found
  /// if not solved.
  std::vector<std::array<double, 3>> impulses;
  LloydBasis basis;      ///< behind the impulses
  double violation = 0;  ///< of eq. 8, recomputed from the columns; dimensionless
  LloydStatistics statistics;
};

/// Lemke's algorithm for contact problems with friction after Lloyd (2004): all algebra exploits
/// the structure of eq. 8, with a kernel of at most 6 m + 2 rows for m bodies.
///
/// `structural-lemke` is his section 5.1 with Appendix A; `reduced-lemke` adds section 5.3 with
/// Appendix D. A pivot costs O(n d + r^2), with r <= 6 m + 2 the size of the kernel; the expected
/// number of pivots is O(n) and O(m), respectively.
///
/// Additions to the paper; those that are stages of the ladder appear in `LloydStatistics::stage`:
/// a generic covering vector; a relative pivot threshold; among tied rows the largest pivot, z_0
/// first; a contact whose slip is clear starts to slide with its first load; the drift of the
/// kernel is measured at every pivot and repaired; runs with a fresh covering vector, from the last
/// basis and from scratch; quadruple precision. The answer is computed afresh from the final basis
/// and checked against the columns, not against the kernel.
///
/// Guarantees are those of Lemke's algorithm for copositive matrices (Stewart and Trinkle 1996,
/// Anitescu and Potra 1997): without bilateral rows, contact problems have a solution, and in exact
/// arithmetic it is found. Equal inputs give equal bits. After one solve of the same size nothing
/// is allocated, unless a higher stage is reached for the first time.
class LloydLemke {
 public:
  LloydLemke();
  ~LloydLemke();
  LloydLemke(LloydLemke&&) noexcept;
  LloydLemke& operator=(LloydLemke&&) noexcept;

  /// Solves the problem from the basis `warm` if given, else (or if that fails) from scratch. The
  /// reference is valid until the next call.
  const LloydSolution& solve(const ContactColumns& columns, const LloydOptions& options = {},
                             const LloydBasis* warm = nullptr);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

[[gnu::used]] inline constexpr auto kLloydLayouts =
    abi::layouts_of<ContactColumns, LloydBasis, LloydOptions, LloydSolution>();

}  // namespace stiction
