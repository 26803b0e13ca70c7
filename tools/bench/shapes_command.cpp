// `stiction-bench shapes`: the contacts of all pairs of shapes, judged.

#include "bench_commands.h"
#include "floor_laws.h"
#include "output_files.h"
#include "shape_text.h"
#include "shapes_run.h"
#include "stopwatch.h"
#include "text_table.h"

#include <command_line/command_line.h>

#include <cstdint>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kShapesFooter =
    "Random shapes (sizes 1e-3 to 1e3 m, needle-thin ones too) at random poses: scattered,\n"
    "touching, face on face, edge on edge, nested, coincident, on a grid, distant. Judged by\n"
    "the definition of the shapes alone. Figures are relative to the size of the pair, its\n"
    "larger bounding radius.\n"
    "  gap       against the greatest separation over all directions, proved by branch and bound\n"
    "            or by a pair of points: at most 1e-7, 1e-6 for cylinder and cone with box, hull,\n"
    "            cylinder and cone\n"
    "  points    distance of the contact points from the surfaces that they should be on\n"
    "  exchange  difference between B against A and A against B: none\n"
    "  motion    change of the gap beyond the motion that caused it, for motions of 1e-6\n"
    "  velocity  overlap after a displacement that was changed to respect the chosen contact\n"
    "On a height field, which is not convex, the gap is that of the nearest triangle, for\n"
    "solids whose center of mass is over the grid; overlap counts as in a mesh; and the\n"
    "displacement respects all contacts that are found for it.\n"
    "The time is that of one call with an infinite margin. A failure names the options that\n"
    "repeat it.\n"
    "After the pairs, unless some are chosen, come as many poses each of cases that pairs do\n"
    "not cover, relative to the solid's bounding radius:\n"
    "  edge      a solid across an edge of a mesh has the same contact as on the equivalent box\n"
    "  seam      a body that rolls, slides or spins over two flush tiles is hindered by neither\n"
    "  line      a body that rolls over them has its points on its own lowest line\n"
    "  press     a body level with them overlaps neither when moved down\n"
    "  lopsided  the gap of round solids of sizes 1 : 1000, from both sides\n"
    "\n"
    "Exit status: 0 fine; 2 bad usage, or a file that cannot be written; 3 a law was broken.";

struct ShapesArguments {
  ShapesOptions options;
  std::vector<std::string> pairs;
  std::string csv;
  std::optional<std::uint64_t> replay;
};

double worst(const PairTally& tally, ShapeLaw law) {
  return tally.worst[static_cast<std::size_t>(law)];
}

double percent(std::uint64_t part, std::uint64_t all) {
  return all > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(all) : 0.0;
}

void print_heading() {
  std::cout
      << "                        over-  worst    points   exchange motion   velocity           "
         "      ns\n"
         "pair              poses lapping gap                                           failed "
         "unproved call\n";
}

void print_tally(const PairTally& tally) {
  std::cout << format_text("%-17s %6llu %4.0f %%  %.1e  %.1e  %.1e  %.1e  %.1e %6llu %8llu %5.0f",
                           pair_name(tally.kinds).c_str(),
                           static_cast<unsigned long long>(tally.poses),
                           percent(tally.overlapping, tally.poses), worst(tally, ShapeLaw::gap),
                           worst(tally, ShapeLaw::points), worst(tally, ShapeLaw::exchange),
                           worst(tally, ShapeLaw::motion), worst(tally, ShapeLaw::velocity),
                           static_cast<unsigned long long>(tally.failures),
                           static_cast<unsigned long long>(tally.unproved), tally.nanoseconds)
            << std::endl;
}

void print_figures(const LawFigures& figures, const LawLimits& limits) {
  std::cout << format_text("    gap %.17g m, greatest separation found %.17g m%s\n", figures.gap,
                           figures.best, figures.is_proved ? "" : " (unproved)");
  for (std::size_t law = 0; law < kShapeLaws.size(); ++law) {
    const bool is_kept = figures.keeps(law, limits);
    std::cout << format_text("    %-9s %.1e, limit %.1e%s\n", std::string(kShapeLaws[law]).c_str(),
                             figures.of[law], limits[law], is_kept ? "" : "  BROKEN");
  }
}

void print_breaks(const PairTally& tally, std::uint64_t seed) {
  for (const LawBreak& broken : tally.breaks) {
    std::cout << "  --pairs " << pair_name(tally.kinds) << " --seed " << seed << " --replay "
              << broken.index << ":";
    for (std::size_t law = 0; law < kShapeLaws.size(); ++law) {
      if (broken.figures.keeps(law, tally.limits)) continue;
      std::cout << ' ' << kShapeLaws[law] << format_text(" %.1e", broken.figures.of[law]);
    }
    std::cout << '\n';
  }
}

/// Returns how many broke a law.
std::uint64_t report_floor_laws(const ShapesOptions& options) {
  std::cout << "\nlaw        poses  worst    limit    failed\n";
  std::uint64_t failures = 0;
  for (const FloorLaw law : kFloorLaws) {
    const FloorTally tally = run_floor_law(law, options.seed, options.poses);
    std::cout << format_text("%-9s %6llu  %.1e  %.1e %6llu", law_name(law).c_str(),
                             static_cast<unsigned long long>(tally.poses), tally.worst,
                             limit_of(law), static_cast<unsigned long long>(tally.failures));
    for (const std::uint64_t index : tally.breaks) std::cout << "  pose " << index;
    std::cout << std::endl;
    failures += tally.failures;
  }
  return failures;
}

/// "cone-hull", in any order.
std::vector<KindPair> chosen_pairs(const std::vector<std::string>& names) {
  const std::vector<KindPair> all = all_kind_pairs();
  if (names.empty()) return all;
  std::vector<KindPair> chosen;
  for (const std::string& name : names) {
    const std::size_t before = chosen.size();
    for (const KindPair& kinds : all) {
      if (pair_name(kinds) == name || pair_name({kinds.b, kinds.a}) == name) {
        chosen.push_back(kinds);
      }
    }
    if (chosen.size() == before) {
      throw UsageError("--pairs", "there is no pair \"" + name + "\"");
    }
  }
  return chosen;
}

void write_shapes_csv(std::ostream& out, const std::vector<PairTally>& tallies) {
  out << "pair,poses,overlapping,failures,unproved,nanoseconds";
  for (const std::string_view law : kShapeLaws) out << ',' << law;
  out << '\n';
  for (const PairTally& tally : tallies) {
    out << pair_name(tally.kinds) << ',' << tally.poses << ',' << tally.overlapping << ','
        << tally.failures << ',' << tally.unproved << ',' << tally.nanoseconds;
    for (const double figure : tally.worst) out << ',' << figure;
    out << '\n';
  }
}

ShapeManifold print_manifold(const std::string& title, const PosedPair& pair,
                             const NarrowPhaseQuery& query) {
  ShapeManifold manifold;
  ContactQuery().find(pair, query, manifold);
  const Vec3& n = manifold.normal;
  std::cout << "  " << title
            << format_text(", normal %.17g %.17g %.17g, length 1 + %.1e\n", n.x(), n.y(), n.z(),
                           n.norm() - 1);
  for (const ManifoldPoint& point : manifold.points) {
    const Vec3& p = point.point;
    std::cout << format_text("    %.17g %.17g %.17g gap %.17g feature %llx\n", p.x(), p.y(), p.z(),
                             point.gap, static_cast<unsigned long long>(point.feature));
  }
  return manifold;
}

int replay(const std::vector<KindPair>& pairs, std::uint64_t seed, std::uint64_t index) {
  const double everything = std::numeric_limits<double>::infinity();
  int status = kFine;
  for (const KindPair& kinds : pairs) {
    const PosedPair pair = draw_pair(kinds.a, kinds.b, seed, index);
    const Vec3 d = draw_displacement(pair, judge_numbers(seed, index));
    std::cout << pair_name(kinds) << '\n' << describe(pair);
    const ShapeManifold found = print_manifold("contact", pair, {everything});
    print_manifold(format_text("contact with displacement %.17g %.17g %.17g", d.x(), d.y(), d.z()),
                   pair, {everything, d});
    const LawLimits limits = limits_of(kinds.a, kinds.b);
    const LawFigures figures = ShapeJudge(limits).judge(pair, found, judge_numbers(seed, index));
    print_figures(figures, limits);
    if (!figures.is_within(limits)) status = kNotSolved;
  }
  return status;
}

int report_shapes(const ShapesArguments& arguments) {
  const std::vector<KindPair> pairs = chosen_pairs(arguments.pairs);
  if (arguments.replay) return replay(pairs, arguments.options.seed, *arguments.replay);
  CsvFile csv(arguments.csv);
  const Clock::time_point start = Clock::now();
  std::vector<PairTally> tallies;
  std::uint64_t failures = 0;
  print_heading();
  for (const KindPair& kinds : pairs) {
    tallies.push_back(run_shapes(kinds, arguments.options));
    failures += tallies.back().failures;
    print_tally(tallies.back());
  }
  if (arguments.pairs.empty()) failures += report_floor_laws(arguments.options);
  if (failures > 0) std::cout << "\nbroken laws, the first of each kind\n";
  for (const PairTally& tally : tallies) print_breaks(tally, arguments.options.seed);
  write_shapes_csv(csv.stream(), tallies);
  csv.close();
  std::cout << format_text("\n%llu failures, %.1f s\n", static_cast<unsigned long long>(failures),
                           seconds_since(start));
  return failures == 0 ? kFine : kNotSolved;
}

}  // namespace

int run_shapes_command(int argc, char** argv) {
  ShapesArguments arguments;
  ShapesOptions& options = arguments.options;
  CommandLine line("stiction-bench shapes",
                   "Judge the contacts of all pairs of shapes at random poses");
  line.option("--poses", options.poses, "Judge N poses of each pair")
      .range(1, 100'000'000)
      .show_default();
  line.option("--pairs", arguments.pairs, "Judge these pairs only, as cone-hull,box-plane")
      .separated_by(',')
      .value_name("A-B,...");
  line.option("--seed", options.seed, "Start the sequence of poses from this seed").show_default();
  line.option("--replay", arguments.replay, "Judge this pose of the sequence alone, in full")
      .value_name("INDEX");
  line.option("--csv", arguments.csv, "Write the table as CSV; - is standard output")
      .value_name("FILE");
  line.footer(kShapesFooter);
  line.action([&] { return report_shapes(arguments); });
  return line.run(argc, argv, kBadUsage);
}

}  // namespace stiction::bench
