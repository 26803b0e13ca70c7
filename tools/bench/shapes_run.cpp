#include "shapes_run.h"

#include "stopwatch.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace stiction::bench {
namespace {

/// This many failures of each law are kept.
constexpr int kMostKept = 3;

void add_to_tally(const LawFigures& figures, std::uint64_t index,
                  std::array<int, kShapeLaws.size()>& num_kept, PairTally& tally) {
  ++tally.poses;
  if (figures.gap < 0) ++tally.overlapping;
  if (!figures.is_proved) ++tally.unproved;
  bool is_kept = false;
  for (std::size_t law = 0; law < kShapeLaws.size(); ++law) {
    tally.worst[law] = std::max(tally.worst[law], figures.of[law]);
    if (figures.keeps(law, tally.limits)) continue;
    if (num_kept[law]++ < kMostKept) is_kept = true;
  }
  if (!figures.is_within(tally.limits)) ++tally.failures;
  if (is_kept) tally.breaks.push_back({index, figures});
}

}  // namespace

std::string pair_name(const KindPair& kinds) {
  return std::string(kind_name(kinds.a)) + "-" + std::string(kind_name(kinds.b));
}

std::vector<KindPair> all_kind_pairs() {
  std::vector<KindPair> pairs;
  for (std::size_t i = 0; i < kShapeKinds.size(); ++i) {
    for (std::size_t j = i; j < kShapeKinds.size(); ++j) {
      const bool is_solid = kShapeKinds[i] < ShapeKind::plane;
      if (is_solid) pairs.push_back({kShapeKinds[i], kShapeKinds[j]});
    }
  }
  return pairs;
}

PairTally run_shapes(const KindPair& kinds, const ShapesOptions& options) {
  constexpr std::uint64_t kBatch = 256;
  PairTally tally;
  tally.kinds = kinds;
  tally.limits = limits_of(kinds.a, kinds.b);
  ShapeJudge judge(tally.limits);
  ContactQuery query;
  std::array<int, kShapeLaws.size()> num_kept{};
  std::vector<PosedPair> pairs(kBatch);
  std::vector<ShapeManifold> found(kBatch);
  Clock::duration spent{};
  for (std::uint64_t done = 0; done < options.poses; done += kBatch) {
    const std::uint64_t batch = std::min(kBatch, options.poses - done);
    const std::uint64_t first = options.first + done;
    for (std::uint64_t i = 0; i < batch; ++i) {
      pairs[i] = draw_pair(kinds.a, kinds.b, options.seed, first + i);
    }
    const auto start = Clock::now();
    for (std::uint64_t i = 0; i < batch; ++i) {
      query.find(pairs[i], {std::numeric_limits<double>::infinity()}, found[i]);
    }
    spent += Clock::now() - start;
    for (std::uint64_t i = 0; i < batch; ++i) {
      const Random random = judge_numbers(options.seed, first + i);
      add_to_tally(judge.judge(pairs[i], found[i], random), first + i, num_kept, tally);
    }
  }
  tally.nanoseconds = std::chrono::duration<double, std::nano>(spent).count() /
                      static_cast<double>(std::max<std::uint64_t>(1, tally.poses));
  return tally;
}

}  // namespace stiction::bench
