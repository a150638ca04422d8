"""The reference of the public headers as Markdown, and that of the shell's options, which is the text of its --help.

Doxygen finds the declarations: names, kinds, what is private, and the line of each. Text comes from the header itself: the
comment above a declaration or behind it, and structs and enumerations as they stand. A comment also holds for the
declarations that follow without an empty line or another comment, and they share an entry with it.
"""

import os
import re
import subprocess
import xml.etree.ElementTree

CONFIGURATION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "doxygen.conf")
BANNER = re.compile(r"^\s*(?:/\*|//) ---- (.*?)\s*(?:----\s*)?(?:\*/)?$")
# A title, the header whose head the page begins with, and the headers whose declarations are on it.
PAGES = {
    "c.md": ("C interface: halfword.h", "include/halfword/halfword.h", ["include/halfword/halfword.h"]),
    "cpp.md": (
        "C++ interface: halfword.hpp",
        "include/halfword/halfword.hpp",
        [
            "include/halfword/halfword.hpp",
            "include/halfword/value.hpp",
            "include/halfword/binding.hpp",
            "include/halfword/classes.hpp",
        ],
    ),
}


SHELL = "shell/options.cc"


class Declaration:
    def __init__(self, name, kind, line, end, scope):
        self.name, self.kind, self.line, self.end, self.scope = name, kind, line, end, scope
        self.anchor = re.sub(r"\W+", "-", f"{scope}::{name}" if scope else name).strip("-")


def run_doxygen(root, out):
    with open(CONFIGURATION, encoding="utf-8") as file:
        text = file.read()
    inputs = sorted({header for _, _, headers in PAGES.values() for header in headers})
    os.makedirs(out, exist_ok=True)
    subprocess.run(
        ["doxygen", "-"], input=f"{text}\nINPUT = {' '.join(inputs)}\nOUTPUT_DIRECTORY = {out}\n", text=True, check=True, cwd=root
    )


def declarations(xml_folder, header):
    """The public declarations of a header, by line: classes before their members."""
    found = {}

    def add(element, name, kind, scope):
        place = element.find("location")
        if place is None or place.get("file") != header:
            return
        line, end = int(place.get("line")), int(place.get("bodyend", "-1"))
        if kind in ("struct", "enum", "class"):
            line = int(place.get("bodystart", line))
        found.setdefault((line, name), Declaration(name, kind, line, end, scope))

    for file in sorted(os.listdir(xml_folder)):
        if not file.startswith(("class", "struct", "namespacehw.", header.rsplit("/", 1)[1].replace(".", "_8"))):
            continue
        compound = xml.etree.ElementTree.parse(os.path.join(xml_folder, file)).find("compounddef")
        full = compound.findtext("compoundname")
        kind = compound.get("kind")
        if "internal" in full or full.startswith("halfword::") or "@" in full or compound.get("prot") == "private":
            continue
        scope = re.sub(r"\s+", "", full).removeprefix("hw::")
        if kind in ("class", "struct"):
            if re.match(r"(Host|Pool|Isolate|Value|Class)::", scope):
                continue
            add(compound, scope, kind, "")
        for member in compound.iter("memberdef"):
            if member.get("prot") != "public":
                continue
            inner = scope if kind in ("class", "struct") else ""
            name = member.findtext("name")
            if name and not name.startswith("@"):
                add(member, name, member.get("kind"), inner)
    return [found[key] for key in sorted(found)]


def markdown(lines):
    """A comment's lines as Markdown; deeper lines are shown as they are."""
    out, block = [], []

    def flush():
        while block and not block[-1]:
            block.pop()
        if block:
            cut = min(len(line) - len(line.lstrip()) for line in block if line)
            out.extend(["", "```text", *(line[cut:] for line in block), "```", ""])
        block.clear()

    for line in lines:
        if line.startswith("  ") or (block and not line):
            block.append(line)
            continue
        flush()
        pieces = re.split(r"(`[^`]*`)", line)
        for i in range(0, len(pieces), 2):
            piece = re.sub(r"([\\*<>\[\]])", r"\\\1", pieces[i])
            pieces[i] = re.sub(r"\b(hw_\w+|HW_\w+|hw::\w+)", r"`\1`", piece)
        out.append("".join(pieces))
    flush()
    return "\n".join(out).strip("\n")


class Header:
    def __init__(self, root, path):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            self.lines = [""] + file.read().split("\n")  # so that lines count from 1
        self.kinds = [""] * len(self.lines)  # "comment", "blank" or "code"
        inside = False
        for i, line in enumerate(self.lines):
            text = line.strip()
            if inside or text.startswith(("//", "/*")):
                self.kinds[i] = "comment"
                inside = (inside or text.startswith("/*")) and "*/" not in text
                if text.startswith("/*") and "*/" in text and not text.endswith("*/"):
                    self.kinds[i] = "code"
            else:
                self.kinds[i] = "code" if text else "blank"

    def text_of(self, first, last):
        """The words of whole comment lines; what a banner says is left out."""
        out = []
        for line in self.lines[first : last + 1]:
            if BANNER.match(line):
                out = []
                continue
            line = line.strip()
            line = re.sub(r"^(?://|/\*+|\*(?!/)) ?", "", line)
            out.append(re.sub(r"\s*\*/$", "", line))
        return out

    def head(self):
        end = next(i for i in range(1, len(self.lines)) if self.kinds[i] != "comment")
        return markdown(self.text_of(1, end - 1))

    def above(self, line):
        """The first line of the declaration at `line`, with its template."""
        while re.match(r"\s*(template|requires)\b", self.lines[line - 1]):
            line -= 1
        return line

    def comment_above(self, line):
        end = line - 1
        first = end
        while self.kinds[first] == "comment":
            first -= 1
        return self.text_of(first + 1, end)

    def comment_behind(self, first, last):
        out = []
        for line in self.lines[first : last + 1]:
            found = re.search(r"/\*(.*?)\*/\s*$|(?<!:)//\s?(.*)$", line)
            if found:
                out.append((found[1] or found[2] or "").strip())
        return out

    def signature(self, line):
        """(the declaration without its body, its last line)."""
        text, depth, i = [], 0, self.above(line)
        while i < len(self.lines):
            code = re.sub(r"/\*.*?\*/|(?<!:)//.*$", "", self.lines[i])
            for at, c in enumerate(code):
                depth += (c in "([") - (c in ")]")
                ends_here = c in ";{" or (
                    c == ":" and "::" not in code[max(0, at - 1) : at + 2] and re.search(r"\)\s*$", code[:at])
                )
                if depth == 0 and ends_here:
                    text.append(code[:at])
                    words = re.sub(r"\s+", " ", " ".join(text))
                    return re.sub(r"\b(HW_EXPORT|inline) ", "", words).strip(), i
            text.append(code)
            i += 1
        return "", line

    def banner_before(self, line, after):
        for i in range(line, after, -1):
            found = BANNER.match(self.lines[i])
            if found:
                return found[1].rstrip(" -").rstrip(".")
        return None


def heading(level, words, anchor, used):
    """A heading whose anchor nobody has yet."""
    while anchor in used:
        anchor += "-"
    used.add(anchor)
    return [f"{level} {words} {{ #{anchor} }}", ""]


def starts_entry(header, previous, declaration):
    """Whether the declaration has an entry of its own, with a comment above it or a gap."""
    if previous is None or previous.scope != declaration.scope or previous.kind in ("class", "struct", "enum"):
        return True
    return declaration.kind in ("class", "struct", "enum") or header.kinds[header.above(declaration.line) - 1] != "code"


def page_of(root, xml_folder, title, head_of, headers, language):
    out, used = [f"# {title}", "", Header(root, head_of).head(), ""], set()
    for path in headers:
        header, entry, previous, at = Header(root, path), None, None, 0
        entries = []
        if path != head_of:
            out += [f"## {os.path.basename(path)}", "", header.head(), ""]
        found = declarations(xml_folder, path)
        shown = {d.name for d in found if d.kind in ("struct", "enum", "class")}
        for declaration in found:
            if declaration.kind == "typedef" and declaration.name in shown:
                continue
            if declaration.kind == "define" and declaration.name.endswith("_"):
                continue
            if any(e.kind in ("struct", "enum") and language == "c" and e.line < declaration.line <= e.end for e in found):
                continue  # it is in the text of the struct
            if starts_entry(header, previous, declaration):
                entry = []
                entries.append(entry)
            entry.append(declaration)
            previous = declaration
        for entry in entries:
            first = entry[0]
            banner = header.banner_before(first.line, at)
            at = first.line
            if banner and not first.scope:
                out += [f"## {banner}", ""]
            if first.kind in ("class",) or (first.kind == "struct" and language != "c"):
                out += heading("##", f"{first.kind} `{first.name}`", first.anchor, used)
                out += [markdown(header.comment_above(header.above(first.line))), ""]
                continue
            code, words = [], markdown(header.comment_above(header.above(first.line)))
            for declaration in entry:
                line = declaration.line
                if declaration.kind in ("struct", "enum"):
                    code += header.lines[line : declaration.end + 1]
                    continue
                if declaration.kind in ("variable", "define"):
                    code.append(header.lines[line].strip())
                    continue
                text, last = header.signature(line)
                behind = header.comment_behind(line, last) if language == "c" else []
                code += [f"{text};" + (f"  /* {' '.join(behind)} */" if behind else "")]
            names = ", ".join(dict.fromkeys(f"`{d.name}`" for d in entry))
            if all(d.kind == "variable" for d in entry):
                names = "members"
            out += heading("###", names, first.anchor, used)
            others = list(dict.fromkeys(d.anchor for d in entry if d.anchor not in used))
            used.update(others)
            if others:
                out += ["".join(f'<a id="{anchor}"></a>' for anchor in others), ""]
            out += [f"```{language}", *code, "```", "", words, ""]
    text = "\n".join(out)
    return re.sub(r"\n{3,}", "\n\n", text)


def missing(root, text):
    """Functions of the C header that the page does not have."""
    with open(os.path.join(root, PAGES["c.md"][1]), encoding="utf-8") as file:
        declared = re.findall(r"^HW_EXPORT [^(]*?(hw_\w+)\(", file.read(), re.M)
    return [name for name in declared if f'id="{name}"' not in text and f"{{ #{name} }}" not in text]


def options_of_shell(root):
    with open(os.path.join(root, SHELL), encoding="utf-8") as file:
        text = re.search(r'kUsage\[\] =\s*R"\((.*?)\)"', file.read(), re.S)
    if not text:
        raise SystemExit(f"{SHELL} has no text of --help where it is expected")
    return f"# The shell's options\n\n`halfword --help` prints this text.\n\n```text\n{text[1]}```\n"


def write(root, work, folder):
    """Writes the pages into the folder, and returns {file name: title}."""
    run_doxygen(root, work)
    os.makedirs(folder, exist_ok=True)
    for name, (title, head_of, headers) in PAGES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            text = page_of(root, os.path.join(work, "xml"), title, head_of, headers, "c" if name == "c.md" else "cpp")
            if name == "c.md" and missing(root, text):
                raise SystemExit(f"the reference of the C interface lacks {', '.join(missing(root, text))}")
            file.write(text)
    with open(os.path.join(folder, "shell.md"), "w", encoding="utf-8") as file:
        file.write(options_of_shell(root))
    return {name: title for name, (title, _, _) in PAGES.items()} | {"shell.md": "The shell's options"}
