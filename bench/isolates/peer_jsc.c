/* JavaScriptCore: a context in a group, which is a virtual machine, of its own. */
#include <JavaScriptCore/JavaScript.h>
#include <stdlib.h>

#include "peer.h"

static void Run(JSContextRef context, const char* source) {
  JSStringRef text = JSStringCreateWithUTF8CString(source);
  JSValueRef exception = NULL;
  JSEvaluateScript(context, text, NULL, NULL, 1, &exception);
  JSStringRelease(text);
  if (exception) exit(3);
}

void* PeerNew(const char* source, size_t size) {
  JSGlobalContextRef context = JSGlobalContextCreate(NULL);
  (void)size;
  if (source) Run(context, source);
  Run(context, "1 + 1");
  return context;
}

void PeerDelete(void* isolate) { JSGlobalContextRelease((JSGlobalContextRef)isolate); }
