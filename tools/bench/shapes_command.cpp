// `stiction-bench shapes`: the contacts of all pairs of shapes, judged.

#include "bench_commands.h"
#include "shape_text.h"
#include "shapes_run.h"

#include <CLI/CLI.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

namespace stiction::bench {
namespace {

constexpr const char* kFooter =
    "Random shapes (sizes 1e-3 to 1e3 m, needle-thin ones too) at random poses: strewn, touching,\n"
    "face on face, edge on edge, nested, coincident, on a grid, distant. Judged from the "
    "definition\n"
    "of the shapes alone: figures are relative to the size of the pair, its larger bounding\n"
    "radius.\n"
    "  gap       against the greatest separation of all directions, proved by branch and bound or\n"
    "            by a pair of points: at most 1e-7, 1e-6 for cylinder and cone with box, hull,\n"
    "            cylinder and cone\n"
    "  points    distance of the contact points from the surfaces they are said to be on\n"
    "  exchange  difference of B against A from A against B: none\n"
    "  motion    change of the gap beyond the motion that made it, for motions of 1e-6\n"
    "  velocity  overlap after a displacement that was changed to respect the contact it chose\n"
    "On a height field, which is not convex, the gap is that of the nearest triangle, for solids\n"
    "whose center of mass is over the grid; overlap counts as in a mesh; and the displacement\n"
    "respects all contacts that are found for it.\n"
    "The time is that of one call with an infinite margin. A failure names what repeats it.\n\n"
    "Exit status: 0; 2 bad usage, or a file that cannot be written; 3 a law was broken.";

struct ShapesArguments {
  ShapesOptions options;
  std::vector<std::string> pairs;
  std::string csv;
  std::uint64_t replay = 0;
  bool is_replay = false;
};

template <typename... Numbers>
std::string line(const char* format, Numbers... numbers) {
  std::array<char, 240> text{};
  std::snprintf(text.data(), text.size(), format, numbers...);
  return text.data();
}

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
  std::cout << line("%-17s %6llu %4.0f %%  %.1e  %.1e  %.1e  %.1e  %.1e %6llu %8llu %5.0f",
                    pair_name(tally.kinds).c_str(), static_cast<unsigned long long>(tally.poses),
                    percent(tally.overlapping, tally.poses), worst(tally, ShapeLaw::gap),
                    worst(tally, ShapeLaw::points), worst(tally, ShapeLaw::exchange),
                    worst(tally, ShapeLaw::motion), worst(tally, ShapeLaw::velocity),
                    static_cast<unsigned long long>(tally.failures),
                    static_cast<unsigned long long>(tally.unproved), tally.nanoseconds)
            << std::endl;
}

void print_figures(const LawFigures& figures, const LawLimits& limits) {
  std::cout << line("    gap %.17g m, greatest separation found %.17g m%s\n", figures.gap,
                    figures.best, figures.is_proved ? "" : " (unproved)");
  for (std::size_t law = 0; law < kShapeLaws.size(); ++law) {
    const bool is_kept = figures.keeps(law, limits);
    std::cout << line("    %-9s %.1e, limit %.1e%s\n", std::string(kShapeLaws[law]).c_str(),
                      figures.of[law], limits[law], is_kept ? "" : "  BROKEN");
  }
}

void print_breaks(const PairTally& tally, std::uint64_t seed) {
  for (const LawBreak& broken : tally.breaks) {
    std::cout << "  --pairs " << pair_name(tally.kinds) << " --seed " << seed << " --replay "
              << broken.index << ":";
    for (std::size_t law = 0; law < kShapeLaws.size(); ++law) {
      if (broken.figures.keeps(law, tally.limits)) continue;
      std::cout << ' ' << kShapeLaws[law] << line(" %.1e", broken.figures.of[law]);
    }
    std::cout << '\n';
  }
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
      throw CLI::ValidationError("--pairs", "there is no pair \"" + name + "\"");
    }
  }
  return chosen;
}

void write_csv(const std::string& path, const std::vector<PairTally>& tallies) {
  std::ofstream file(path);
  file << "pair,poses,overlapping,failures,unproved,nanoseconds";
  for (const std::string_view law : kShapeLaws) file << ',' << law;
  file << '\n';
  for (const PairTally& tally : tallies) {
    file << pair_name(tally.kinds) << ',' << tally.poses << ',' << tally.overlapping << ','
         << tally.failures << ',' << tally.unproved << ',' << tally.nanoseconds;
    for (const double figure : tally.worst) file << ',' << figure;
    file << '\n';
  }
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

ShapeManifold print_manifold(const std::string& title, const PosedPair& pair,
                             const NarrowPhaseQuery& query) {
  ShapeManifold manifold;
  ContactQuery().find(pair, query, manifold);
  const Vec3& n = manifold.normal;
  std::cout << "  " << title
            << line(", normal %.17g %.17g %.17g, length 1 + %.1e\n", n.x(), n.y(), n.z(),
                    n.norm() - 1);
  for (const ManifoldPoint& point : manifold.points) {
    const Vec3& p = point.point;
    std::cout << line("    %.17g %.17g %.17g gap %.17g feature %llx\n", p.x(), p.y(), p.z(),
                      point.gap, static_cast<unsigned long long>(point.feature));
  }
  return manifold;
}

int replay(const std::vector<KindPair>& pairs, const ShapesArguments& arguments) {
  const std::uint64_t seed = arguments.options.seed;
  const std::uint64_t index = arguments.replay;
  const double everything = std::numeric_limits<double>::infinity();
  int status = kFine;
  for (const KindPair& kinds : pairs) {
    const PosedPair pair = draw_pair(kinds.a, kinds.b, seed, index);
    const Vec3 d = draw_displacement(pair, judge_numbers(seed, index));
    std::cout << pair_name(kinds) << '\n' << describe(pair);
    const ShapeManifold found = print_manifold("contact", pair, {everything});
    print_manifold(line("contact with displacement %.17g %.17g %.17g", d.x(), d.y(), d.z()), pair,
                   {everything, d});
    const LawLimits limits = limits_of(kinds.a, kinds.b);
    const LawFigures figures = ShapeJudge(limits).judge(pair, found, judge_numbers(seed, index));
    print_figures(figures, limits);
    if (!figures.is_within(limits)) status = kNotSolved;
  }
  return status;
}

int run(const ShapesArguments& arguments) {
  const std::vector<KindPair> pairs = chosen_pairs(arguments.pairs);
  if (arguments.is_replay) return replay(pairs, arguments);
  const auto start = std::chrono::steady_clock::now();
  std::vector<PairTally> tallies;
  std::uint64_t failures = 0;
  print_heading();
  for (const KindPair& kinds : pairs) {
    tallies.push_back(run_shapes(kinds, arguments.options));
    failures += tallies.back().failures;
    print_tally(tallies.back());
  }
  if (failures > 0) std::cout << "\nbroken laws, the first of each kind\n";
  for (const PairTally& tally : tallies) print_breaks(tally, arguments.options.seed);
  if (!arguments.csv.empty()) write_csv(arguments.csv, tallies);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::cout << line("\n%llu failures, %.1f s\n", static_cast<unsigned long long>(failures),
                    seconds);
  return failures == 0 ? kFine : kNotSolved;
}

}  // namespace

int run_shapes_command(int argc, char** argv) {
  ShapesArguments arguments;
  ShapesOptions& options = arguments.options;
  CLI::App app("Contacts of all pairs of shapes at random poses, judged", "shapes");
  app.add_option("--poses", options.poses, "Of each pair")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  app.add_option("--pairs", arguments.pairs, "Only these, as cone-hull,box-plane")->delimiter(',');
  app.add_option("--seed", options.seed, "Chooses the sequence of poses")->capture_default_str();
  app.add_option("--replay", arguments.replay, "This pose of the sequence alone, with all numbers")
      ->type_name("INDEX");
  app.add_option("--csv", arguments.csv, "Writes the table")->type_name("FILE");
  app.footer(kFooter);
  try {
    app.parse(argc, argv);
    arguments.is_replay = app.count("--replay") > 0;
    return run(arguments);
  } catch (const CLI::ParseError& end) {
    return app.exit(end) == 0 ? kFine : kBadUsage;
  } catch (const std::exception& error) {
    std::cerr << "stiction-bench shapes: " << error.what() << '\n';
    return kBadUsage;
  }
}

}  // namespace stiction::bench
