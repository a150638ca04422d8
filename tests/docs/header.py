#!/usr/bin/env python3
"""Checks the public headers: the comments of halfword.h, the users of halfword.hpp, and the one version.

tests/docs/header.py [root]

Every exported function has a comment that begins with a verb in the third person and ends with a mark; every enumerator
has the name of its enumeration; every member of a struct has a comment, which says what zero stands for if hosts fill the
struct in; every public name of halfword.hpp occurs in a test or an example; all files that name the version name the same
one."""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MARKS = ("[runs JavaScript]", "[no JavaScript]", "[any thread]")
DECLARATION = re.compile(r"((?:^/\*(?:(?!\*/)[\s\S])*\*/\n)?)^HW_EXPORT [^;]*?\b(hw_\w+)\([^;]*;([^\n]*)\n", re.M)
ENUM = re.compile(r"typedef enum (hw_\w+) \{([^}]*)\}")
DROPPED = ("_kind", "_state", "_level", "_type")  # an enumerator lacks these of its enumeration's name
# Statuses are compared in every program, so they are short.
SHORT = ("hw_status",)
STRUCT = re.compile(r"^typedef struct (hw_\w+) \{\n([\s\S]*?)^\} \1;", re.M)
# What the library fills in: zero is a number like others there.
RESULTS = ("hw_value", "hw_error", "hw_call", "hw_attribute", "hw_module_request", "hw_usage", "hw_location", "hw_view")
# A comment above or none, a declaration or one end of a nested struct, and a comment behind it or none.
MEMBER = re.compile(
    r"((?:^ */\*(?:(?!\*/)[\s\S])*\*/\n)?)"
    r"^ *((?:(?:union|struct) \{)|[^/{};]+;|\} \w+;)"
    r"( */\*(?:(?!\*/)[\s\S])*\*/)?[^\n]*\n",
    re.M,
)
ZERO = re.compile(r"(?:^|[;.] )(?:null|0|0 or undefined): [^;]+$", re.I)


def without_comments(text):
    return re.sub(r"/\*[\s\S]*?\*/|//[^\n]*", "", text)


def functions(header):
    """Yields the mistakes in the comments of functions."""
    exported = re.findall(r"^HW_EXPORT [^(]*?(hw_\w+)\(", header, re.M)
    matched = {name: (comment, after) for comment, name, after in DECLARATION.findall(header)}
    for name in exported:
        comment, after = matched.get(name, ("", ""))
        words = words_of(comment)
        if not words:
            yield f"{name} has no comment"
        elif not re.match(r"[A-Z][a-z]+s\b", words):
            yield f"{name}: the comment does not begin with a verb in the third person: {words[:30]}"
        if words and not words.endswith(MARKS):
            yield f"{name}: the comment does not end with a mark: {', '.join(MARKS)}"
        if after.strip():
            yield f"{name}: a comment stands behind the declaration"


def words_of(comment):
    return re.sub(r"\s*\n\s*\* ?", " ", comment.strip()[2:-2]).strip()


def members(header):
    """Yields the mistakes in the comments of members."""
    for struct, body in STRUCT.findall(header):
        depth = 0
        for above, declaration, behind in MEMBER.findall(body):
            if declaration.endswith("{"):
                depth += 1
                continue
            depth -= declaration.startswith("}")
            name = (re.search(r"\(\*(\w+)\)", declaration) or re.search(r"(\w+)(?:\[\d+\])?;$", declaration))[1]
            comments = [words_of(comment) for comment in (above, behind) if comment.strip()]
            if not any(comments):
                yield f"{struct}.{name} has no comment"
            elif len(comments) > 1:
                yield f"{struct}.{name} has two comments"
            elif name == "size" and not comments[0].startswith(f"sizeof({struct})"):
                yield f"{struct}.{name}: the comment is not sizeof({struct})"
            elif (
                struct not in RESULTS
                and not (depth or declaration.startswith(("bool ", "}")) or name == "size")
                and not comments[0].lower().startswith("required: ")
                and not ZERO.search(comments[0].rstrip("."))
            ):
                yield f"{struct}.{name}: the comment does not end with what zero stands for, as in '0: none'"


def enumerators(header):
    for name, body in ENUM.findall(header):
        if name in SHORT:
            continue
        prefixes = [name.upper() + "_"] + [name.removesuffix(e).upper() + "_" for e in DROPPED if name.endswith(e)]
        for enumerator in re.findall(r"\bHW_\w+", without_comments(body)):
            if name != "hw_type" and not enumerator.startswith(tuple(prefixes)):
                yield f"{enumerator} does not begin with {prefixes[-1]}"
            if name == "hw_type" and not enumerator.startswith("HW_TYPE_"):
                yield f"{enumerator} does not begin with HW_TYPE_"


def public_names(text):
    """The functions and types of halfword.hpp, outside of its namespace internal and of private parts."""
    text = without_comments(re.sub(r"namespace internal \{[\s\S]*?\}  // namespace internal", "", text))
    text = re.sub(r"^ private:[\s\S]*?(?=^ public:|^\};)", "", text, flags=re.M)
    text = re.sub(r"^ *#.*(?:\\\n.*)*", "", text, flags=re.M)
    names = set(re.findall(r"^(?:class|struct|enum class) (\w+)", text, re.M))
    names |= set(re.findall(r"^(?:  (?! |return )|inline |template [^\n]*\n(?:  )?)[\w:<>,&* ]+? [&*]?([A-Z]\w+)\(", text, re.M))
    return names


def unused(text, users):
    words = set(re.findall(r"\w+", users))
    for name in sorted(public_names(text) - words):
        yield f"{name} of halfword.hpp occurs in no test and no example"


def versions(read):
    header = read("include/halfword/halfword.h")
    parts = [re.search(rf"HW_VERSION_{part} (\d+)", header) for part in ("MAJOR", "MINOR", "PATCH")]
    version = re.search(r"project\(halfword VERSION ([\d.]+)", read("CMakeLists.txt"))[1]
    found = {
        "HW_VERSION_MAJOR, _MINOR and _PATCH": ".".join(part[1] if part else "?" for part in parts),
        "HW_VERSION_STRING": (re.search(r'HW_VERSION_STRING "([^"]*)"', header) or ["", "?"])[1],
        "python/pyproject.toml": (re.search(r'^version = "([^"]*)"', read("python/pyproject.toml"), re.M) or ["", "?"])[1],
    }
    for where, other in found.items():
        if other != version:
            yield f"{where} is {other}, and project() in CMakeLists.txt has {version}"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else ROOT

    def read(path):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            return file.read()

    header = read("include/halfword/halfword.h")
    paths = [p for folder in ("tests", "examples") for p in glob.glob(f"{root}/{folder}/**/*", recursive=True)]
    users = "\n".join(read(os.path.relpath(p, root)) for p in sorted(paths) if p.endswith((".cc", ".h", ".md")))
    mistakes = [*functions(header), *members(header), *enumerators(header)]
    mistakes += [*unused(read("include/halfword/halfword.hpp"), users), *versions(read)]
    for mistake in mistakes:
        print(mistake)
    print(f"{len(DECLARATION.findall(header))} functions, {len(mistakes)} mistakes")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
