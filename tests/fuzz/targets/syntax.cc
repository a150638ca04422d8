// Lexer, parser and scope analysis: any text is a tree or an error, the same one whether inner functions are
// skipped or not, and memory that runs out is an error too.
#include <string>
#include <vector>

#include "fuzzing.h"
#include "source.h"
#include "syntax/parser/parser.h"
#include "tree_printer.h"

using namespace halfword::fuzzing;  // NOLINT
using namespace halfword::syntax;   // NOLINT

namespace {

constexpr std::string_view kWords[] = {"yield",
                                       "await",
                                       "async ",
                                       "function",
                                       "function*",
                                       "get ",
                                       "set ",
                                       "static ",
                                       "super",
                                       "this",
                                       "new ",
                                       "new.target",
                                       "import.meta",
                                       "import(",
                                       "arguments",
                                       "eval",
                                       "let ",
                                       "const ",
                                       "var ",
                                       "class ",
                                       "extends ",
                                       "of ",
                                       "in ",
                                       "instanceof ",
                                       "typeof ",
                                       "void ",
                                       "delete ",
                                       "?.",
                                       "??",
                                       "?\?=",
                                       "**",
                                       "**=",
                                       "...",
                                       "=>",
                                       "{}",
                                       "[]",
                                       "()",
                                       "{",
                                       "}",
                                       "(",
                                       ")",
                                       "[",
                                       "]",
                                       ";",
                                       ",",
                                       ":",
                                       "?",
                                       "=",
                                       "==",
                                       "===",
                                       "!==",
                                       "+",
                                       "++",
                                       "--",
                                       "-",
                                       "!",
                                       "~",
                                       "&&=",
                                       "||=",
                                       ">>>=",
                                       "<",
                                       ">",
                                       "/",
                                       "/a/",
                                       "/(?<n>a)\\k<n>/u",
                                       "/[a--b]/v",
                                       "`",
                                       "${",
                                       "`a${b}c`",
                                       "#x",
                                       "#x in ",
                                       "x",
                                       "y",
                                       "label:",
                                       "break ",
                                       "continue ",
                                       "return ",
                                       "throw ",
                                       "try",
                                       "catch",
                                       "finally",
                                       "switch",
                                       "case ",
                                       "default",
                                       "for",
                                       "for await",
                                       "while",
                                       "do",
                                       "with",
                                       "if",
                                       "else ",
                                       "null",
                                       "true",
                                       "0",
                                       "-0",
                                       "1n",
                                       "0x7f",
                                       "0b1",
                                       "0o17",
                                       "017",
                                       "08",
                                       "1_000",
                                       "1e400",
                                       ".5",
                                       "'use strict';",
                                       "'\\u{1f600}'",
                                       "'\\07'",
                                       "\"\\x41\"",
                                       "\\u0061",
                                       "\\u{62}",
                                       "\n",
                                       "\xc2\xa0",
                                       "\xe2\x80\xa8",
                                       "\xef\xbb\xbf",
                                       "<!--",
                                       "-->",
                                       "//",
                                       "/*",
                                       "*/",
                                       "\xf0\x9d\x93\x90",
                                       "\xed\xa0\x80",
                                       "__proto__",
                                       "constructor",
                                       "prototype",
                                       "debugger",
                                       "using ",
                                       "export ",
                                       "export default ",
                                       "export * from 'a'",
                                       "import ",
                                       "import a, {b as c} from 'd' with {type: 'json'}",
                                       "async () => ",
                                       "({a, b: [c] = 1, ...d} = e)",
                                       "function* g() { yield* x }",
                                       "class { #p; static { } accessor x; constructor() { super(); } }",
                                       "if (1) function f() {}",
                                       "'x' as y",
                                       "enum ",
                                       "type T<in out X extends Y> = ",
                                       "interface I { readonly [k: string]: T; get x(): U }",
                                       "declare ",
                                       "abstract ",
                                       "<T>(x?: T): asserts x is T => ",
                                       " as const",
                                       " satisfies { [K in keyof T]-?: T[K] }",
                                       "f<A<B<C>>>(",
                                       "T extends infer U extends V ? W : X",
                                       "x ? (y) : z => w",
                                       "x!.y",
                                       "import type {A} from 'x';",
                                       "namespace N { type T = 1 }",
                                       "enum E { A, B = 1 << 2, C }",
                                       "const enum F { A = E.B, 'b-c' }",
                                       "namespace N { export const x = 1; x }",
                                       "namespace N.M { export function f() { return x } }",
                                       "constructor(private x, readonly y = 1) { super() }",
                                       "import a = b.c;",
                                       "import r = require('r');",
                                       "export = x;",
                                       "<T>x",
                                       "this: T",
                                       "implements ",
                                       "undefined"};

void Facts(const ParseResult& result, SourceText source) {
  if (result.ok()) {
    Require(result.root() != nullptr, "a tree has a root");
    return;
  }
  const ParseError& error = result.error();
  Require(error.kind != ErrorKind::kNone && !error.message.empty(), "an error says what it is");
  Require(error.start <= error.end && error.start <= source.length(), "an error is somewhere in the source");
  (void)error.Render();
}

bool NoMemory(const ParseResult& result) {
  return !result.ok() && result.error().kind != ErrorKind::kSyntaxError;
}

}  // namespace

const Language halfword::fuzzing::kLanguage = {2, kWords};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Choices choices(data, size);
  uint8_t what = choices.Byte(), how = choices.Byte();
  std::string_view text = choices.Rest();
  SourceBuffer buffer = SourceOf(text, how & 1 ? Encoding::kLatin1 : Encoding::kUtf8);
  SourceText source = buffer.text();
  ParseOptions options;
  options.is_strict = how & 2;
  options.typescript = how & 8;
  options.transform_types = how & 16;
  std::vector<ErasedRange> erased;
  if (how & 32) options.erased = &erased;
  if (how & 4) options.memory_limit = size_t{how} << 6;
  auto parse = [&](bool lazy) {
    options.lazy = lazy;
    erased.clear();
    switch (what % 4) {
      case 0: return ParseScript(source, options);
      case 1: return ParseModule(source, options);
      case 2: return ParseEval(source, what & 4 ? EvalKind::kDirect : EvalKind::kIndirect, options);
      default: {
        auto kind = static_cast<DynamicFunctionKind>(what / 4 % 4);
        size_t cut = text.find(';');
        std::string_view parameters = cut == text.npos ? "" : text.substr(0, cut);
        std::string whole(DynamicFunctionStart(kind));
        whole.append(parameters).append(kDynamicFunctionMiddle);
        whole.append(cut == text.npos ? text : text.substr(cut + 1)).append(kDynamicFunctionEnd);
        SourceBuffer function = SourceBuffer::FromUtf8(whole);
        uint32_t parameters_length = SourceBuffer::FromUtf8(parameters).text().length();
        Facts(ParseDynamicFunction(kind, function.text(), parameters_length, options), function.text());
        return ParseScript(source, options);
      }
    }
  };
  ParseResult whole = parse(false), lazy = parse(true);
  Facts(whole, source);
  Facts(lazy, source);
  uint32_t end = 0;
  for (const ErasedRange& range : erased) {
    Require(end <= range.start && range.start < range.end && range.end <= source.length(),
            "what is erased is in order, and somewhere in the source");
    end = range.end;
  }
  if (!NoMemory(whole) && !NoMemory(lazy)) {
    Require(whole.ok() == lazy.ok(), "lazy parsing accepts the same texts");
    if (!whole.ok()) {
      Require(whole.error().message == lazy.error().message && whole.error().start == lazy.error().start,
              "lazy parsing has the same errors");
    } else if (what % 4 < 2 && !options.is_strict && !options.transform_types) {
      std::string difference = CompareLazyWithEager(source, what % 4 == 1, options.typescript);
      Require(difference.empty(), difference.c_str());
    }
  }
  return 0;
}
