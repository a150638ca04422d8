#include "halfword/gc/default_platform.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <vector>

#include "base/macros.h"
#include "platform/clock.h"
#include "platform/exhaustion.h"

namespace halfword::gc {
namespace {

double Now() { return static_cast<double>(platform::MonotonicNanoseconds()) * 1e-9; }

// ---- Tasks on the program's own thread ----------------------------------------------------------

class ForegroundRunner final : public TaskRunner {
 public:
  explicit ForegroundRunner(bool idle_tasks) : idle_tasks_(idle_tasks) {}

  void PostTask(std::unique_ptr<Task> task) override { PostDelayedTask(std::move(task), 0); }
  void PostDelayedTask(std::unique_ptr<Task> task, double delay) override {
    std::lock_guard<std::mutex> lock(mutex_);
    double due = delay > 0 ? Now() + delay : 0;
    auto after = [](double time, const Entry& entry) { return time < entry.due; };
    entries_.insert(std::upper_bound(entries_.begin(), entries_.end(), due, after), {due, std::move(task)});
  }
  void PostIdleTask(std::unique_ptr<IdleTask> task) override {
    CHECK(idle_tasks_);
    std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(task));
  }
  bool IdleTasksEnabled() override { return idle_tasks_; }
  bool NonNestableTasksEnabled() const override { return true; }
  bool NonNestableDelayedTasksEnabled() const override { return true; }

  bool RunNext() {
    std::unique_ptr<Task> task;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (entries_.empty() || entries_.front().due > Now()) return false;
      task = std::move(entries_.front().task);
      entries_.pop_front();
    }
    task->Run();
    return true;
  }
  bool RunNextIdle(double deadline) {
    std::unique_ptr<IdleTask> task;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (idle_.empty()) return false;
      task = std::move(idle_.front());
      idle_.pop_front();
    }
    task->Run(deadline);
    return true;
  }

 private:
  struct Entry {
    double due;
    std::unique_ptr<Task> task;
  };
  const bool idle_tasks_;
  std::mutex mutex_;
  std::deque<Entry> entries_;  // by time
  std::deque<std::unique_ptr<IdleTask>> idle_;
};

// ---- Jobs ---------------------------------------------------------------------------------------

class ThreadPool {
 public:
  explicit ThreadPool(size_t size) : size_(size) {}
  // By the platform's end. (A job may hold the pool a moment longer, on one of its own threads.)
  void Stop() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  size_t size() const { return size_; }
  void Post(std::function<void()> work) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      queue_.push_back(std::move(work));
      if (!stopping_ && threads_.size() < size_) {
        // The system may refuse one more: those that there are do the work, or nobody, for nobody needs it.
        std::string refusal;
        (void)platform::CatchForeign([this] { threads_.emplace_back([this] { Work(); }); }, &refusal);
        if (threads_.empty()) queue_.pop_back();
      }
    }
    wake_.notify_one();
  }

 private:
  void Work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
      if (stopping_) return;
      std::function<void()> work = std::move(queue_.front());
      queue_.pop_front();
      lock.unlock();
      work();
      work = nullptr;
      lock.lock();
    }
  }

  const size_t size_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  std::vector<std::thread> threads_;
  bool stopping_ = false;
};

// A job's state, shared by its handle and the workers that were asked to run it.
class Job : public std::enable_shared_from_this<Job> {
 public:
  Job(std::weak_ptr<ThreadPool> pool, std::unique_ptr<JobTask> task)
      : pool_(std::move(pool)), task_(std::move(task)) {}

  void Schedule() {
    std::unique_lock<std::mutex> lock(mutex_);
    ScheduleLocked();
  }
  void Join() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      size_t wanted = cancelled_ ? 0 : task_->GetMaxConcurrency(active_);
      if (wanted > active_) {
        RunLocked(lock, true);
      } else if (active_ == 0) {
        break;
      } else {
        idle_.wait(lock);
      }
    }
    cancelled_ = true;  // workers that are still in the queue find nothing to do
  }
  void Cancel(bool wait) {
    std::unique_lock<std::mutex> lock(mutex_);
    cancelled_ = true;
    if (wait) idle_.wait(lock, [this] { return active_ == 0; });
  }
  bool IsActive() {
    std::unique_lock<std::mutex> lock(mutex_);
    return active_ != 0 || (!cancelled_ && task_->GetMaxConcurrency(0) != 0);
  }

 private:
  class Delegate final : public JobDelegate {
   public:
    Delegate(Job* job, uint8_t id, bool joining) : job_(job), id_(id), joining_(joining) {}
    bool ShouldYield() override {
      std::lock_guard<std::mutex> lock(job_->mutex_);
      return job_->cancelled_;
    }
    void NotifyConcurrencyIncrease() override { job_->Schedule(); }
    uint8_t GetTaskId() override { return id_; }
    bool IsJoiningThread() const override { return joining_; }

   private:
    Job* job_;
    uint8_t id_;
    bool joining_;
  };

  void ScheduleLocked() {
    std::shared_ptr<ThreadPool> pool = pool_.lock();
    if (cancelled_ || pool == nullptr) return;
    size_t wanted = std::min({task_->GetMaxConcurrency(active_), pool->size(), size_t{64}});
    while (active_ + queued_ < wanted) {
      queued_++;
      pool->Post([job = this->shared_from_this()] { job->RunOnWorker(); });
    }
  }
  void RunOnWorker() {
    std::unique_lock<std::mutex> lock(mutex_);
    queued_--;
    if (cancelled_ || task_->GetMaxConcurrency(active_) <= active_) return;
    RunLocked(lock, false);
    ScheduleLocked();
  }
  void RunLocked(std::unique_lock<std::mutex>& lock, bool joining) {
    uint8_t id = 0;
    while (ids_ >> id & 1) id++;
    ids_ |= uint64_t{1} << id;
    active_++;
    lock.unlock();
    Delegate delegate(this, id, joining);
    task_->Run(&delegate);
    lock.lock();
    active_--;
    ids_ &= ~(uint64_t{1} << id);
    idle_.notify_all();
  }

  std::weak_ptr<ThreadPool> pool_;
  std::unique_ptr<JobTask> task_;
  std::mutex mutex_;
  std::condition_variable idle_;  // a worker has returned
  size_t active_ = 0;
  size_t queued_ = 0;
  uint64_t ids_ = 0;
  bool cancelled_ = false;
};

class PooledJobHandle final : public JobHandle {
 public:
  explicit PooledJobHandle(std::shared_ptr<Job> job) : job_(std::move(job)) {}
  void NotifyConcurrencyIncrease() override { job_->Schedule(); }
  void Join() override {
    job_->Join();
    job_ = nullptr;
  }
  void Cancel() override {
    job_->Cancel(true);
    job_ = nullptr;
  }
  void CancelAndDetach() override {
    job_->Cancel(false);
    job_ = nullptr;
  }
  bool IsActive() override { return job_ != nullptr && job_->IsActive(); }
  bool IsValid() override { return job_ != nullptr; }

 private:
  std::shared_ptr<Job> job_;
};

size_t PoolSize(int wanted) {
  if (wanted > 0) return static_cast<size_t>(std::min(wanted, 64));
  return std::clamp<size_t>(std::thread::hardware_concurrency(), 2, 16) - 1;
}

}  // namespace

struct DefaultPlatform::State {
  State(size_t threads, bool idle_tasks)
      : foreground(std::make_shared<ForegroundRunner>(idle_tasks)),
        pool(std::make_shared<ThreadPool>(threads)) {}
  ~State() { pool->Stop(); }
  std::shared_ptr<ForegroundRunner> foreground;
  std::shared_ptr<ThreadPool> pool;
};

std::shared_ptr<DefaultPlatform::State> DefaultPlatform::MakeState(int thread_pool_size, bool idle_tasks) {
  return std::make_shared<State>(PoolSize(thread_pool_size), idle_tasks);
}

double DefaultPlatform::Now() { return gc::Now(); }

std::shared_ptr<TaskRunner> DefaultPlatform::Runner() { return state_->foreground; }

std::unique_ptr<JobHandle> DefaultPlatform::Post(std::unique_ptr<JobTask> task) {
  auto job = std::make_shared<Job>(state_->pool, std::move(task));
  job->Schedule();
  return std::make_unique<PooledJobHandle>(std::move(job));
}

bool DefaultPlatform::PumpMessageLoop() { return state_->foreground->RunNext(); }

void DefaultPlatform::RunIdleTasks(double seconds) {
  double deadline = Now() + seconds;
  while (Now() < deadline && state_->foreground->RunNextIdle(deadline)) {
  }
}

}  // namespace halfword::gc
