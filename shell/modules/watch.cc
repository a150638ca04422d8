// With --watch, a process runs the program in another one, and again when a file of it has changed.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>

#include "loading.h"
#include "shell.h"

namespace halfword::shell {

namespace {

constexpr int kPauseMs = 100;             // between two looks at the files
constexpr useconds_t kSettleUs = 50'000;  // until an editor has written the rest

// Some of this changes when a file is written or replaced.
struct Stamp {
  bool operator==(const Stamp& other) const {
    return seconds == other.seconds && nanoseconds == other.nanoseconds && size == other.size &&
           inode == other.inode;
  }
  int64_t seconds = -1, nanoseconds = 0, size = 0;
  uint64_t inode = 0;
};
Stamp StampOf(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {};
  return {status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_size, status.st_ino};
}

// The program's process tells its files through a pipe, one a line.
class Watched {
 public:
  explicit Watched(int pipe) : pipe_(pipe) {}
  void Add(const std::string& path) { stamps_.try_emplace(path, StampOf(path)); }
  // Takes what the program has told. Returns false if it has ended, or has closed the pipe.
  bool Take() {
    char piece[4096];
    ssize_t count;
    while ((count = read(pipe_, piece, sizeof piece)) > 0) {
      for (char c : std::string_view(piece, static_cast<size_t>(count))) {
        if (c != '\n') {
          line_ += c;
          continue;
        }
        Add(line_);
        line_.clear();
      }
    }
    return count != 0;
  }
  // Returns "" if none has.
  std::string Changed() const {
    for (const auto& [path, stamp] : stamps_) {
      if (!(StampOf(path) == stamp)) return path;
    }
    return "";
  }

 private:
  int pipe_;
  std::string line_;
  std::map<std::string, Stamp> stamps_;
};

}  // namespace

bool Watch(const Options& options, int* told) {
  for (;;) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    pid_t watcher = getpid(), program = fork();
    if (program < 0) return false;
    if (program == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != watcher) _exit(kUncaughtError);
      close(ends[0]);
      *told = ends[1];
      return true;
    }
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    Watched watched(ends[0]);
    for (const Input& input : options.inputs) {
      if (input.kind == Input::kFile) watched.Add(AbsolutePath(input.text));
    }
    std::string changed;
    for (bool is_open = true; changed.empty(); changed = watched.Changed()) {
      pollfd wait = {is_open ? ends[0] : -1, POLLIN, 0};
      poll(&wait, 1, kPauseMs);
      is_open = is_open && watched.Take();
    }
    usleep(kSettleUs);
    kill(program, SIGKILL);
    waitpid(program, nullptr, 0);
    close(ends[0]);
    WriteError("halfword: " + changed + " has changed\n");
  }
}

void NoteLoaded(Isolate& isolate, const std::string& path) {
  int told = ShellOf(isolate).told_files;
  if (told < 0) return;
  std::string line = path + "\n";
  for (size_t done = 0; done < line.size();) {
    ssize_t count = write(told, line.data() + done, line.size() - done);
    if (count <= 0) return;
    done += static_cast<size_t>(count);
  }
}

}  // namespace halfword::shell
