#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stiction {

/// Threads that share out the tasks of a loop. With one thread the loop runs in the caller's.
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

 private:
  void work(int thread);
  /// A share of what is left at a time, many small tasks at first and single ones in the end:
  /// guided self-scheduling (Polychronopoulos and Kuck 1987), a quarter of it, for tasks that
  /// differ.
  void take_tasks(int thread, std::unique_lock<std::mutex>& lock);
  std::size_t num_shares() const { return 4 * static_cast<std::size_t>(num_threads()); }

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const std::function<void(int, std::size_t)>* task_ = nullptr;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::size_t unfinished_ = 0;
  std::size_t failed_ = 0;  ///< lowest task that threw
  std::exception_ptr failure_;
  bool stopping_ = false;
};

}  // namespace stiction
