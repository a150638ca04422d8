#include "inspector/protocol/message.h"

#include <cmath>

namespace halfword::inspector {

std::string Write(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

namespace {

std::string ErrorText(std::optional<int64_t> id, int code, const std::string& text) {
  Json message = {{"error", {{"code", code}, {"message", text}}}};
  if (id) message["id"] = *id;
  return Write(message);
}

}  // namespace

std::optional<Request> ReadRequest(std::string_view text, std::string* error) {
  Json message = Json::parse(text.begin(), text.end(), nullptr, false);
  auto refuse = [&](std::optional<int64_t> id, ErrorCode code, const char* sentence) {
    *error = ErrorText(id, code, sentence);
    return std::nullopt;
  };
  if (message.is_discarded()) return refuse({}, kParseError, "JSON: the message can't be parsed");
  if (!message.is_object()) return refuse({}, kInvalidRequest, "Message must be an object");
  const Json* id = MemberOf(message, "id");
  if (id == nullptr || !id->is_number_integer())
    return refuse({}, kInvalidRequest, "Message must have integer 'id' property");
  Request request;
  request.id = *id->get_ptr<const Json::number_integer_t*>();
  const Json* method = MemberOf(message, "method");
  if (method == nullptr || !method->is_string())
    return refuse(request.id, kInvalidRequest, "Message must have string 'method' property");
  request.method = TextOf(message, "method");
  if (const Json* params = MemberOf(message, "params"); params != nullptr && params->is_object())
    request.params = *params;
  return request;
}

std::string AnswerText(int64_t id, const Answer& answer) {
  if (answer.code != 0) return ErrorText(id, answer.code, answer.message);
  return Write({{"id", id}, {"result", answer.result}});
}

std::string EventText(std::string_view method, Json params) {
  return Write({{"method", method}, {"params", std::move(params)}});
}

const Json* MemberOf(const Json& object, const char* name) {
  auto found = object.find(name);
  return found == object.end() ? nullptr : &*found;
}

std::string TextOf(const Json& object, const char* name) {
  const Json* member = MemberOf(object, name);
  return member != nullptr && member->is_string() ? *member->get_ptr<const std::string*>() : std::string();
}

bool IsSet(const Json& object, const char* name) {
  const Json* member = MemberOf(object, name);
  return member != nullptr && member->is_boolean() && *member->get_ptr<const bool*>();
}

Json NumberJson(double number) {
  constexpr double kLargestInteger = 9007199254740991;
  if (std::trunc(number) == number && std::fabs(number) <= kLargestInteger)
    return static_cast<int64_t>(number);
  return number;
}

}  // namespace halfword::inspector
