// Loops whose tasks threads share out.

#include "../../src/world/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace stiction {
namespace {

TEST(WorkerPool, CallsEachTaskOnceHoweverMuchTheyDiffer) {
  for (const int num_threads : {1, 2, 3, 8}) {
    WorkerPool pool(num_threads);
    for (const std::size_t count : {0, 1, 2, 3, 7, 100, 1000}) {
      std::vector<std::atomic<int>> calls(count);
      pool.for_each(count, [&](int thread, std::size_t i) {
        EXPECT_TRUE(thread >= 0 && thread < num_threads);
        // The first tasks take long: others help out.
        if (count == 100 && i < 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++calls[i];
      });
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(calls[i], 1) << i << " of " << count;
    }
  }
}

TEST(WorkerPool, SharesCoverAllTasksOnce) {
  WorkerPool pool(3);
  for (const std::size_t count : {0, 1, 16, 17, 1001}) {
    std::vector<std::atomic<int>> calls(count);
    pool.for_each_share(count, 16, [&](int, std::size_t begin, std::size_t end) {
      EXPECT_LE(end - begin, count <= 16 ? count : 16);
      for (std::size_t i = begin; i < end; ++i) ++calls[i];
    });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(calls[i], 1) << i << " of " << count;
  }
}

TEST(WorkerPool, FinishesTheLoopAndThrowsWhatTheFirstTaskThrew) {
  WorkerPool pool(2);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> num_calls = 0;
    const auto task = [&](int, std::size_t i) {
      ++num_calls;
      if (i % 30 == 17) throw std::runtime_error(std::to_string(i));
    };
    try {
      pool.for_each(100, task);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()), "17");
    }
    EXPECT_EQ(num_calls, 100);
  }
}

}  // namespace
}  // namespace stiction
