#include "server.h"

#include <dlfcn.h>
#include <libwebsockets.h>

#include <atomic>
#include <charconv>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

namespace halfword::shell {

namespace {
// Digits and dots.
bool IsNumeric(std::string_view host) { return host.find_first_not_of("0123456789.") == host.npos; }
}  // namespace

std::optional<InspectorAddress> ParseInspectorAddress(std::string_view text) {
  InspectorAddress address;
  auto port = [&](std::string_view digits) {
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), address.port);
    return error == std::errc() && end == digits.data() + digits.size() && address.port >= 0 &&
           address.port <= 65535;
  };
  if (text.empty() || port(text)) return address;
  address.port = InspectorAddress().port;
  size_t colon = text.rfind(':');
  if (colon != text.npos && !port(text.substr(colon + 1))) return std::nullopt;
  address.host = text.substr(0, colon);
  if (address.host == "localhost") address.host = InspectorAddress().host;
  if (!address.host.starts_with("127.") || !IsNumeric(address.host)) return std::nullopt;
  return address;
}

namespace {

constexpr size_t kMostOfMessage = size_t{64} << 20;  // from a client
constexpr size_t kMostQueued = size_t{256} << 20;    // for a client that does not read

// The functions of libwebsockets that are used.
struct Library {
  // clang-format off
#define HW_LWS_FUNCTIONS(V)                                                                            \
  V(lws_create_context) V(lws_context_destroy) V(lws_service) V(lws_cancel_service) V(lws_write)       \
  V(lws_callback_on_writable) V(lws_get_context) V(lws_context_user) V(lws_hdr_copy)                   \
  V(lws_hdr_total_length) V(lws_is_final_fragment) V(lws_return_http_status) V(lws_set_log_level)      \
  V(lws_add_http_common_headers) V(lws_finalize_write_http_header) V(lws_http_transaction_completed)   \
  V(lws_get_vhost_listen_port) V(lws_create_vhost) V(lws_remaining_packet_payload)
// clang-format on
#define V(name) decltype(&::name) name;
  HW_LWS_FUNCTIONS(V)
#undef V

  // Null: it is not there.
  static const Library* Get() {
    static const Library* library = [] {
      static Library found;
      void* handle = dlopen("libwebsockets.so.17", RTLD_NOW | RTLD_LOCAL);
      if (handle == nullptr) return static_cast<const Library*>(nullptr);
      bool is_whole = true;
#define V(name)                                                           \
  found.name = reinterpret_cast<decltype(&::name)>(dlsym(handle, #name)); \
  is_whole = is_whole && found.name != nullptr;
      HW_LWS_FUNCTIONS(V)
#undef V
      return is_whole ? static_cast<const Library*>(&found) : nullptr;
    }();
    return library;
  }
};

std::string RandomId() {
  std::random_device random;
  char id[37];
  uint32_t words[4] = {random(), random(), random(), random()};
  std::snprintf(id, sizeof id, "%08x-%04x-4%03x-8%03x-%04x%08x", words[0], words[1] >> 16, words[1] & 0xFFF,
                words[2] >> 20, words[2] & 0xFFFF, words[3]);
  return id;
}

// An address, or localhost.
bool IsLocalHost(std::string_view host) {
  if (size_t bracket = host.rfind(']'); bracket != host.npos) return host.starts_with('[');
  host = host.substr(0, host.rfind(':'));
  return host == "localhost" || (!host.empty() && IsNumeric(host));
}

class Server final : public InspectorServer {
 public:
  Server(const Library& library, const InspectorAddress& address, std::string title)
      : lws_(library), address_(address), title_(std::move(title)), id_(RandomId()) {}

  ~Server() override {
    if (thread_.joinable()) {
      stops_ = true;
      lws_.lws_cancel_service(context_);
      thread_.join();
    }
    if (context_ != nullptr) lws_.lws_context_destroy(context_);
  }

  bool Listen(std::string* error) {
    lws_.lws_set_log_level(0, nullptr);
    protocols_[0] = {"halfword", Callback, sizeof(uint64_t), 1 << 16, 0, nullptr, 0};
    lws_context_creation_info info = {};
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_DISABLE_IPV6;
    info.user = this;
    info.gid = static_cast<gid_t>(-1);
    info.uid = static_cast<uid_t>(-1);
    context_ = lws_.lws_create_context(&info);
    lws_context_creation_info host = {};
    host.port = address_.port;
    host.iface = address_.host.c_str();
    host.protocols = protocols_;
    host.options = LWS_SERVER_OPTION_DISABLE_IPV6 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    lws_vhost* vhost = context_ == nullptr ? nullptr : lws_.lws_create_vhost(context_, &host);
    if (vhost == nullptr) {
      *error = "can't listen on " + Place();
      return false;
    }
    address_.port = lws_.lws_get_vhost_listen_port(vhost);
    thread_ = std::thread([this] {
      while (!stops_ && lws_.lws_service(context_, 0) >= 0) {
      }
    });
    return true;
  }

  std::string url() const override { return "ws://" + Place() + "/" + id_; }

  std::optional<Message> Next(uint64_t milliseconds) override {
    std::unique_lock<std::mutex> lock(mutex_);
    arrived_.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] { return !incoming_.empty(); });
    if (incoming_.empty()) return std::nullopt;
    Message message = std::move(incoming_.front());
    incoming_.pop_front();
    has_incoming_.store(!incoming_.empty(), std::memory_order_relaxed);
    return message;
  }

  std::optional<Message> TakeWith(std::string_view word, bool (*may)(void* data, uint64_t client),
                                  void* data) override {
    if (!has_incoming_.load(std::memory_order_relaxed)) return std::nullopt;
    std::lock_guard<std::mutex> lock(mutex_);
    for (auto it = incoming_.begin(); it != incoming_.end(); ++it) {
      if (it->kind != Message::kText || it->text.find(word) == it->text.npos || !may(data, it->client))
        continue;
      Message message = std::move(*it);
      incoming_.erase(it);
      has_incoming_.store(!incoming_.empty(), std::memory_order_relaxed);
      return message;
    }
    return std::nullopt;
  }

  void Send(uint64_t client, const std::string& text) override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      auto found = clients_.find(client);
      if (found == clients_.end()) return;
      if (found->second.bytes + text.size() > kMostQueued) {
        found->second.closes = true;
      } else {
        found->second.bytes += text.size();
        found->second.outgoing.push_back(text);
      }
    }
    lws_.lws_cancel_service(context_);
  }

 private:
  struct Client {
    lws* socket;
    std::deque<std::string> outgoing;
    size_t bytes = 0;  // of them
    std::string incoming;
    bool closes = false;
  };

  std::string Place() const { return address_.host + ":" + std::to_string(address_.port); }

  static int Callback(lws* socket, lws_callback_reasons reason, void* session, void* data, size_t size) {
    const Library& library = *Library::Get();
    auto* server = static_cast<Server*>(library.lws_context_user(library.lws_get_context(socket)));
    return server->Handle(socket, reason, static_cast<uint64_t*>(session), static_cast<const char*>(data),
                          size);
  }

  // On the thread of the server. Not 0: the connection is closed.
  int Handle(lws* socket, lws_callback_reasons reason, uint64_t* session, const char* data, size_t size) {
    switch (reason) {
      case LWS_CALLBACK_HTTP: return Answer(socket, std::string_view(data, size));
      case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return HasLocalHost(socket) && Header(socket, WSI_TOKEN_GET_URI) == "/" + id_ ? 0 : 1;
      case LWS_CALLBACK_ESTABLISHED: {
        std::lock_guard<std::mutex> lock(mutex_);
        *session = ++last_client_;
        clients_[*session] = {.socket = socket};
        Arrive({Message::kOpen, *session, {}});
        return 0;
      }
      case LWS_CALLBACK_RECEIVE: return Receive(socket, *session, std::string_view(data, size));
      case LWS_CALLBACK_SERVER_WRITEABLE: return Write(socket, *session);
      case LWS_CALLBACK_CLOSED: {
        std::lock_guard<std::mutex> lock(mutex_);
        clients_.erase(*session);
        Arrive({Message::kClose, *session, {}});
        return 0;
      }
      case LWS_CALLBACK_EVENT_WAIT_CANCELLED: {
        std::lock_guard<std::mutex> lock(mutex_);
        for (auto& [number, client] : clients_) {
          if (!client.outgoing.empty() || client.closes) lws_.lws_callback_on_writable(client.socket);
        }
        return 0;
      }
      default: return 0;
    }
  }

  // REQUIRES: mutex_ is held.
  void Arrive(Message message) {
    incoming_.push_back(std::move(message));
    has_incoming_.store(true, std::memory_order_relaxed);
    arrived_.notify_one();
  }

  std::string Header(lws* socket, lws_token_indexes token) const {
    int length = lws_.lws_hdr_total_length(socket, token);
    if (length <= 0) return {};
    std::string text(static_cast<size_t>(length) + 1, 0);
    length = lws_.lws_hdr_copy(socket, text.data(), length + 1, token);
    text.resize(static_cast<size_t>(std::max(length, 0)));
    return text;
  }
  bool HasLocalHost(lws* socket) const { return IsLocalHost(Header(socket, WSI_TOKEN_HOST)); }

  int Receive(lws* socket, uint64_t number, std::string_view piece) {
    bool is_last = lws_.lws_is_final_fragment(socket) && lws_.lws_remaining_packet_payload(socket) == 0;
    std::lock_guard<std::mutex> lock(mutex_);
    Client& client = clients_[number];
    if (client.incoming.size() + piece.size() > kMostOfMessage) return 1;
    client.incoming += piece;
    if (is_last) Arrive({Message::kText, number, std::exchange(client.incoming, {})});
    return 0;
  }

  int Write(lws* socket, uint64_t number) {
    std::string text(LWS_PRE, 0);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      Client& client = clients_[number];
      if (client.closes) return 1;
      if (client.outgoing.empty()) return 0;
      text += client.outgoing.front();
      client.bytes -= client.outgoing.front().size();
      client.outgoing.pop_front();
      if (!client.outgoing.empty()) lws_.lws_callback_on_writable(socket);
    }
    size_t size = text.size() - LWS_PRE;
    auto* bytes = reinterpret_cast<unsigned char*>(text.data()) + LWS_PRE;
    return lws_.lws_write(socket, bytes, size, LWS_WRITE_TEXT) < static_cast<int>(size) ? -1 : 0;
  }

  // An HTTP request.
  int Answer(lws* socket, std::string_view path) {
    using Json = nlohmann::ordered_json;
    if (!HasLocalHost(socket)) return Refuse(socket, HTTP_STATUS_BAD_REQUEST, "Host header is not local");
    Json body;
    if (path == "/json" || path == "/json/list") {
      body = Json::array({{{"description", "halfword"},
                           {"id", id_},
                           {"title", title_},
                           {"type", "node"},
                           {"url", title_},
                           {"webSocketDebuggerUrl", url()}}});
    } else if (path == "/json/version") {
      body = {{"Browser", "halfword/" HALFWORD_VERSION}, {"Protocol-Version", "1.3"}};
    } else if (path == "/json/protocol") {
      body = {{"version", {{"major", "1"}, {"minor", "3"}}},
              {"domains", Json::array({{{"domain", "Runtime"}},
                                       {{"domain", "Debugger"}},
                                       {{"domain", "Console"}},
                                       {{"domain", "Schema"}}})}};
    } else {
      return Refuse(socket, HTTP_STATUS_NOT_FOUND, "there is no such page");
    }
    std::string text = body.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    std::string buffer(LWS_PRE + 1024, 0);
    auto* start = reinterpret_cast<unsigned char*>(buffer.data()) + LWS_PRE;
    unsigned char *at = start, *end = start + 1023;
    if (lws_.lws_add_http_common_headers(socket, HTTP_STATUS_OK, "application/json; charset=UTF-8",
                                         text.size(), &at, end) != 0 ||
        lws_.lws_finalize_write_http_header(socket, start, &at, end) != 0)
      return 1;
    size_t size = text.size();
    text.insert(0, LWS_PRE, 0);
    auto* bytes = reinterpret_cast<unsigned char*>(text.data()) + LWS_PRE;
    if (lws_.lws_write(socket, bytes, size, LWS_WRITE_HTTP_FINAL) < static_cast<int>(size)) return 1;
    return lws_.lws_http_transaction_completed(socket) != 0 ? -1 : 0;
  }
  int Refuse(lws* socket, unsigned status, const char* sentence) {
    lws_.lws_return_http_status(socket, status, sentence);
    return -1;
  }

  const Library& lws_;
  InspectorAddress address_;
  const std::string title_, id_;
  lws_protocols protocols_[2] = {};
  lws_context* context_ = nullptr;
  std::thread thread_;
  std::atomic<bool> stops_{false};
  std::mutex mutex_;  // of the next four
  std::condition_variable arrived_;
  std::deque<Message> incoming_;
  std::atomic<bool> has_incoming_{false};
  std::map<uint64_t, Client> clients_;
  uint64_t last_client_ = 0;
};

}  // namespace

std::unique_ptr<InspectorServer> InspectorServer::Start(const InspectorAddress& address,
                                                        const std::string& title, std::string* error) {
  const Library* library = Library::Get();
  if (library == nullptr) {
    *error = "--inspect needs the library libwebsockets (Debian's libwebsockets17)";
    return nullptr;
  }
  auto server = std::make_unique<Server>(*library, address, title);
  if (!server->Listen(error)) return nullptr;
  return server;
}

}  // namespace halfword::shell
