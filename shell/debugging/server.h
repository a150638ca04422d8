// The sockets of --inspect: HTTP and WebSocket for clients of the Chrome DevTools Protocol, over
// libwebsockets, which is loaded only then.
//
// It listens on the loopback interface alone. A request whose Host header is neither an address nor
// "localhost" is refused, so that no name of a web site leads here (DNS rebinding), and the WebSocket's path
// is a random number that only those can read who may list the targets.
//
// A thread of the server's own does the input and output. Messages wait in a queue for the isolate's thread.
#ifndef HALFWORD_SHELL_DEBUGGING_SERVER_H_
#define HALFWORD_SHELL_DEBUGGING_SERVER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace halfword::shell {

struct InspectorAddress {
  std::string host = "127.0.0.1";
  int port = 9229;  // 0: any that is free
};
// "PORT", "HOST" or "HOST:PORT"; an empty text is the default. Empty: it is neither, or no loopback address.
std::optional<InspectorAddress> ParseInspectorAddress(std::string_view text);

class InspectorServer {
 public:
  struct Message {
    enum Kind : uint8_t { kOpen, kText, kClose } kind;
    uint64_t client;
    std::string text;
  };

  // Null and a sentence in *error if it can't listen, or if there is no libwebsockets.
  static std::unique_ptr<InspectorServer> Start(const InspectorAddress&, const std::string& title,
                                                std::string* error);
  virtual ~InspectorServer() = default;  // stops the thread

  virtual std::string url() const = 0;  // of the WebSocket
  // The next message. Waits until there is one, but at most so long.
  virtual std::optional<Message> Next(uint64_t milliseconds) = 0;
  // Takes the first message with this word in it out of the queue, of a client that `may` says it of, before
  // those that wait for longer. Does not wait, and takes no lock where the queue is empty.
  virtual std::optional<Message> TakeWith(std::string_view word, bool (*may)(void* data, uint64_t client),
                                          void* data) = 0;
  virtual void Send(uint64_t client, const std::string& text) = 0;
};

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_DEBUGGING_SERVER_H_
