// Messages of the Chrome DevTools Protocol: requests in, answers and events out.
// https://chromedevtools.github.io/devtools-protocol/
//
// What a client sends is not to be trusted in its form: whatever has the wrong type counts as absent.
#ifndef HALFWORD_INSPECTOR_PROTOCOL_MESSAGE_H_
#define HALFWORD_INSPECTOR_PROTOCOL_MESSAGE_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace halfword::inspector {

using Json = nlohmann::ordered_json;

enum ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kServerError = -32000,
};

struct Request {
  int64_t id = 0;
  std::string method;
  Json params = Json::object();
};

// What a method answers.
struct Answer {
  Answer() = default;
  Answer(Json result) : result(std::move(result)) {}  // NOLINT
  Answer(ErrorCode code, std::string message) : code(code), message(std::move(message)) {}
  static Answer Later() {
    Answer answer;
    answer.is_later = true;
    return answer;
  }
  Json result = Json::object();
  int code = 0;  // 0: there is a result
  std::string message;
  bool is_later = false;  // it will be sent when it is known
};

// As a text. What is not UTF-8 is replaced.
std::string Write(const Json&);
// Empty: the text is no request. Then *error is the message that says so.
std::optional<Request> ReadRequest(std::string_view text, std::string* error);
std::string AnswerText(int64_t id, const Answer&);
std::string EventText(std::string_view method, Json params);

// Members of an object; null and the defaults if they are absent.
const Json* MemberOf(const Json& object, const char* name);
std::string TextOf(const Json& object, const char* name);
bool IsSet(const Json& object, const char* name);
// An integer as JSON; another number as it is.
Json NumberJson(double number);

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_PROTOCOL_MESSAGE_H_
