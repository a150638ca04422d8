// What a program may lend to its heaps: threads for jobs and a queue for tasks on the heap's own thread. The
// collector needs none of it (it reserves its memory itself and has helper threads of its own); it is here
// for programs that bring a platform along or use one.
#ifndef HALFWORD_GC_PLATFORM_H_
#define HALFWORD_GC_PLATFORM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "halfword/gc/internal/config.h"
#include "halfword/gc/source_location.h"

namespace halfword::gc {

enum class TaskPriority : uint8_t {
  kBestEffort,
  kUserVisible,
  kUserBlocking,
  kMaxPriority = kUserBlocking,
};

class Task {
 public:
  virtual ~Task() = default;
  virtual void Run() = 0;
};

class IdleTask {
 public:
  virtual ~IdleTask() = default;
  virtual void Run(double deadline_in_seconds) = 0;
};

// Runs tasks one after the other on one thread.
class TaskRunner {
 public:
  TaskRunner() = default;
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;
  virtual ~TaskRunner() = default;

  virtual void PostTask(std::unique_ptr<Task> task) = 0;
  virtual void PostDelayedTask(std::unique_ptr<Task> task, double delay_in_seconds) = 0;
  virtual void PostNonNestableTask(std::unique_ptr<Task> task) { PostTask(std::move(task)); }
  virtual void PostNonNestableDelayedTask(std::unique_ptr<Task> task, double delay_in_seconds) {
    PostDelayedTask(std::move(task), delay_in_seconds);
  }
  virtual void PostIdleTask(std::unique_ptr<IdleTask> task) = 0;
  virtual bool IdleTasksEnabled() = 0;
  virtual bool NonNestableTasksEnabled() const { return false; }
  virtual bool NonNestableDelayedTasksEnabled() const { return false; }
};

// What a job's function is told while it runs.
class JobDelegate {
 public:
  virtual ~JobDelegate() = default;
  // True: return soon, other work is waiting.
  virtual bool ShouldYield() = 0;
  // GetMaxConcurrency() has grown.
  virtual void NotifyConcurrencyIncrease() = 0;
  // Less than the number of threads at work on the job.
  virtual uint8_t GetTaskId() = 0;
  virtual bool IsJoiningThread() const = 0;
};

class JobTask {
 public:
  virtual ~JobTask() = default;
  virtual void Run(JobDelegate* delegate) = 0;
  // How many threads could work on the job, including those that do. 0: the job is done. Any thread may ask.
  virtual size_t GetMaxConcurrency(size_t worker_count) const = 0;
};

class JobHandle {
 public:
  virtual ~JobHandle() = default;
  virtual void NotifyConcurrencyIncrease() = 0;
  // Takes part in the work and returns when it is done.
  virtual void Join() = 0;
  // Makes workers yield and returns when they have. Work that is not done by then is dropped.
  virtual void Cancel() = 0;
  virtual void CancelAndDetach() = 0;
  virtual bool IsActive() = 0;
  virtual bool IsValid() = 0;
  virtual bool UpdatePriorityEnabled() const { return false; }
  virtual void UpdatePriority(TaskPriority /*new_priority*/) {}
};

class TracingController {
 public:
  virtual ~TracingController() = default;
};

// For programs that pass one: the library never calls it.
class PageAllocator {
 public:
  virtual ~PageAllocator() = default;
};

class Platform {
 public:
  virtual ~Platform() = default;
  virtual PageAllocator* GetPageAllocator() = 0;
  virtual double MonotonicallyIncreasingTime() = 0;  // in seconds
  virtual std::shared_ptr<TaskRunner> GetForegroundTaskRunner() {
    return GetForegroundTaskRunner(TaskPriority::kUserBlocking);
  }
  virtual std::shared_ptr<TaskRunner> GetForegroundTaskRunner(TaskPriority /*priority*/) { return nullptr; }
  virtual std::unique_ptr<JobHandle> PostJob(TaskPriority /*priority*/,
                                             std::unique_ptr<JobTask> /*job_task*/) {
    return nullptr;
  }
  virtual TracingController* GetTracingController() { return nullptr; }
};

// Heaps need no preparation of the process; these exist so that programs that do prepare it need no change.
inline bool IsInitialized() { return true; }
inline void InitializeProcess(PageAllocator* /*page_allocator*/ = nullptr, size_t /*desired_heap_size*/ = 0) {
}
inline void ShutdownProcess() {}

namespace internal {
[[noreturn]] HALFWORD_EXPORT void Fatal(const std::string& reason,
                                        const SourceLocation& location = SourceLocation::Current());
}  // namespace internal

}  // namespace halfword::gc

#endif  // HALFWORD_GC_PLATFORM_H_
