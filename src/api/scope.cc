// Scopes: values that live while one is open, wherever the program keeps them.
#include "api/entry.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/tables.h"
#include "api/values.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace halfword::api {

HW_NOINLINE void KeepInScope(hw_isolate* isolate, Value value) {
  isolate->tables->scopes.Append(Isolate::Current(), value);
}

HW_NOINLINE void ScopesOfCallback::Open(Kind kind) {
  floor_ = isolate_->scope_floor;
  if (kind == kOwn && depth_ < ScopeStack::kMostScopes) {
    (void)isolate_->tables->scopes.Open();
    isolate_->scope_depth = depth_ + 1;
  }
  isolate_->scope_floor = isolate_->scope_depth;
}

HW_NOINLINE void ScopesOfCallback::Close() {
  if (isolate_->scope_depth > depth_) {
    isolate_->tables->scopes.CloseTo(isolate_->owner->heap(), depth_);
    isolate_->scope_depth = depth_;
  }
  isolate_->scope_floor = floor_;
}

}  // namespace halfword::api

hw_scope hw_scope_open(hw_isolate* isolate) {
  if (const char* why = WhyNotEnter(isolate)) return ResultOfMisuse<hw_scope>(isolate, why);
  if (isolate->scope_depth >= ScopeStack::kMostScopes)
    return ResultOfMisuse<hw_scope>(isolate, "a million scopes are open");
  auto open = [&] {
    hw_scope scope = isolate->tables->scopes.Open();
    isolate->scope_depth++;
    return scope;
  };
  // FAST: programs open one for each call.
  if (HW_LIKELY(isolate->tables != nullptr) && isolate->tables->scopes.has_room()) return open();
  hw_scope made = EnterOrRefuse(isolate, [&](Isolate& inside) {
    (void)TablesOf(isolate, inside);
    return open();
  });
  return made != 0 ? made : ResultOfMisuse<hw_scope>(isolate, "there is no memory for a scope");
}

hw_status hw_scope_close(hw_isolate* isolate, hw_scope scope) {
  if (const char* why = WhyNotEnter(isolate)) return Refuse(isolate, why);
  uint32_t depth = isolate->scope_depth;
  if (depth == 0 || !isolate->tables->scopes.IsInnermost(scope))
    return Refuse(isolate, "the scope is not the innermost one that is open");
  if (depth <= isolate->scope_floor) return Refuse(isolate, "the scope was not opened by this callback");
  isolate->tables->scopes.CloseTo(isolate->owner->heap(), depth - 1);
  isolate->scope_depth = depth - 1;
  return HW_OK;
}

hw_status hw_scope_escape(hw_isolate* isolate, hw_scope scope, hw_value value) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (const char* why = WhyNotOf(isolate, value)) return Refuse(isolate, why);
    size_t depth = isolate->tables ? isolate->tables->scopes.DepthOf(scope) : 0;
    if (depth == 0) return Refuse(isolate, "the scope is not open");
    if (depth == 1) return Refuse(isolate, "there is no scope around this one");
    if (FromHost(value).IsHeapPointer()) isolate->tables->scopes.Escape(inside, depth, FromHost(value));
    return HW_OK;
  });
}
