// An HTTP server whose every request runs in a fresh isolate.
//
//   edge application.js [--host 127.0.0.1] [--port 8080] [--memory MIB] [--timeout MS] [--threads N]
//
// The application is a module: `export default { async fetch(request) { return new Response('hello') } }`. It
// is loaded once, with the interfaces of web.js, and frozen. Each request gets a clone of that image from a
// pool: what one request changes, the next does not see, and one that runs too long or takes too much memory
// ends alone. An exception is answered with 500, a limit with 503.
#include <httplib.h>
#include <sys/socket.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

#include "halfword/halfword.hpp"
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
    if (wait->AsNumber() < 0) return hw::Error{HW_INVALID, HW_NOT_TERMINATED, "the answer never comes"};
    auto due = Clock::now() + std::chrono::microseconds(static_cast<int64_t>(wait->AsNumber() * 1000));
    if (due > end) return hw::Error{HW_TERMINATED, HW_DEADLINE, "the answer comes too late"};
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

int Fail(const std::string& sentence) {
  std::fprintf(stderr, "edge: %s\n", sentence.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2)
    return Fail(
        "usage: edge application.js [--host 127.0.0.1] [--port 8080] [--memory MIB] [--timeout MS] "
        "[--threads N]");
  int port = 8080;
  std::string host_name = "127.0.0.1";
  size_t threads = std::max(4u, std::thread::hardware_concurrency());
  hw::Config config;
  config.memory_limit = 64 << 20;
  config.timeout_ns = 1'000'000'000;
  for (int i = 2; i + 1 < argc; i += 2) {
    std::string name = argv[i];
    double value = std::atof(argv[i + 1]);
    if (name == "--host") host_name = argv[i + 1];
    if (name == "--threads") threads = static_cast<size_t>(value);
    if (name == "--port") port = static_cast<int>(value);
    if (name == "--memory") config.memory_limit = static_cast<size_t>(value * (1 << 20));
    if (name == "--timeout") config.timeout_ns = static_cast<uint64_t>(value * 1e6);
  }
  std::ifstream in(argv[1], std::ios::binary);
  if (!in) return Fail(std::string("cannot read ") + argv[1]);
  std::string source{std::istreambuf_iterator<char>(in), {}};

  hw::Host host;
  host.OnConsole([](hw_isolate*, hw_console_level level, std::string_view line) {
    std::fprintf(level == HW_CONSOLE_WARN || level == HW_CONSOLE_ERROR ? stderr : stdout, "%.*s\n",
                 static_cast<int>(line.size()), line.data());
  });
  config.host = host;

  // Load the application once, and freeze it.
  Entry entry;
  {
    hw::Isolate isolate(config);
    if (!isolate) return Fail("no memory");
    hw::Result<hw::Value> web = isolate.Evaluate(kPrelude, "web.js");
    if (!web) return Fail(web.error().text);
    entry.web = hw::Ref(*web).Release();
    hw::Result<hw::Value> module = isolate.EvaluateModule(source, argv[1]);
    if (!module) return Fail(module.error().text);
    hw::Result<hw::Value> application = module->Get("default");
    if (!application || !application->Get("fetch"))
      return Fail("the application exports no default with fetch");
    entry.application = hw::Ref(*application).Release();
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
      std::string why = isolate ? served.error().text : "no memory";
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
  if (!server.bind_to_port(host_name.c_str(), port))
    return Fail("cannot listen on port " + std::to_string(port));
  listen(listening, SOMAXCONN);  // the library's five are reset where more come at once
  std::printf("http://%s:%d/\n", host_name.c_str(), port);
  std::fflush(stdout);
  return server.listen_after_bind() ? 0 : Fail("cannot listen");
}
