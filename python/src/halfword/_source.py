"""Just enough of JavaScript's syntax to find the statements at the top level of a script, and what they declare.

Everything here is a matter of brackets and words: what is in brackets is not looked at, except for patterns.
"""

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
    (?P<space>[\s\ufeff]+ | //[^\n\r\u2028\u2029]* | /\*.*?\*/)
  | (?P<word>(?:[\w$\#@] | \\u(?:[\da-fA-F]{4} | \{[\da-fA-F]+\}) | (?<=\d)\.(?=\d))+ | \.\d\w*)
  | (?P<string>"(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
  | (?P<sign>\?\.(?!\d) | => | \+\+ | -- | \.\.\. | [-+*/%&|^!~<>=?:,;.()\[\]{}`])
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEXP = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
# Words that an operand follows.
_OPERATORS = frozenset("await case delete do else extends in instanceof new of return throw typeof void yield".split())
# Words that go on with the statement before them.
_CONTINUING = frozenset("catch else extends finally from in instanceof of while".split())
# Words that statements without a value begin with.
_STATEMENTS = frozenset(
    "break class const continue debugger do export for function if import let return switch throw try var while with".split()
)
_HEADS = frozenset(("for", "if", "while", "with"))


class Token(NamedTuple):
    """depth: of the brackets around it; brackets have that of what is around them."""

    kind: str  # "word", "string", "sign", "regexp", "template"
    text: str
    start: int
    end: int
    depth: int
    after_newline: bool
    ends_operand: bool  # an operator may follow, and no operand
    ends_block: bool = False


class _Reader:
    def __init__(self, code: str) -> None:
        self.code, self.place, self.after_newline = code, 0, False
        self.tokens: list[Token] = []
        self.open: list[tuple[str, bool]] = []  # brackets; of "(": it belongs to a head; of "{": it is a block

    def add(self, kind: str, end: int, ends_operand: bool, ends_block: bool = False) -> None:
        text = self.code[self.place : end]
        self.tokens.append(Token(kind, text, self.place, end, len(self.open), self.after_newline, ends_operand, ends_block))
        self.place, self.after_newline = end, False

    def template(self) -> None:
        """Goes to the end of a template, or of its part before a substitution."""
        found = _TEMPLATE.match(self.code, self.place + 1)
        if not found:
            raise ValueError("a template has no end")
        self.add("template", found.end(), found[0].endswith("`"))
        if found[0].endswith("{"):
            self.open.append(("${", False))

    def sign(self, text: str) -> None:
        before = self.tokens[-1] if self.tokens else None
        operand_before = before is not None and before.ends_operand
        if text == "/" and not operand_before:
            found = _REGEXP.match(self.code, self.place)
            if not found:
                raise ValueError("a regular expression has no end")
            self.add("regexp", found.end(), True)
        elif text == "`":
            self.template()
        elif text in ("(", "[", "{"):
            is_block = (
                before is None or operand_before or before.text in ("=>", ";", "{", "}", ")", "else", "do", "try", "finally")
            )
            is_head = before is not None and before.text in _HEADS
            self.add("sign", self.place + 1, False)
            self.open.append((text, is_head if text == "(" else is_block))
        elif text in (")", "]", "}"):
            opened, mark = self.open.pop() if self.open else ("", False)
            if opened == "${" and text == "}":
                self.template()
            elif (opened, text) not in (("(", ")"), ("[", "]"), ("{", "}")):
                raise ValueError("the brackets do not match")
            else:
                is_block = text == "}" and mark
                self.add("sign", self.place + 1, not (is_block or (text == ")" and mark)), is_block)
        else:
            self.add("sign", self.place + len(text), text in ("++", "--") and operand_before)

    def read(self) -> list[Token]:
        while self.place < len(self.code):
            found = _TOKEN.match(self.code, self.place)
            if not found:
                raise ValueError("there is a letter that no token begins with")
            if found.lastgroup == "space":
                self.after_newline |= bool(re.search(r"[\n\r\u2028\u2029]", found[0]))
                self.place = found.end()
            elif found.lastgroup == "sign":
                self.sign(found[0])
            else:
                is_member = bool(self.tokens) and self.tokens[-1].text in (".", "?.")
                self.add(found.lastgroup or "", found.end(), is_member or found[0] not in _OPERATORS)
        if self.open:
            raise ValueError("a bracket has no end")
        return self.tokens


def tokens_of(code: str) -> list[Token]:
    """The tokens of a script. Raises ValueError where it cannot be one."""
    return _Reader(code).read()


def statement_starts(tokens: list[Token], depth: int = 0) -> set[int]:
    """Indices of tokens that statements of a depth begin with: all of them, or some if blocks hide others."""
    starts = {0} if tokens else set()
    for index in range(1, len(tokens)):
        before, token = tokens[index - 1], tokens[index]
        if token.depth != depth or before.depth != depth or token.text == ";":
            continue
        begins_operand = token.kind in ("word", "string") and token.text not in _CONTINUING or token.text == "{"
        if before.text == ";" or (before.ends_block and begins_operand):
            starts.add(index)
        elif before.ends_operand and token.after_newline and (begins_operand or token.text in ("++", "--")):
            starts.add(index)
    return starts


def _parts(tokens: list[Token], first: int, last: int) -> list[tuple[int, int]]:
    """The ranges between the commas of a pattern, without its brackets."""
    depth = tokens[first].depth + 1
    commas = [i for i in range(first + 1, last) if tokens[i].text == "," and tokens[i].depth == depth]
    return list(zip([first + 1, *(i + 1 for i in commas)], [*commas, last], strict=True))


def _closing(tokens: list[Token], index: int) -> int:
    """The index of the bracket that closes the one at an index."""
    depth = tokens[index].depth
    return next(i for i in range(index + 1, len(tokens)) if tokens[i].depth == depth)


def _pattern(tokens: list[Token], index: int, names: list[str]) -> int:
    """Adds the names of a pattern; gives the index behind it."""
    token = tokens[index]
    if token.kind == "word":
        names.append(token.text)
        return index + 1
    if token.text not in ("[", "{"):
        raise ValueError("there is no pattern")
    last = _closing(tokens, index)
    for first, end in _parts(tokens, index, last):
        if first == end:
            continue
        if tokens[first].text == "...":
            first += 1
        elif token.text == "{":
            colon = _closing(tokens, first) + 1 if tokens[first].text == "[" else first + 1
            if colon < end and tokens[colon].text == ":":
                first = colon + 1
        _pattern(tokens, first, names)
    return last + 1


class Edits:
    """Changes of a text at places of it."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._edits: list[tuple[int, int, str]] = []

    def replace(self, start: int, end: int, text: str) -> None:
        self._edits.append((start, end, text))

    def result(self) -> str:
        parts, place = [], 0
        for start, end, text in sorted(self._edits, key=lambda edit: edit[:2]):
            parts += [self._code[place:start], text]
            place = end
        return "".join([*parts, self._code[place:]])


def const_to_var(code: str) -> str:
    """The code with `var` for each `const` of its top level. The text stays where it is, but for its columns."""
    edits = Edits(code)
    tokens = tokens_of(code)
    for index, token in enumerate(tokens):
        is_member = index > 0 and tokens[index - 1].text in (".", "?.")
        if token.text == "const" and token.kind == "word" and not token.depth and not is_member:
            edits.replace(token.start, token.end, "var")
    return edits.result()


class _Globals:
    """Has declarations of the top level assign to global variables."""

    def __init__(self, code: str) -> None:
        self.tokens = tokens_of(code)
        self.starts = statement_starts(self.tokens)
        self.edits = Edits(code)
        self.names: list[str] = []
        self.functions: list[str] = []

    def variables(self, index: int) -> None:
        tokens, keyword = self.tokens, self.tokens[index]
        self.edits.replace(keyword.start, keyword.end, ";")
        while True:
            first = index + 1
            index = _pattern(tokens, first, self.names)
            has_value = index < len(tokens) and tokens[index].text == "="
            while index < len(tokens) and not self._ends(index):
                index += 1
            end = tokens[index - 1].end
            if tokens[first].text == "{":
                self.edits.replace(tokens[first].start, tokens[first].start, "(")
                self.edits.replace(end, end, ")")
            elif not has_value and keyword.text != "var":
                self.edits.replace(end, end, " = void 0")
            if index == len(tokens) or tokens[index].text != ",":
                return

    def _ends(self, index: int) -> bool:
        token = self.tokens[index]
        return not token.depth and (token.text in (",", ";") or index in self.starts)

    def class_(self, index: int) -> None:
        name = self.tokens[index + 1].text
        self.names.append(name)
        body = next(i for i in range(index, len(self.tokens)) if self.tokens[i].text == "{" and not self.tokens[i].depth)
        start, end = self.tokens[index].start, self.tokens[_closing(self.tokens, body)].end
        self.edits.replace(start, start, f";{name} = ")
        self.edits.replace(end, end, ";")

    def function(self, index: int) -> None:
        name = self.tokens[index + 1].text
        self.functions.append(self.tokens[index + 2].text if name == "*" else name)

    def run(self) -> None:
        for index in sorted(self.starts):
            word = self.tokens[index].text
            after = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
            if after is None:
                continue
            if word in ("const", "var") or (word == "let" and (after.kind == "word" or after.text in ("[", "{"))):
                self.variables(index)
            elif word == "class" and after.kind == "word":
                self.class_(index)
            elif word == "function":
                self.function(index)
            elif word == "async" and after.text == "function" and not after.after_newline:
                self.function(index + 1)


def _last_statement(tokens: list[Token], depth: int) -> tuple[int, int] | None:
    """The indices of the first and the last token of the last statement, without its semicolon."""
    end = len(tokens) - 1
    while end >= 0 and tokens[end].text == ";":
        end -= 1
    first = max((index for index in statement_starts(tokens, depth) if index <= end), default=None)
    return None if first is None else (first, end)


def _returned(code: str, tokens: list[Token]) -> str:
    """The code with a return of the value of its last statement: of an expression, or of the ends of blocks."""
    edits = Edits(code)

    def add_return(tokens: list[Token], depth: int) -> None:
        found = _last_statement(tokens, depth)
        words = [token.text for token in tokens[found[0] : found[0] + 2]] if found else []
        if found and words[0] not in _STATEMENTS and words != ["async", "function"]:
            edits.replace(tokens[found[0]].start, tokens[found[0]].start, " return (")
            edits.replace(tokens[found[1]].end, tokens[found[1]].end, ")")

    first, end = _last_statement(tokens, 0) or (0, -1)
    if end < 0 or tokens[first].text not in ("try", "if"):
        add_return(tokens, 0)
        return edits.result()
    for index in range(first + 1, end + 1):
        if tokens[index].text == "{" and not tokens[index].depth and tokens[index - 1].text != "finally":
            add_return(tokens[index + 1 : _closing(tokens, index)], 1)
    return edits.result()


def _wrapped(code: str, tokens: list[Token], prefix: str, head: str) -> list[str]:
    """As the body of an async function: with the value of the last statement, and without a value."""
    return [f"{prefix}(async () => {{ {head}{text}\n}})()" for text in (_returned(code, tokens), code)]


def with_await(code: str, *, strict: bool, typescript: bool) -> list[str]:
    """Scripts that do what code with `await` at its top level is meant to do, the best one first; some are none.

    Each gives a promise of the value of the last statement, if that is an expression. Declarations make global
    variables; those of TypeScript are the code's own. Lines keep their numbers.
    """
    directive = "'use strict'; " if strict else ""
    try:
        tokens = tokens_of(code)
        plain = _wrapped(code, tokens, directive, "")
        if typescript:
            return plain
        declared = _Globals(code)
        declared.run()
    except (ValueError, StopIteration, IndexError):
        return [f"{directive}(async () => {{ {code}\n}})()"]
    names = dict.fromkeys(declared.names + declared.functions)
    prefix = directive + (f"var {', '.join(names)}; " if names else "")
    head = "".join(f"globalThis.{name} = {name}; " for name in declared.functions)
    changed = declared.edits.result()
    return [*_wrapped(changed, tokens_of(changed), prefix, head), *plain]


def calls_await(code: str) -> bool:
    """Whether `await (…)` is at the top level, which a script would take for a call."""
    try:
        tokens = tokens_of(code)
    except ValueError:
        return False
    return any(
        token.text == "await" and token.kind == "word" and not token.depth and after.text == "("
        for token, after in zip(tokens, tokens[1:], strict=False)
    )
