// V8: an isolate with one context. An addon of node, which brings V8 and its snapshot; the isolate has none
// of node's globals.
//
//   node -e 'require("./peer_v8.node").measure(COUNT, FILE)'
#include <node.h>
#include <uv.h>
#include <v8.h>

#include <cstdlib>
#include <string_view>

#include "peer.h"

namespace {

struct Peer {
  v8::Isolate* isolate;
  v8::Global<v8::Context> context;
};

node::MultiIsolatePlatform* platform;

void Run(v8::Isolate* isolate, v8::Local<v8::Context> context, std::string_view source) {
  v8::Local<v8::String> text = v8::String::NewFromUtf8(isolate, source.data(), v8::NewStringType::kNormal,
                                                       static_cast<int>(source.size()))
                                   .ToLocalChecked();
  v8::Local<v8::Script> script;
  if (!v8::Script::Compile(context, text).ToLocal(&script) || script->Run(context).IsEmpty()) std::exit(3);
}

void Measure(const v8::FunctionCallbackInfo<v8::Value>& call) {
  v8::Isolate* isolate = call.GetIsolate();
  platform = node::GetMultiIsolatePlatform(node::GetCurrentEnvironment(isolate->GetCurrentContext()));
  v8::String::Utf8Value path(isolate, call[1]);
  PeerMeasure(call[0].As<v8::Int32>()->Value(), call[1]->IsString() ? *path : nullptr);
}

}  // namespace

void* PeerNew(const char* source, size_t size) {
  static v8::ArrayBuffer::Allocator* allocator = v8::ArrayBuffer::Allocator::NewDefaultAllocator();
  auto* peer = new Peer{v8::Isolate::Allocate(), {}};
  platform->RegisterIsolate(peer->isolate, uv_default_loop());
  v8::Isolate::CreateParams parameters;
  parameters.array_buffer_allocator = allocator;
  v8::Isolate::Initialize(peer->isolate, parameters);
  v8::Isolate::Scope inside(peer->isolate);
  v8::HandleScope handles(peer->isolate);
  v8::Local<v8::Context> context = v8::Context::New(peer->isolate);
  v8::Context::Scope entered(context);
  if (source) Run(peer->isolate, context, {source, size});
  Run(peer->isolate, context, "1 + 1");
  peer->context.Reset(peer->isolate, context);
  return peer;
}

void PeerDelete(void* isolate) {
  auto* peer = static_cast<Peer*>(isolate);
  peer->context.Reset();
  platform->UnregisterIsolate(peer->isolate);
  peer->isolate->Dispose();
  delete peer;
}

NODE_MODULE_INIT() { NODE_SET_METHOD(exports, "measure", Measure); }
