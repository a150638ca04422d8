// Stacks as the protocol has them: Runtime.StackTrace.
#ifndef HALFWORD_INSPECTOR_STACKS_H_
#define HALFWORD_INSPECTOR_STACKS_H_

#include <string_view>

#include "inspector/protocol/message.h"
#include "objects/isolate.h"

namespace halfword::inspector {

// Of the running code, without natives.
Json RunningStack(Isolate&);
// Of the text of an error's "stack"; what is no frame is left out.
Json StackOfText(Isolate&, std::string_view text);

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_STACKS_H_
