// CallTree: which functions were found running, by who had called them. What a profile counts is kept beside
// the tree, by the numbers of its nodes.
#ifndef HALFWORD_INSPECTOR_PROFILER_CALL_TREE_H_
#define HALFWORD_INSPECTOR_PROFILER_CALL_TREE_H_

#include <unordered_map>
#include <vector>

#include "gc/visitor.h"
#include "inspector/protocol/message.h"
#include "objects/functions/function.h"

namespace halfword::inspector {

class CallTree {
 public:
  // Functions that are none.
  enum Special : uint32_t { kRoot, kProgram, kIdle, kCollector, kCompiler, kSpecials };
  struct Node {
    uint32_t parent;    // a number of a node
    uint32_t function;  // a number of a function, or a Special
    std::vector<uint32_t> children = {};
  };
  static constexpr uint32_t kNowhere = UINT32_MAX;  // no position

  // The root is node 0.
  CallTree();
  // By number. A node's is greater than its parent's.
  const std::vector<Node>& nodes() const { return nodes_; }

  // Makes the node if need be, or (program) where there are too many. Allocates nothing in the heap.
  uint32_t NodeOf(uint32_t parent, Special function) { return Find(parent, function); }
  // A part of a builtin is the builtin: then the node is `parent`.
  uint32_t NodeOf(uint32_t parent, FunctionInfo*);
  // Of all frames that there are now. `*top` and `*position`: of the innermost one, if that is JavaScript.
  uint32_t NodeOfStack(Isolate&, FunctionInfo** top, uint32_t* position);

  // A Runtime.CallFrame.
  Json CallFrameOf(Isolate&, uint32_t function) const;
  // Null: it is none of JavaScript, or none that has a text.
  Script* ScriptOf(uint32_t function) const;
  // Functions stay alive with the tree.
  void Trace(gc::Visitor&) const;

 private:
  uint32_t Find(uint32_t parent, uint32_t function);
  // Of a FunctionInfo or a NativeFunction.
  uint32_t FunctionOf(Value);

  std::vector<Value> functions_;  // Smi 0 for those that are special
  std::unordered_map<uint64_t, uint32_t> function_numbers_;
  std::vector<Node> nodes_;
  std::unordered_map<uint64_t, uint32_t> node_numbers_;  // by parent and function
};

}  // namespace halfword::inspector

#endif  // HALFWORD_INSPECTOR_PROFILER_CALL_TREE_H_
