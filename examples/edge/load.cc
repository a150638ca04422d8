// A short load for edge, from this machine.
//
//   edge_load [--port 8080] [--path /] [--connections 4] [--seconds 5] [--pid N]     or --help
//
// Prints requests a second and how long they took; with the server's process id its memory
// before and after, and its processor time.
#include <httplib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "arguments.h"

namespace {

using Clock = std::chrono::steady_clock;

// Resident and proportional set size of a process, in MiB.
std::string Memory(const std::string& pid) {
  std::ifstream rollup("/proc/" + pid + "/smaps_rollup");
  std::string word, text;
  double rss = 0, pss = 0;
  while (rollup >> word) {
    if (word == "Rss:") rollup >> rss;
    if (word == "Pss:") rollup >> pss;
  }
  char line[100];
  std::snprintf(line, sizeof line, "%.1f MiB resident, %.1f MiB proportional", rss / 1024, pss / 1024);
  return line;
}

// Seconds of processor time a process has taken.
double ProcessorTime(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string word;
  double ticks = 0;
  for (int i = 1; i <= 15 && stat >> word; i++) {
    if (i >= 14) ticks += std::stod(word);  // of the user and of the system
  }
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

int main(int argc, char** argv) {
  int port = 8080, connections = 4;
  double seconds = 5;
  std::string path = "/", pid;
  int server = 0;
  Arguments arguments("edge_load", "[option ...]", 0);
  arguments.Add("--port", "N", "of the server on this machine; 8080", Number(&port, 1, 65535));
  arguments.Add("--path", "PATH", "what to ask for; /", Text(&path));
  arguments.Add("--connections", "N", "at once; 4", Number(&connections, 1, 10000));
  arguments.Add("--seconds", "S", "how long; 5", Number(&seconds, 0.0, 1e6));
  arguments.Add("--pid", "N", "the server's process, for its memory and time", Number(&server, 1, 1 << 30));
  if (std::optional<int> code = arguments.Parse(argc, argv)) return *code;
  if (server != 0) pid = std::to_string(server);
  if (!pid.empty() && !std::ifstream("/proc/" + pid + "/stat")) {
    std::fprintf(stderr, "edge_load: there is no process %s\n", pid.c_str());
    return 2;
  }
  if (!pid.empty()) std::printf("before: %s\n", Memory(pid).c_str());
  double processor_before = pid.empty() ? 0 : ProcessorTime(pid);
  std::atomic<uint64_t> failures{0};
  std::vector<std::vector<double>> times(static_cast<size_t>(connections));
  std::vector<std::thread> threads;
  auto start = Clock::now();
  auto end = start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  for (std::vector<double>& own : times) {
    threads.emplace_back([&] {
      httplib::Client client("127.0.0.1", port);
      client.set_keep_alive(true);
      client.set_tcp_nodelay(true);
      for (auto sent = Clock::now(); sent < end; sent = Clock::now()) {
        httplib::Result answer = client.Get(path.c_str());
        if (!answer || answer->status != 200) failures++;
        own.push_back(std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  double took = std::chrono::duration<double>(Clock::now() - start).count();
  std::vector<double> all;
  for (const auto& own : times) all.insert(all.end(), own.begin(), own.end());
  if (all.empty() || failures == all.size()) {
    std::fprintf(stderr, "edge_load: nothing answers http://127.0.0.1:%d%s with 200\n", port, path.c_str());
    return 1;
  }
  std::sort(all.begin(), all.end());
  auto quantile = [&](double q) { return all[static_cast<size_t>(q * static_cast<double>(all.size() - 1))]; };
  std::printf("%s: %.0f requests/s, median %.2f ms, p99 %.2f ms, %zu in all, %zu failed\n", path.c_str(),
              static_cast<double>(all.size()) / took, quantile(0.5), quantile(0.99), all.size(),
              static_cast<size_t>(failures));
  if (!pid.empty()) {
    double microseconds = (ProcessorTime(pid) - processor_before) * 1e6 / static_cast<double>(all.size());
    std::printf("after:  %s; %.0f µs of processor time a request\n", Memory(pid).c_str(), microseconds);
  }
  return failures == 0 ? 0 : 1;
}
