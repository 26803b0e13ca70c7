// Loops whose tasks are shared among threads, and where the threads run.

#include "../../src/world/worker_pool.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "../../src/world/thread_placement.h"

#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>
#endif

namespace stiction {
namespace {

TEST(WorkerPool, CallsEachTaskOnceHoweverMuchTheyDiffer) {
  for (const int num_threads : {1, 2, 3, 8}) {
    WorkerPool pool(num_threads);
    for (const std::size_t count : {0, 1, 2, 3, 7, 100, 1000}) {
      std::vector<std::atomic<int>> calls(count);
      pool.for_each(count, [&](int thread, std::size_t i) {
        EXPECT_TRUE(thread >= 0 && thread < num_threads);
        // The first tasks take long: other threads help out.
        if (count == 100 && i < 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ++calls[i];
      });
      for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(calls[i], 1) << i << " of " << count;
    }
  }
}

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
// As in a container that allows few threads: those that were started end, and the caller gets an
// error.
TEST(WorkerPool, EndsWhereTheSystemHasNoMoreThreads) {
  struct rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  struct rlimit little = before;
  little.rlim_cur = std::size_t{512} << 20;  // bytes: room for some 60 stacks of 8 MiB
  ASSERT_EQ(setrlimit(RLIMIT_AS, &little), 0);
  bool is_refused = false;
  try {
    const WorkerPool pool(1024);
  } catch (const std::exception&) {  // for threads, or for the memory of one
    is_refused = true;
  }
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_TRUE(is_refused);
}
#endif

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

#ifdef __linux__

cpu_set_t get_affinity() {
  cpu_set_t set;
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  return set;
}

// The system may move a thread back at any time, but not every time.
TEST(ThreadPlacement, LeavesAProcessorThatIsNotTheOnlyOne) {
  const cpu_set_t before = get_affinity();
  if (CPU_COUNT(&before) == 1) return;  // The next test is about that.
  int num_moved = 0;
  for (int k = 0; k < 100; ++k) {
    const std::array<std::atomic<int>, 2> occupied = {-1, current_processor()};
    leave_processors(occupied);
    num_moved += current_processor() != occupied[1];
    const cpu_set_t after = get_affinity();
    ASSERT_TRUE(CPU_EQUAL(&before, &after));
  }
  EXPECT_GT(num_moved, 50);
}

TEST(ThreadPlacement, StaysWhereThereIsNoOther) {
  const cpu_set_t before = get_affinity();
  const int here = current_processor();
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(here), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  const std::array<std::atomic<int>, 1> occupied = {here};
  leave_processors(occupied);
  const cpu_set_t after = get_affinity();
  EXPECT_TRUE(CPU_EQUAL(&one, &after));
  EXPECT_EQ(current_processor(), here);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

#endif

}  // namespace
}  // namespace stiction
