// Hosts: the functions, classes, modules and hooks that they offer their guests.
#ifndef HALFWORD_API_HOSTS_H_
#define HALFWORD_API_HOSTS_H_

#include "api/records.h"
#include "objects/values/completion.h"
#include "runtime/functions/native.h"
#include "runtime/native_state.h"

namespace halfword::api {

// Gives a fresh isolate, or one that was reset, what its host offers.
void InstallHost(hw_isolate* isolate, Isolate& inside);
// Calls the host's function that the running native function stands for.
Completion<Value> Trampoline(Isolate& inside, Arguments& args);
// Fills in the receiver of a call of a class's row, or throws a TypeError.
Completion<void> PrepareClassCall(Isolate& inside, const HostClassRow& row, Arguments& args, hw_call* call);
// Makes the constructors of all classes properties of the object.
void InstallClasses(hw_isolate* isolate, Isolate& inside, JSObject* target);
// The engine's hooks that call those of the isolate's host.
HostHooks HooksOf(hw_isolate* isolate);
// Tells the host that there is something to do in the isolate. From any thread.
void Wake(hw_isolate* isolate);
// Fills in those of them that are about modules.
void SetModuleHooks(hw_isolate* isolate, HostHooks& hooks);

}  // namespace halfword::api

#endif  // HALFWORD_API_HOSTS_H_
