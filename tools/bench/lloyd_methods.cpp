#include "lloyd_methods.h"

#include <algorithm>
#include <memory>
#include <random>

#include "contact_method.h"
#include "contact_peers.h"
#include "stopwatch.h"

namespace stiction::bench {
namespace {

double time_once(ContactMethod& method) {
  const auto start = Clock::now();
  method.solve();
  return us_since(start);
}

/// The fastest of several solves, after one that is not timed.
LloydSample measure(ContactMethod& method, const ContactProblem& problem,
                    const LloydEffort& effort) {
  method.pose(problem, kLloydDirections);
  time_once(method);
  LloydSample sample;
  sample.us = time_once(method);
  // Budgeted by the fastest so far: one interrupted solve must not end the series.
  for (int i = 1; i < effort.most_solves && i * sample.us < effort.us_per_draw; ++i) {
    sample.us = std::min(sample.us, time_once(method));
  }
  const MethodAnswer answer = method.answer();
  sample.pivots = answer.pivots;
  sample.kernel = answer.kernel;
  sample.residual = judge_answer(problem, kLloydDirections, method, answer);
  return sample;
}

/// Solves the perturbed problem from the basis of the problem as drawn.
LloydSample measure_warm(FactoredMethod& method, const ContactProblem& drawn,
                         const ContactProblem& perturbed, const LloydEffort& effort) {
  method.start_from(std::nullopt);
  method.pose(drawn, kLloydDirections);
  method.solve();
  method.start_from(method.solution().basis);
  LloydSample sample = measure(method, perturbed, effort);
  sample.basis_held = sample.pivots == 0 && method.solution().solved;
  return sample;
}

template <typename Value>
double median(std::span<const LloydSample> samples, Value LloydSample::*member) {
  std::vector<double> values;
  for (const LloydSample& sample : samples) values.push_back(static_cast<double>(sample.*member));
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

LloydSeries start_series(const LloydSet& set, std::string_view method, bool warm) {
  LloydSeries series;
  series.row.family = set.family;
  series.row.situation = set.situation;
  series.row.bodies = set.bodies;
  series.row.contacts = set.contacts;
  series.row.directions = kLloydDirections;
  series.row.method = method;
  series.row.warm = warm;
  return series;
}

void finish(LloydSeries& series) {
  LloydRow& row = series.row;
  row.draws = static_cast<int>(series.samples.size());
  for (const LloydSample& sample : series.samples) {
    if (sample.residual <= kJudged) ++row.solved;
    row.kernel_max = std::max(row.kernel_max, sample.kernel);
    row.residual_max = std::max(row.residual_max, sample.residual);
  }
  row.us_median = median<double>(series.samples, &LloydSample::us);
  row.pivots_median = median<int>(series.samples, &LloydSample::pivots);
}

/// Whether a slow method has solved as many draws as the effort allows.
bool is_enough(const LloydSeries& series, const LloydEffort& effort) {
  double spent = 0;  // of the fastest solve; each draw takes two at least
  for (const LloydSample& sample : series.samples) spent += 2 * sample.us;
  const int draws = static_cast<int>(series.samples.size());
  return draws >= effort.least_draws && spent * (draws + 1) / draws > effort.us_per_dense_set;
}

}  // namespace

std::vector<LloydSeries> measure_lloyd_set(const LloydSet& set, const LloydEffort& effort) {
  std::vector<std::unique_ptr<ContactMethod>> cold;
  cold.push_back(std::make_unique<StandardMethod>());
  cold.push_back(std::make_unique<FactoredMethod>(LloydMethod::structural));
  cold.push_back(std::make_unique<FactoredMethod>(LloydMethod::reduced));
  for (auto& peer : make_contact_peers()) {
    if (peer->takes(set.draws.front().problem)) cold.push_back(std::move(peer));
  }
  std::vector<FactoredMethod> warm;
  warm.emplace_back(LloydMethod::structural);
  warm.emplace_back(LloydMethod::reduced);

  std::vector<LloydSeries> series;
  for (const auto& method : cold) series.push_back(start_series(set, method->name(), false));
  for (const auto& method : warm) series.push_back(start_series(set, method.name(), true));
  std::mt19937_64 random(set.draws.size() + static_cast<std::size_t>(set.contacts));
  for (const LloydProblem& draw : set.draws) {
    const ContactProblem perturbed = perturb(draw, kWarmChange, random).problem;
    std::size_t at = 0;
    for (const auto& method : cold) {
      LloydSeries& one = series[at++];
      if (!is_enough(one, effort)) one.samples.push_back(measure(*method, draw.problem, effort));
    }
    for (FactoredMethod& method : warm) {
      series[at++].samples.push_back(measure_warm(method, draw.problem, perturbed, effort));
    }
  }
  for (LloydSeries& one : series) finish(one);
  return series;
}

PosingTimes measure_posing(const LloydSet& set) {
  StandardMethod dense;
  FactoredMethod factored(LloydMethod::reduced);
  const auto mean_us = [&](ContactMethod& method) {
    method.pose(set.draws.front().problem, kLloydDirections);
    const auto start = Clock::now();
    for (const LloydProblem& draw : set.draws) method.pose(draw.problem, kLloydDirections);
    return us_since(start) / static_cast<double>(set.draws.size());
  };
  return {mean_us(dense), mean_us(factored)};
}

std::vector<LloydRow> collect_rows(std::span<const LloydSeries> series) {
  std::vector<LloydRow> rows;
  for (const LloydSeries& one : series) rows.push_back(one.row);
  set_ratios_to_standard(rows);
  return rows;
}

}  // namespace stiction::bench
