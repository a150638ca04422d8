// These functions tell what a CommonJS module exports, as far as its text shows it. `import` needs the names
// before the module runs.
// The forms that count are those of npm's cjs-module-lexer, which Node.js uses, so that programs find the
// same names:
//   exports.a = …   module.exports.a = …   exports['a'] = …
//   Object.defineProperty(exports, 'a', { value: …
//   Object.defineProperty(exports, 'a', { enumerable: true, get: function () { return b.c; } })
//   module.exports = { a, b: c, 'd': e, ...require('f') }   up to the first member of another form
// and, for exporting what another module exports:
//   module.exports = require('f')   __exportStar(require('f'))
//   var f = require('f'); Object.keys(f).forEach(function (k) { … exports[k] = f[k]; … })
#ifndef HALFWORD_SHELL_PACKAGES_COMMONJS_NAMES_H_
#define HALFWORD_SHELL_PACKAGES_COMMONJS_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "resolver.h"

namespace halfword::packages {

struct CommonJsNames {
  // All without repetitions, in their order.
  std::vector<std::string> exports;
  std::vector<std::string> reexports;  // specifiers of modules whose exports are exported too
  std::vector<std::string> required;   // of all calls of `require` with a text
};
// Nothing is found in a text that is not JavaScript.
CommonJsNames ScanCommonJs(std::string_view text);

// Returns the names that the module in the file `path` exports, those of the modules that it exports again
// among them.
// Modules that aren't found, or aren't CommonJS, add none.
std::vector<std::string> CommonJsExports(Resolver&, FileSystem&, const std::string& path,
                                         std::string_view text);

}  // namespace halfword::packages

#endif  // HALFWORD_SHELL_PACKAGES_COMMONJS_NAMES_H_
