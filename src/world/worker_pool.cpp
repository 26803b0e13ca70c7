#include "worker_pool.h"

#include <algorithm>

namespace stiction {

WorkerPool::WorkerPool(int num_threads) {
  for (int thread = 1; thread < num_threads; ++thread) {
    threads_.emplace_back([this, thread] { work(thread); });
  }
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::for_each(std::size_t count, const std::function<void(int, std::size_t)>& task) {
  if (threads_.empty() || count <= 1) {
    for (std::size_t i = 0; i < count; ++i) task(0, i);
    return;
  }
  std::unique_lock lock(mutex_);
  task_ = &task;
  count_ = unfinished_ = count;
  next_ = 0;
  failure_ = nullptr;
  start_.notify_all();
  take_tasks(0, lock);
  done_.wait(lock, [this] { return unfinished_ == 0; });
  task_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

void WorkerPool::work(int thread) {
  std::unique_lock lock(mutex_);
  while (true) {
    start_.wait(lock, [this] { return stopping_ || (task_ && next_ < count_); });
    if (stopping_) return;
    take_tasks(thread, lock);
  }
}

void WorkerPool::take_tasks(int thread, std::unique_lock<std::mutex>& lock) {
  while (task_ && next_ < count_) {
    const std::size_t begin = next_;
    const std::size_t end = begin + std::max<std::size_t>(1, (count_ - begin) / num_shares());
    next_ = end;
    const auto* task = task_;
    lock.unlock();
    std::exception_ptr failure;
    std::size_t failed = 0;
    for (std::size_t i = begin; i < end; ++i) {
      try {
        (*task)(thread, i);
      } catch (...) {
        if (failure) continue;
        failure = std::current_exception();
        failed = i;
      }
    }
    lock.lock();
    if (failure && (!failure_ || failed < failed_)) {
      failure_ = failure;
      failed_ = failed;
    }
    unfinished_ -= end - begin;
    if (unfinished_ == 0) done_.notify_all();
  }
}

}  // namespace stiction
