// An HTTP server whose every request runs in a fresh isolate.
//
//   edge application.js [--host 127.0.0.1] [--port 8080] [--memory MIB] [--timeout MS] [--threads N]
//        [--warm PATH]     or --help
//
// The application is a module: `export default { async fetch(request) { return new Response('hello') } }`. It
// may be TypeScript, and import packages. It is loaded once, with the interfaces of web.js, and frozen. Each
// request gets a clone of that image from a pool: what one request changes, the next does not see, and one
// that runs too long or takes too much memory ends alone. The answer is 500 after an exception, and 503 after
// a limit.
//
// Code is compiled when it is first run: so the paths of --warm are requested before the freeze, and what
// they run is compiled in the image. What else they change is in the image too.
#include <httplib.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "arguments.h"
#include "halfword/halfword.hpp"
#include "modules.h"
#include "web.js.h"

namespace {

// Places in the image of what the host calls.
struct Entry {
  hw_ref web = 0, application = 0;
};

// Name and value of each in turn, but for those that the library adds.
std::vector<std::string> Headers(const httplib::Request& request) {
  std::vector<std::string> pairs;
  for (const auto& [name, value] : request.headers) {
    if (name.starts_with("REMOTE_") || name.starts_with("LOCAL_")) continue;
    pairs.push_back(name);
    pairs.push_back(value);
  }
  return pairs;
}

using Clock = std::chrono::steady_clock;

// Jobs and timers, until the promise is settled, nothing is left to wait for, or the request's time is over.
hw::Result<hw::Value> Await(hw::Isolate& isolate, hw::Value web, hw::Value promise, Clock::time_point end) {
  for (;;) {
    if (hw::Result<void> done = isolate.RunJobs(); !done) return done.error();
    hw::Result<hw::Value> settled = promise.Settled();
    if (settled || settled.error().status != HW_LATER) return settled;
    hw::Result<hw::Value> wait = web.Get("next")->Call();
    if (!wait) return wait.error();
    if (wait->AsNumber() < 0) return hw::Error{HW_INVALID, HW_REASON_NONE, "the answer never comes"};
    auto due = Clock::now() + std::chrono::microseconds(static_cast<int64_t>(wait->AsNumber() * 1000));
    if (due > end) return hw::Error{HW_TERMINATED, HW_REASON_DEADLINE, "the answer comes too late"};
    std::this_thread::sleep_until(due);
    if (hw::Result<hw::Value> fired = web.Get("fire")->Call(); !fired) return fired.error();
  }
}

hw::Result<void> Serve(hw::Isolate& isolate, const Entry& entry, const httplib::Request& request,
                       httplib::Response& response, Clock::time_point end) {
  hw::Value web = isolate.Wrap(hw_ref_get(isolate.raw(), entry.web));
  hw::Value application = isolate.Wrap(hw_ref_get(isolate.raw(), entry.application));
  std::string host = request.has_header("Host") ? request.get_header_value("Host") : "localhost";
  hw::Result<hw::Value> handle = web.Get("handle");
  if (!handle) return handle.error();
  hw::Result<hw::Value> body = isolate.Null();
  if (!request.body.empty())
    body = isolate.Bytes({reinterpret_cast<const uint8_t*>(request.body.data()), request.body.size()});
  if (!body) return body.error();
  hw::Result<hw::Value> promise =
      (*handle)(application, "http://" + host + request.target, request.method, Headers(request), *body);
  if (!promise) return promise.error();
  // [status, [name, value, …], bytes or text]
  hw::Result<hw::Value> answer = Await(isolate, web, *promise, end);
  if (!answer) return answer.error();
  response.status = static_cast<int>(answer->Get(0u)->AsNumber());
  hw::Value headers = *answer->Get(1u);
  std::string type = "text/plain";
  uint32_t count = static_cast<uint32_t>(headers.Get("length")->AsNumber());
  for (uint32_t i = 0; i + 1 < count; i += 2) {
    std::string name = headers.Get(i)->AsString(), value = headers.Get(i + 1)->AsString();
    if (name == "content-type") {
      type = value;
    } else {
      response.headers.emplace(name, value);
    }
  }
  hw::Value content = *answer->Get(2u);
  if (std::optional<std::span<uint8_t>> bytes = content.Bytes()) {
    response.set_content(reinterpret_cast<const char*>(bytes->data()), bytes->size(), type.c_str());
  } else {
    response.set_content(content.AsString(), type.c_str());
  }
  return {};
}

// Requests the path a few times; says why that failed.
std::string Warm(hw::Isolate& isolate, const Entry& entry, const std::string& path, uint64_t timeout_ns) {
  constexpr int kRounds = 3;  // until inline caches know what they see
  for (int i = 0; i < kRounds; i++) {
    httplib::Request request;
    request.method = "GET";
    request.target = request.path = path;
    request.set_header("Host", "localhost");
    httplib::Response response;
    auto end = Clock::now() + std::chrono::nanoseconds(timeout_ns);
    hw::Result<void> served = Serve(isolate, entry, request, response, end);
    if (!served) return served.error().text;
    if (response.status >= 500) return "the answer is " + std::to_string(response.status);
  }
  return "";
}

int Fail(const std::string& sentence) {
  std::fprintf(stderr, "edge: %s\n", sentence.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  int port = 8080;
  std::string host_name = "127.0.0.1";
  size_t threads = std::max(4u, std::thread::hardware_concurrency());
  hw::Config config;
  double memory = 64, timeout = 1000;
  std::vector<std::string> warm;
  Arguments arguments("edge", "application.js [option ...]", 1);
  arguments.Add("--host", "NAME", "the address to listen on; 127.0.0.1", Text(&host_name));
  arguments.Add("--port", "N", "the port, 0: any; 8080", Number(&port, 0, 65535));
  arguments.Add("--memory", "MIB", "what a request may take; 64", Number(&memory, 1.0, 4096.0));
  arguments.Add("--timeout", "MS", "how long it may take; 1000", Number(&timeout, 1.0, 1e9));
  arguments.Add("--threads", "N", "that serve requests", Number<size_t>(&threads, 1, 1000));
  arguments.Add("--warm", "PATH", "request it before the freeze, for what it compiles; several times",
                [&](auto path) {
                  warm.emplace_back(path);
                  return path.starts_with("/") ? "" : "a path that begins with /";
                });
  if (std::optional<int> code = arguments.Parse(argc, argv)) return *code;
  config.memory_limit = static_cast<size_t>(memory * (1 << 20));
  config.timeout_ns = static_cast<uint64_t>(timeout * 1e6);
  const char* file = arguments[0].c_str();
  std::error_code error;
  std::string path = std::filesystem::canonical(file, error);  // what it imports is looked for from there
  std::optional<std::string> source = error ? std::nullopt : ReadFile(path);
  if (!source || std::filesystem::is_directory(path)) return Fail(std::string("cannot read ") + file);

  Modules modules;
  hw::Host host;
  modules.Install(host);
  host.OnConsole([](hw_isolate*, hw_console_level level, std::string_view line) {
    std::fprintf(level == HW_CONSOLE_WARN || level == HW_CONSOLE_ERROR ? stderr : stdout, "%.*s\n",
                 static_cast<int>(line.size()), line.data());
  });
  config.host = host;

  // Load the application once, and freeze it.
  Entry entry;
  {
    hw::Isolate isolate(config);
    hw::Result<hw::Value> web = isolate.Evaluate(kPrelude, "web.js");
    if (!web) return Fail(web.error().text);
    entry.web = hw::Ref(*web).Release();
    hw::Result<hw::Value> module = isolate.EvaluateModule(SourceOf(*source, path));
    if (!module) return Fail(module.error().text);
    hw::Result<hw::Value> application = module->Get("default");
    hw::Result<hw::Value> fetch = application ? application->Get("fetch") : application;
    if (!fetch || !fetch->IsFunction())
      return Fail(std::string(file) +
                  " must `export default` an object with a method `fetch`; its default export " +
                  (!application || application->IsUndefined() ? "is not there" : "has none"));
    entry.application = hw::Ref(*application).Release();
    for (const std::string& path : warm) {
      if (std::string why = Warm(isolate, entry, path, config.timeout_ns); !why.empty())
        return Fail("--warm " + path + ": " + why);
    }
    hw::Result<hw::Image> image = isolate.Freeze();
    if (!image) return Fail(image.error().text);
    config.image = *image;
  }
  hw::Result<hw::Pool> pool = hw::Pool::Make(config, threads);
  if (!pool) return Fail(pool.error().text);

  httplib::Server server;
  server.set_tcp_nodelay(true);
  server.new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
  int listening = -1;
  server.set_socket_options([&](socket_t socket) {
    int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    listening = socket;
  });
  auto answer = [&](const httplib::Request& request, httplib::Response& response) {
    pool->With([&](hw::Isolate& isolate) {
      hw::Result<void> served;
      auto end = Clock::now() + std::chrono::nanoseconds(config.timeout_ns);
      if (isolate) served = Serve(isolate, entry, request, response, end);
      if (isolate && served) return;
      std::string why = isolate ? served.error().text : isolate.RunJobs().error().text;
      std::fprintf(stderr, "%s %s: %s\n", request.method.c_str(), request.target.c_str(), why.c_str());
      response.status = isolate && served.error().status == HW_TERMINATED ? 503 : 500;
      // The stack is the operator's, not the client's.
      response.set_content(why.substr(0, why.find('\n')) + "\n", "text/plain");
    });
  };
  server.Get(".*", answer);
  server.Post(".*", answer);
  server.Put(".*", answer);
  server.Delete(".*", answer);
  server.Patch(".*", answer);
  server.Options(".*", answer);
  if (port == 0) port = std::max(0, server.bind_to_any_port(host_name.c_str()));
  if (port == 0 || (listening < 0 && !server.bind_to_port(host_name.c_str(), port)))
    return Fail("cannot listen on " + host_name + ", port " + std::to_string(port) + ": " +
                std::strerror(errno));
  listen(listening, SOMAXCONN);  // the library's five are reset where more come at once
  std::printf("http://%s:%d/\n", host_name.c_str(), port);
  std::fflush(stdout);
  return server.listen_after_bind() ? 0 : Fail("cannot listen");
}
