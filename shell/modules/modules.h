// Modules of the shell: ES modules of files and packages, CommonJS, and `node:module`. What finds files is
// the library in shell/packages; what a CommonJS module sees is made by commonjs.js.
//
// A module is known by its absolute path without symbolic links, with the query and the fragment of the
// import, or by its URL where a hook made it up. It is called so in stacks, but for the program, which is
// called as the user called it.
#ifndef HALFWORD_SHELL_MODULES_H_
#define HALFWORD_SHELL_MODULES_H_

#include <string>
#include <vector>

#include "../packages/file_system.h"
#include "../packages/resolver.h"
#include "objects/all.h"
#include "runtime/native_state.h"

namespace halfword::shell {

struct Options;

// What a shell knows about files.
struct ModuleFiles {
  explicit ModuleFiles(const Options&);
  packages::Disk disk;
  packages::Resolver resolver;
  std::vector<std::string> commonjs;  // paths of CommonJS modules that were imported; taken by BuildProgram
  int hooks_running = 0;              // calls of JavaScript in the middle of loading a graph
};

// What a program on the command line is run as.
enum class Goal {
  kScript,
  kModule,
  kCommonJs,
  kScriptOrModule,    // a script, unless only a module has its syntax
  kCommonJsOrModule,  // the same
};
struct Entry {
  std::string path;  // absolute and without symbolic links; of code that is no file: where it would be
  std::string name;  // in stacks
  Goal goal = Goal::kScript;
};
// `is_only`: there is no other program to share the global scope with. Without a path: there is no such file.
Completion<Entry> EntryOf(Isolate&, const std::string& path, bool is_only);

Completion<ModuleRecord*> NewModule(Isolate&, Realm*, const std::string& text, const std::string& name);
// The module of the command line, for import.meta.main. Others import it by its path, unless that is "".
void SetMainModule(Isolate&, Realm*, ModuleRecord*, const std::string& path);
// The function around a CommonJS module.
Completion<JSFunction*> NewCommonJs(Isolate&, Realm*, String* text, const std::string& name);
// Compiles a text that is CommonJS or a module; exactly one of the two is set. `url`: that of the module,
// or "" if its name, a path, tells it.
struct CompiledText {
  JSFunction* commonjs = nullptr;
  ModuleRecord* module = nullptr;
};
Completion<CompiledText> CompileBySyntax(Isolate&, Realm*, String* text, const std::string& name,
                                         const std::string& url, bool is_typescript);
// Runs the function of a CommonJS module as the program.
Completion<void> RunCommonJs(Isolate&, Realm*, const std::string& path, JSFunction* code);
// For `halfword build`: what the program and all that it imports and requires needs to start, without
// evaluating any of it; RunBuiltProgram evaluates it. kOk or an exit code.
int BuildProgram(Isolate&, const std::string& path);
int RunBuiltProgram(Isolate&);
// --watch: returns in the process of the program, each time one is started, with the pipe to which it tells
// its files. False: there can be no process.
bool Watch(const Options&, int* told);
// Tells that the program was made of this file, too.
void NoteLoaded(Isolate&, const std::string& path);
// The property `require` of the global object, for the prompt and for code on the command line.
void InstallRequire(Isolate&, Realm*);

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_MODULES_H_
