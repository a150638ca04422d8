// Frames of a paused program: their scopes and variables, and evaluations inside of them.
#ifndef HALFWORD_INSPECTOR_DEBUGGER_FRAMES_H_
#define HALFWORD_INSPECTOR_DEBUGGER_FRAMES_H_

#include <string>
#include <vector>

#include "compiler/debug_info.h"
#include "objects/functions/function.h"

namespace halfword::inspector {

// Valid as long as the frame is on the JavaScript stack, which keeps the objects alive.
struct Frame {
  Value* fp;
  Code* code;
  uint32_t offset;        // of the instruction that is next, or that has called the frame further in
  uint32_t position = 0;  // in the source
  FunctionInfo* info() const { return function()->info(); }
  JSFunction* function() const;
  Script* script() const { return info()->script_.get(); }
};

// Of all frames, the innermost first, without those of natives and self-hosted builtins.
std::vector<Frame> FramesOf(Isolate&);

// One scope of a frame. What it refers to is reachable from the frame.
struct FrameScope {
  const char* type;                    // as Debugger.Scope has it
  std::string name;                    // of the function around it; mostly empty
  JSObject* object = nullptr;          // the names are its properties; null: they are variables
  Environment* environment = nullptr;  // of those that are slots
  std::vector<DebugInfo::Local> variables;
};

// The innermost first; the last two are the scripts' and the global one. Without a description these only.
std::vector<FrameScope> ScopesOf(const Frame&, const DebugInfo*);
// The hole: it is in its dead zone.
Value ReadVariable(Isolate&, const Frame&, const FrameScope&, const DebugInfo::Local&);
void WriteVariable(Isolate&, const Frame&, const FrameScope&, const DebugInfo::Local&, Value);
// Writes the present values of its variables to properties of the object.
void CopyVariables(Isolate&, const Frame&, const FrameScope&, JSObject* to);
// `this` of the frame; undefined where nobody knows.
Value ThisOf(Isolate&, const Frame&, const std::vector<FrameScope>&);

// Runs the text as a direct eval in the frame would, although `no_eval` is set. Variables in registers are
// copied to an environment, and back where they have changed. Closures that the text makes keep the copies.
// Without a description, `this` is what the frame's register has.
Completion<Value> EvaluateInFrame(Isolate&, const Frame&, const DebugInfo*, String* text);

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_DEBUGGER_FRAMES_H_
