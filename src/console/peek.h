// Looking at guest objects without running guest code: what error reports and the inspector need.
#ifndef HALFWORD_CONSOLE_PEEK_H_
#define HALFWORD_CONSOLE_PEEK_H_

#include <string>
#include <string_view>

#include "runtime/operations/object_operations.h"

namespace halfword::console {

// The own property of an object that is no proxy; false also where reading it would throw
// (a namespace's dead zone).
bool PeekOwn(Isolate&, JSObject*, PropertyKey, PropertyDescriptor* out);
// A data property found along the prototype chain; NotFound: there is none, or it has a getter, or a proxy is
// on the way.
Value Peek(Isolate&, JSObject*, PropertyKey);
Value Peek(Isolate&, JSObject*, std::string_view ascii_name);

// How much of a text is shown in places where nobody would read more.
constexpr uint32_t kShownCharacters = 10000;
// The first characters of a string, and how many more there are.
std::string ShownText(Isolate&, String*, uint32_t most = kShownCharacters);
std::string MoreCharacters(uint32_t n);  // "... 7 more characters"; empty for none
// Peek as text; empty unless it is a string.
std::string PeekText(Isolate&, JSObject*, std::string_view ascii_name, uint32_t most = kShownCharacters);
// The name of the constructor of which the object is an instance. False: it has no prototype, or nothing on
// the chain tells a name (then *out is "").
bool PeekConstructorName(Isolate&, JSObject*, std::string* out);

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_PEEK_H_
