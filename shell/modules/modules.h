// The modules of the shell are ES modules, CommonJS modules, and `node:module`. The library in shell/packages
// finds files; commonjs.js makes what a CommonJS module sees.
//
// A module is known by its absolute path without symbolic links, with the query and the fragment of the
// import, or by its URL where a hook made it up. It is called so in stacks, but for the program, which is
// called as the user called it.
#ifndef HALFWORD_SHELL_MODULES_MODULES_H_
#define HALFWORD_SHELL_MODULES_MODULES_H_

#include <string>
#include <vector>

#include "../packages/file_system.h"
#include "../packages/resolver.h"
#include "objects/functions/module.h"
#include "objects/realm.h"
#include "runtime/native_state.h"

namespace halfword::shell {

struct Options;
struct Shell;

// A shell keeps this about files.
struct ModuleFiles {
  explicit ModuleFiles(const Options&);
  packages::Disk disk;
  packages::Resolver resolver;
  std::vector<std::string> commonjs;  // paths of CommonJS modules that were imported; taken by BuildProgram
  std::vector<Value> waiting_for_hooks;  // whose imports are being loaded by JavaScript; others hold them
};

// A program on the command line is run as one of these.
enum class Goal {
  kScript,
  kModule,
  kCommonJs,
  kScriptOrModule,    // a script, unless only a module has its syntax
  kCommonJsOrModule,  // the same
};
struct Entry {
  std::string path;  // absolute and without symbolic links; "" of code that is no file
  std::string name;  // in stacks
  Goal goal = Goal::kScript;
};
// Finds out what a file is. `is_only` says that there is no other program to share the global scope with.
// The entry has no path if there is no such file.
Completion<Entry> EntryOf(Isolate&, const std::string& path, bool is_only);

Completion<ModuleRecord*> NewModule(Isolate&, Realm*, const std::string& text, const std::string& name);
// Makes it the program, for import.meta.main. Others import it by its path, unless that is "".
void SetMainModule(Isolate&, Realm*, ModuleRecord*, const std::string& path);
// Compiles the function around a CommonJS module.
Completion<JSFunction*> NewCommonJs(Isolate&, Realm*, String* text, const std::string& name);
// Compiles a text that is CommonJS or a module; exactly one of the two is set. `url` is that of the
// module, or "" if its name, a path, tells it.
struct CompiledText {
  JSFunction* commonjs = nullptr;
  ModuleRecord* module = nullptr;
};
Completion<CompiledText> CompileBySyntax(Isolate&, Realm*, String* text, const std::string& name,
                                         const std::string& url, bool is_typescript);
// Runs the function of a CommonJS module as the program. Returns what it exports.
Completion<Value> RunCommonJs(Isolate&, Realm*, const std::string& path, JSFunction* code);
// `halfword build` loads, compiles and links the program and all that it imports and requires, without
// evaluating any of it. With `warm_calls` (--warm) it evaluates the program, too, and calls the function that
// this exports as its default so often. RunBuiltProgram evaluates the program, or calls that function. Both
// return kOk or an exit code.
int BuildProgram(Isolate&, const std::string& path, uint64_t warm_calls);
int RunBuiltProgram(Isolate&);
// With --watch, this returns in the process of the program, each time one is started. The program tells its
// files to the pipe. Returns false if there can be no process.
bool Watch(const Options&, int* told);
// Tells whoever watches that the program was made of this file, too.
void NoteLoaded(Isolate&, const std::string& path);
// The prompt calls this before each entry: files may have changed meanwhile.
void ForgetPackages(Shell&);
// Defines `require` on the global object, for the prompt and for code on the command line.
void InstallRequire(Isolate&, Realm*);

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_MODULES_MODULES_H_
