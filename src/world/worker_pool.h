#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stiction {

/// Threads that share the tasks of a loop. With one thread the loop runs in the caller's. After a
/// loop the threads keep looking for the next one for a while before they sleep: waking one takes
/// as long as a short loop.
class WorkerPool {
 public:
  explicit WorkerPool(int num_threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  int num_threads() const { return static_cast<int>(threads_.size()) + 1; }

  /// Calls task(thread, i) for every i in [0, count), each once, in no particular order; `thread`
  /// is in [0, num_threads()). Returns when all are done, and throws the exception of the lowest i
  /// that threw, if any.
  void for_each(std::size_t count, const std::function<void(int, std::size_t)>& task);
  /// The same for shares of up to `grain` tasks, task(thread, begin, end), if single tasks are too
  /// small.
  void for_each_share(std::size_t count, std::size_t grain,
                      const std::function<void(int, std::size_t, std::size_t)>& task);

 private:
  void work(int thread);
  void stop();
  bool spread(int thread);
  void await(const std::function<bool()>& is_over) const;
  /// Tasks [begin, end).
  struct Range {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
  };

  /// Takes a share of the thread's own range of tasks, which is the same in every loop of that
  /// length, so that the data stay with the processor that used them last time: a quarter of the
  /// rest at a time (guided self-scheduling, Polychronopoulos and Kuck 1987, for tasks that
  /// differ). When that is empty, takes a share from the end of the fullest range (work stealing,
  /// Blumofe and Leiserson 1999).
  Range take_share(int thread);
  void take_tasks(int thread, std::unique_lock<std::mutex>& lock);

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const std::function<void(int, std::size_t)>* task_ = nullptr;
  std::vector<Range> left_;                   ///< one per thread
  std::vector<std::atomic<int>> processors_;  ///< of each thread, when its last loop began
  std::atomic<std::size_t> unfinished_ = 0;
  std::atomic<unsigned> num_loops_ = 0;  ///< loops that have begun
  std::size_t failed_ = 0;               ///< lowest task that threw
  std::exception_ptr failure_;
  std::atomic<bool> stopping_ = false;
};

}  // namespace stiction
