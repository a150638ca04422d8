// A Platform with a pool of threads for jobs, and a queue of tasks that the program empties
// on its own thread:
//
//   while (platform->PumpMessageLoop()) {}
#ifndef HALFWORD_GC_DEFAULT_PLATFORM_H_
#define HALFWORD_GC_DEFAULT_PLATFORM_H_

#include "halfword/gc/platform.h"

namespace v8 {
class Platform;
}

namespace halfword::gc {

class HALFWORD_EXPORT DefaultPlatform : public Platform {
 public:
  enum class IdleTaskSupport { kDisabled, kEnabled };

  // 0 threads: one less than there are processors.
  explicit DefaultPlatform(int thread_pool_size = 0,
                           IdleTaskSupport idle_task_support = IdleTaskSupport::kDisabled,
                           std::unique_ptr<TracingController> tracing_controller = {})
      : state_(MakeState(thread_pool_size, idle_task_support == IdleTaskSupport::kEnabled)),
        tracing_controller_(tracing_controller != nullptr ? std::move(tracing_controller)
                                                          : std::make_unique<TracingController>()) {}

  PageAllocator* GetPageAllocator() override { return nullptr; }
  double MonotonicallyIncreasingTime() override { return Now(); }
  using Platform::GetForegroundTaskRunner;
  std::shared_ptr<TaskRunner> GetForegroundTaskRunner(TaskPriority /*priority*/) override { return Runner(); }
  // Threads are started by the first job.
  std::unique_ptr<JobHandle> PostJob(TaskPriority /*priority*/, std::unique_ptr<JobTask> job_task) override {
    return Post(std::move(job_task));
  }
  TracingController* GetTracingController() override { return tracing_controller_.get(); }
  // Programs that share cppgc's platform with V8 ask for it. There is no V8 behind this one.
  v8::Platform* GetV8Platform() const { return nullptr; }

  // Runs the next foreground task that is due; false if there is none.
  bool PumpMessageLoop();
  // Runs idle tasks until there is none or the time is up.
  void RunIdleTasks(double seconds);

 private:
  struct State;
  static std::shared_ptr<State> MakeState(int thread_pool_size, bool idle_tasks);
  static double Now();
  std::shared_ptr<TaskRunner> Runner();
  std::unique_ptr<JobHandle> Post(std::unique_ptr<JobTask> job_task);

  std::shared_ptr<State> state_;
  std::unique_ptr<TracingController> tracing_controller_;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_DEFAULT_PLATFORM_H_
