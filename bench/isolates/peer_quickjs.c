/* quickjs-ng: a runtime with one full context. */
#include <stdlib.h>

#include "peer.h"
#include "quickjs.h"

static void Run(JSContext* context, const char* source, size_t size) {
  JSValue result = JS_Eval(context, source, size, "bench.js", JS_EVAL_TYPE_GLOBAL);
  if (JS_IsException(result)) exit(3);
  JS_FreeValue(context, result);
}

void* PeerNew(const char* source, size_t size) {
  JSContext* context = JS_NewContext(JS_NewRuntime());
  if (source) Run(context, source, size);
  Run(context, "1 + 1", 5);
  return context;
}

void PeerDelete(void* isolate) {
  JSContext* context = isolate;
  JSRuntime* runtime = JS_GetRuntime(context);
  JS_FreeContext(context);
  JS_FreeRuntime(runtime);
}
