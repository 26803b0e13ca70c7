#include "worker_pool.h"

#include <algorithm>
#include <chrono>
#include <span>

#include "thread_placement.h"

namespace stiction {
namespace {

/// How long a thread looks for more work: as long as a step of hundreds of bodies goes without a
/// loop.
constexpr std::chrono::microseconds kLookOut{200};

}  // namespace

WorkerPool::WorkerPool(int num_threads)
    : processors_(static_cast<std::size_t>(std::max(1, num_threads))) {
  for (std::atomic<int>& processor : processors_) processor = -1;
  try {
    for (int thread = 1; thread < num_threads; ++thread) {
      threads_.emplace_back([this, thread] { work(thread); });
    }
  } catch (...) {  // no more threads available: end those that exist
    stop();
    throw;
  }
}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::stop() {
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
  unfinished_ = count;
  const auto num_ranges = static_cast<std::size_t>(num_threads());
  left_.resize(num_ranges);
  for (std::size_t i = 0; i < num_ranges; ++i) {
    left_[i] = {i * count / num_ranges, (i + 1) * count / num_ranges};
  }
  failure_ = nullptr;
  spread(0);
  ++num_loops_;
  start_.notify_all();
  take_tasks(0, lock);
  lock.unlock();
  await([this] { return unfinished_ == 0; });
  lock.lock();
  done_.wait(lock, [this] { return unfinished_ == 0; });
  task_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

void WorkerPool::for_each_share(std::size_t count, std::size_t grain,
                                const std::function<void(int, std::size_t, std::size_t)>& task) {
  if (threads_.empty() || count <= grain) {
    if (count > 0) task(0, 0, count);
    return;
  }
  const auto take_share = [&](int thread, std::size_t share) {
    task(thread, share * grain, std::min(count, (share + 1) * grain));
  };
  for_each((count + grain - 1) / grain, std::ref(take_share));
}

void WorkerPool::work(int thread) {
  unsigned num_seen = 0;
  std::unique_lock lock(mutex_, std::defer_lock);
  while (true) {
    const auto is_wanted = [&] { return stopping_ || num_loops_ != num_seen; };
    bool has_moved = false;  // at most once: in vain if there are more threads than processors
    const auto look_out = [&] {
      has_moved = has_moved || spread(thread);
      return is_wanted();
    };
    await(std::ref(look_out));
    lock.lock();
    start_.wait(lock, is_wanted);
    if (stopping_) return;
    num_seen = num_loops_;
    take_tasks(thread, lock);
    lock.unlock();
  }
}

/// Each thread avoids the processors of those before it. As they wait by yielding, the system does
/// not notice that two of them share one while another is idle: it left them there for 0.02 to
/// 0.3 s, in one run of three. True if it moved.
bool WorkerPool::spread(int thread) {
  const auto own = static_cast<std::size_t>(thread);
  const std::span<const std::atomic<int>> before(processors_.data(), own);
  const int here = processors_[own] = current_processor();
  if (std::ranges::none_of(before, [&](const auto& one) { return one == here; })) return false;
  leave_processors(before);
  processors_[own] = current_processor();
  return true;
}

/// Waits until it is over, or for a while.
void WorkerPool::await(const std::function<bool()>& is_over) const {
  const auto end = std::chrono::steady_clock::now() + kLookOut;
  while (!is_over() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
}

WorkerPool::Range WorkerPool::take_share(int thread) {
  Range& own = left_[static_cast<std::size_t>(thread)];
  if (own.size() > 0) {
    const Range share{own.begin, own.begin + (own.size() + 3) / 4};
    own.begin = share.end;
    return share;
  }
  Range& other = *std::ranges::max_element(left_, {}, &Range::size);
  const Range share{other.end - (other.size() + 3) / 4, other.end};
  other.end = share.begin;
  return share;
}

void WorkerPool::take_tasks(int thread, std::unique_lock<std::mutex>& lock) {
  while (task_) {
    const auto [begin, end] = take_share(thread);
    if (begin == end) return;
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
