// Queries of the broad phase find what brute force finds, in their order.

#include <stiction/collision/broad_phase.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "constants.h"
#include "shape_oracle.h"

namespace stiction {
namespace {

using ProxyId = BroadPhase::ProxyId;

class CrowdedBroadPhase : public testing::Test {
 protected:
  CrowdedBroadPhase() : random(41) {
    for (ProxyId key = 0; key < 300; ++key) {
      const Vec3 center = random.in_cube(5);
      const Vec3 half = random.in_cube(0.6).cwiseAbs();
      Aabb box{center - half, center + half};
      if (key % 50 == 0) box.lower.z() = -kInf;  // as for a level plane
      if (key % 100 == 1) box = {Vec3::Constant(-kInf), Vec3::Constant(kInf)};
      bounds[key] = box;
      broad_phase.add(key, box, key % 3 == 0);
    }
    for (ProxyId key = 2; key < 300; key += 7) {
      const Vec3 shift = random.in_cube(1);
      bounds[key] = {bounds[key].lower + shift, bounds[key].upper + shift};
      broad_phase.update(key, bounds[key]);
    }
    for (ProxyId key = 5; key < 300; key += 11) {
      bounds.erase(key);
      broad_phase.remove(key);
    }
  }

  std::map<ProxyId, double> meetings_along(const BoxSweep& sweep) const {
    std::map<ProxyId, double> meetings;
    broad_phase.visit_along(sweep, [&](ProxyId key, double t) {
      EXPECT_TRUE(meetings.emplace(key, t).second);
      return sweep.end;
    });
    return meetings;
  }

  Random random;
  BroadPhase broad_phase;
  std::map<ProxyId, Aabb> bounds;
};

TEST_F(CrowdedBroadPhase, FindsTheBoundsThatOverlapABox) {
  std::vector<ProxyId> keys;
  for (int i = 0; i < 300; ++i) {
    const Vec3 center = random.in_cube(6);
    const Vec3 half = random.in_cube(1).cwiseAbs();
    const Aabb box{center - half, center + half};
    std::vector<ProxyId> expected;
    for (const auto& [key, other] : bounds) {
      if (oracle::overlap(box, other)) expected.push_back(key);
    }
    keys.clear();
    broad_phase.visit_overlapping(box, [&](ProxyId key) { keys.push_back(key); });
    std::sort(keys.begin(), keys.end());
    ASSERT_EQ(keys, expected);
  }
}

TEST_F(CrowdedBroadPhase, FindsWhatCameOrMovedAndIsNotSettledYet) {
  const auto random_box = [&] {
    const Vec3 corner = random.in_cube(6);
    return Aabb{corner, corner + random.in_cube(1).cwiseAbs()};
  };
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 5; ++i) {
      const auto key = static_cast<ProxyId>(10000 + 5 * round + i);
      bounds[key] = random_box();
      broad_phase.add(key, bounds[key], i % 2 > 0);
    }
    int num_kept = 0;
    std::erase_if(bounds, [&](const auto& entry) {
      const bool is_gone = random.index(100) == 0;
      if (is_gone) broad_phase.remove(entry.first);
      num_kept += !is_gone;
      return is_gone;
    });
    ASSERT_GT(num_kept, 50);
    for (auto& [key, box] : bounds) {
      if (random.index(20) > 0) continue;
      box = random_box();
      broad_phase.update(key, box);
    }
    const Aabb asked = random_box();
    std::vector<ProxyId> expected;
    for (const auto& [key, box] : bounds) {
      if (oracle::overlap(box, asked)) expected.push_back(key);
    }
    for (const bool is_settled : {false, true}) {
      if (is_settled) broad_phase.settle();
      std::vector<ProxyId> found;
      broad_phase.visit_overlapping(asked, [&](ProxyId key) { found.push_back(key); });
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected) << round << is_settled;
    }
  }
}

// The boxes overlap at the times when the difference of their intervals along each axis contains 0:
// found by bisection of a function that is convex in t.
double brute_force_meeting(const BoxSweep& sweep, const Aabb& other) {
  const auto apart = [&](double t) {
    const Vec3 shift = t * sweep.direction;
    return (sweep.start.lower + shift - other.upper)
        .cwiseMax(other.lower - sweep.start.upper - shift)
        .maxCoeff();
  };
  double low = 0;
  double high = sweep.end;
  for (int i = 0; i < 200; ++i) {
    const double a = low + (high - low) / 3;
    const double b = high - (high - low) / 3;
    (apart(a) < apart(b) ? high : low) = apart(a) < apart(b) ? b : a;
  }
  if (apart(0) <= 0) return 0;
  if (apart(low) > 1e-13) return kInf;
  double outside = 0;
  double inside = low;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (outside + inside);
    (apart(middle) > 0 ? outside : inside) = middle;
  }
  return inside;
}

TEST_F(CrowdedBroadPhase, FindsTheBoundsAlongARayAndASweptBox) {
  for (int i = 0; i < 150; ++i) {
    const Vec3 center = random.in_cube(6);
    const Vec3 half = i % 2 ? Vec3(Vec3::Zero()) : Vec3(random.in_cube(0.5).cwiseAbs());
    Vec3 direction = random.in_cube(1);
    if (i % 5 == 0) direction = Vec3::Unit(i % 3);
    const BoxSweep sweep{{center - half, center + half}, direction, random.uniform(0, 10)};
    std::map<ProxyId, double> expected;
    for (const auto& [key, other] : bounds) {
      const double t = brute_force_meeting(sweep, other);
      if (t < kInf) expected[key] = t;
    }
    const std::map<ProxyId, double> meetings = meetings_along(sweep);
    ASSERT_EQ(meetings.size(), expected.size()) << i;
    for (const auto& [key, t] : meetings) {
      ASSERT_TRUE(expected.contains(key)) << i;
      EXPECT_NEAR(t, expected[key], 1e-9) << i;
    }
  }
}

TEST_F(CrowdedBroadPhase, LeavesOutWhatIsMetAfterTheEndThatAVisitSets) {
  for (int i = 0; i < 150; ++i) {
    const Vec3 start = random.in_cube(6);
    const BoxSweep sweep{{start, start}, random.in_cube(1), kInf};
    std::map<ProxyId, double> expected = meetings_along(sweep);
    double first = kInf;
    std::size_t num_visits = 0;
    broad_phase.visit_along(sweep, [&](ProxyId key, double t) {
      ++num_visits;
      EXPECT_EQ(t, expected.at(key));
      EXPECT_LE(t, first);
      first = std::min(first, t);
      return first;
    });
    for (const auto& [key, t] : expected) EXPECT_LE(first, t);
    EXPECT_LE(num_visits, expected.size());
  }
}

TEST_F(CrowdedBroadPhase, FollowsARayWithoutEnd) {
  const std::map<ProxyId, double> meetings =
      meetings_along({{Vec3(-9, 0, 0), Vec3(-9, 0, 0)}, Vec3::UnitX(), kInf});
  const auto num_met = std::count_if(bounds.begin(), bounds.end(), [](const auto& entry) {
    const Aabb& box = entry.second;
    return box.lower.y() <= 0 && box.upper.y() >= 0 && box.lower.z() <= 0 && box.upper.z() >= 0 &&
           box.upper.x() >= -9;
  });
  EXPECT_EQ(meetings.size(), static_cast<std::size_t>(num_met));
  EXPECT_GT(meetings.size(), 3u);
  for (const auto& [key, t] : meetings) EXPECT_LT(t, kInf) << key;
}

TEST_F(CrowdedBroadPhase, VisitsWhatIsNearAPoint) {
  const auto distance = [&](const Vec3& x, ProxyId key) {
    const Aabb& box = bounds[key];
    return (box.lower - x).cwiseMax(x - box.upper).cwiseMax(0.0).norm();
  };
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = random.in_cube(8);
    const double reach = i % 3 == 0 ? kInf : random.uniform(0, 4);
    std::vector<ProxyId> visited;
    broad_phase.visit_near(x, reach, [&](ProxyId key) {
      visited.push_back(key);
      return reach;
    });
    std::sort(visited.begin(), visited.end());
    std::vector<ProxyId> expected;
    for (const auto& [key, box] : bounds) {
      if (distance(x, key) <= reach) expected.push_back(key);
    }
    ASSERT_EQ(visited, expected);

    // A caller that wants the nearest one gets it, and few others.
    double nearest = kInf;
    std::size_t num_visits = 0;
    broad_phase.visit_near(x, kInf, [&](ProxyId key) {
      ++num_visits;
      EXPECT_LE(distance(x, key), nearest);
      nearest = std::min(nearest, distance(x, key));
      return nearest;
    });
    for (const auto& [key, box] : bounds) EXPECT_LE(nearest, distance(x, key));
    EXPECT_LE(num_visits, 40u);

    // A caller that wants nothing further away gets the boxes that contain the point, and no
    // others.
    int num_outside = 0;
    broad_phase.visit_near(x, kInf, [&](ProxyId key) {
      num_outside += distance(x, key) > 0;
      return -1.0;
    });
    EXPECT_LE(num_outside, 1);
  }
}

}  // namespace
}  // namespace stiction
