#!/usr/bin/env python3
"""Finds members that Trace forgets, and fields that no Trace method could help.

    %(prog)s -p BUILD [FILE...]          FILE: sources of the compilation database to look at; default all
    %(prog)s --flags "-Iinclude ..." FILE...

For every class with fields that hold references (members of any kind but untraced ones, containers, parts that have a
Trace method themselves), Trace must mention each of them, by whatever call: a field that is handed to a helper counts
as traced, and so does one that is used by a method that Trace calls on the same object. A class without Trace but with
such fields is reported too if it is collectable. Trace must also call that of each base that has one and holds
references. In collectable classes and their parts these are reported as well: pointers and C++ references to collected
objects, smart pointers of the standard library to them, collected objects as parts, Persistents; in any class, fields
of stack-allocated classes, and elements of containers that nobody traces: pointers, Persistents, collected objects,
classes without Trace that hold references.

`// trace_check: ignore` on the line of a field, or of a base's name, silences it. Only classes in files below --root,
by default the current folder, are looked at; if there is no such file, or a source can't be read, that is an error. Not
found is what no field says: what a lambda or a std::function holds, memory from malloc, variables, objects on the
stack. Needs libclang for Python (Debian: python3-clang-19, pip: libclang).
"""

import argparse
import json
import os
import re
import shlex
import sys

import system_python

try:
    from clang import cindex
except ImportError:
    system_python.go_on_there("the trace check needs Python's libclang (Debian: python3-clang-19)")

K = cindex.CursorKind
MEMBER = re.compile(r"\b(BasicMember|Member|WeakMember|UncompressedMember|CompressedMember|EphemeronPair)<")
UNTRACED = re.compile(r"\b(UntracedMember|UntracedMemberTag|NoWriteBarrierPolicy)\b")
CLASSES = (K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE)
FUNCTIONS = (K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION)
POINTERS = (cindex.TypeKind.POINTER, cindex.TypeKind.LVALUEREFERENCE, cindex.TypeKind.RVALUEREFERENCE)
ARRAYS = (cindex.TypeKind.CONSTANTARRAY, cindex.TypeKind.INCOMPLETEARRAY)
ROOT_TEMPLATES = {"BasicPersistent": 1, "BasicCrossThreadPersistent": 1}  # which argument says whether it is strong
SMART_POINTERS = {"unique_ptr", "shared_ptr", "weak_ptr"}
OWN_CONTAINERS = {"Vector": 1, "Deque": 1, "HashSet": 1, "HashMap": 2}  # arguments that are elements, keys, values
OTHER_HOLDERS = {
    "vector",
    "deque",
    "list",
    "array",
    "optional",
    "variant",
    "tuple",
    "pair",
    "set",
    "map",
    "unordered_set",
    "unordered_map",
    "multimap",
    "stack",
    "queue",
    "span",
}
CONTAINER = re.compile(r"\b(Vector|Deque|HashSet|HashMap|WeakHashSet|WeakHashMap|EphemeronMap)<(.*)>")


class Checker:
    def __init__(self, root, members, ignored):
        self.ignored = ignored
        self.members = members
        self.root = os.path.realpath(root)
        self.looked_at = set()  # files below the root
        self.classes = {}  # USR: (problems by field) of classes that were seen
        self.problems = {}
        self.lines = {}
        self.below_root = {}  # path: whether it is
        self.settled = set()  # USRs of classes of which no other source can say more
        self.walked = set()  # functions that were looked into

    def line(self, location):
        path = location.file.name
        if path not in self.lines:
            with open(path, encoding="utf-8", errors="replace") as file:
                self.lines[path] = file.read().splitlines()
        return self.lines[path][location.line - 1] if location.line <= len(self.lines[path]) else ""

    def holds_references(self, kind, depth=0):
        kind = kind.get_canonical() if kind.kind != cindex.TypeKind.ELABORATED else kind
        spelling = kind.spelling
        if kind.kind in (cindex.TypeKind.CONSTANTARRAY, cindex.TypeKind.INCOMPLETEARRAY):
            return self.holds_references(kind.element_type, depth)
        if kind.kind in (cindex.TypeKind.POINTER, cindex.TypeKind.LVALUEREFERENCE, cindex.TypeKind.RVALUEREFERENCE):
            return False
        canonical = kind.get_canonical().spelling
        if UNTRACED.search(spelling) or UNTRACED.search(canonical):
            return False
        if "Persistent<" in canonical:
            return False
        if MEMBER.search(spelling) or MEMBER.search(canonical) or (self.members and self.members.search(canonical)):
            return True
        container = CONTAINER.search(canonical)
        if container:
            # Containers have a Trace method whatever they hold; only those of references must be traced … but a store is a
            # collected object too, so the container itself must be.
            return True
        declaration = kind.get_declaration()
        if depth < 3 and declaration.kind in (K.CLASS_DECL, K.STRUCT_DECL):
            if self.trace_method(declaration) is not None:
                return not declaration.spelling.startswith("Heap")
            # Without one, Trace must get at its fields.
            return any(self.holds_references(f.type, depth + 1) for f in self.fields_of(declaration))
        return False

    @staticmethod
    def fields_of(cls):
        definition = cls.get_definition()
        return [c for c in definition.get_children() if c.kind == K.FIELD_DECL] if definition is not None else []

    @staticmethod
    def arguments(kind):
        """The template of a class type, by name, and its arguments that are types."""
        canonical = kind.get_canonical()
        declaration = canonical.get_declaration()
        count = max(canonical.get_num_template_arguments(), 0)
        types = [canonical.get_template_argument_type(i) for i in range(count)]
        return declaration.spelling, [t for t in types if t.kind != cindex.TypeKind.INVALID]

    def is_collected(self, kind):
        definition = kind.get_canonical().get_declaration().get_definition()
        return definition is not None and definition.kind in CLASSES and self.is_collectable(definition)

    @staticmethod
    def is_stack_allocated(kind):
        definition = kind.get_canonical().get_declaration().get_definition()
        if definition is None or definition.kind not in CLASSES:
            return False
        return any(c.spelling == "IsStackAllocatedTypeMarker" for c in definition.get_children())

    def is_root(self, kind):
        name, arguments = self.arguments(kind)
        place = ROOT_TEMPLATES.get(name)
        return place is not None and len(arguments) > place and "Strong" in arguments[place].spelling

    def wrong_element(self, kind):
        """What is wrong with a container's element, key or value, None if nothing is."""
        kind = kind.get_canonical()
        if kind.kind in POINTERS and self.is_collected(kind.get_pointee()):
            return "has pointers to collected objects as elements, which nobody traces"
        name, _ = self.arguments(kind)
        if name in ROOT_TEMPLATES:
            return "has Persistents as elements"
        if name == "BasicMember":
            return None
        if self.is_collected(kind):
            return "has collected objects themselves as elements"
        declaration = kind.get_declaration()
        if (
            declaration.kind in (K.CLASS_DECL, K.STRUCT_DECL)
            and not CONTAINER.search(kind.spelling)
            and "EphemeronPair<" not in kind.spelling
        ):
            if self.inherited_trace(declaration) is None and (
                MEMBER.search(kind.spelling) and not UNTRACED.search(kind.spelling) or self.holds_references(kind, 1)
            ):
                return "has elements that hold references and have no Trace"
            if self.inherited_trace(declaration) is None:  # else it is looked at by itself
                for field in self.fields_of(declaration):
                    wrong = self.wrong_field(field.type, True, 1)
                    if wrong:
                        return f"has elements of which {field.spelling} {wrong}"
        return None

    def wrong_field(self, kind, in_heap, depth=0):
        """What is wrong with a field, whatever Trace does; None if nothing is. `in_heap`: the class is collectable, or a part."""
        kind = kind.get_canonical()
        if kind.kind in ARRAYS:
            return self.wrong_field(kind.element_type, in_heap, depth)
        if kind.kind in POINTERS:
            is_pointer = in_heap and self.is_collected(kind.get_pointee())
            return "is a pointer to a collected object, which nobody traces" if is_pointer else None
        if self.is_stack_allocated(kind):
            return "is of a class that lives on the stack only"
        name, arguments = self.arguments(kind)
        if name in OWN_CONTAINERS:
            for argument in arguments[: OWN_CONTAINERS[name]]:
                wrong = self.wrong_element(argument) or self.wrong_field(argument, False, depth + 1)
                if wrong:
                    return wrong
            return None
        if in_heap and name in ROOT_TEMPLATES:
            return "is a root inside of a collected object" if self.is_root(kind) else None
        if in_heap and name in SMART_POINTERS and arguments and self.is_collected(arguments[0]):
            return f"is a {name} of a collected object, which only the collector ends"
        if in_heap and depth == 0 and self.is_collected(kind):
            return "is a collected object as a part of another"
        if name in OTHER_HOLDERS and depth < 3:
            for argument in arguments:
                wrong = self.wrong_field(argument, in_heap, depth + 1)
                if wrong:
                    return wrong
        return None

    def inherited_trace(self, cls, depth=0):
        """The class at or above `cls` whose Trace its objects have by name, None if there is none."""
        definition = cls.get_definition()
        if definition is None:
            return None
        if self.trace_method(definition) is not None:
            return definition
        for base in self.bases_of(definition) if depth < 8 else ():
            found = self.inherited_trace(base, depth + 1)
            if found is not None:
                return found
        return None

    @staticmethod
    def bases_of(cls):
        for child in cls.get_children():
            if child.kind == K.CXX_BASE_SPECIFIER:
                declaration = child.type.get_canonical().get_declaration()
                if declaration.kind in (K.CLASS_DECL, K.STRUCT_DECL):
                    yield declaration

    def needs_trace(self, cls, depth=0):
        """The class, or one above, has fields that hold references."""
        if any(self.holds_references(f.type) for f in self.fields_of(cls)):
            return True
        definition = cls.get_definition()
        return definition is not None and depth < 8 and any(self.needs_trace(b, depth + 1) for b in self.bases_of(definition))

    def called_traces(self, function, seen):
        """USRs of the classes whose Trace a function and what it calls on the same object call by the class's name; and
        the text."""
        definition = function.get_definition()
        if definition is None or definition.get_usr() in seen:
            return set(), ""
        seen.add(definition.get_usr())
        called, text = set(), ""
        for cursor in definition.walk_preorder():
            if cursor.kind in (K.MEMBER_REF_EXPR, K.OVERLOADED_DECL_REF):
                target = cursor.referenced
                if target is None or target.kind != K.CXX_METHOD:
                    continue
                if target.spelling == "Trace":
                    called.add(target.semantic_parent.get_usr())
                elif target.semantic_parent is not None and target.get_usr() not in seen:
                    more, more_text = self.called_traces(target, seen)
                    called |= more
                    text += more_text
        return called, text + " ".join(t.spelling for t in definition.get_tokens())

    def check_bases(self, cls, method):
        called, text = self.called_traces(method, set())
        for child in cls.get_children():
            if child.kind != K.CXX_BASE_SPECIFIER or "trace_check: ignore" in self.line(child.location):
                continue
            declaration = child.type.get_canonical().get_declaration()
            if declaration.kind not in (K.CLASS_DECL, K.STRUCT_DECL):
                continue
            base = self.inherited_trace(declaration)
            if base is None or not self.needs_trace(base) or base.get_usr() in called:
                continue
            # In templates what is called may be unresolved; and an alias may be the base's name.
            if re.search(rf"\b(Base|{re.escape(declaration.spelling)}|{re.escape(base.spelling)})(<.*>)? :: Trace\b", text):
                continue
            self.report(cls.get_usr(), cls, child, "is a base whose Trace is not called", base.spelling)

    @staticmethod
    def trace_method(cls):
        for child in cls.get_children():
            if child.kind == K.CXX_METHOD and child.spelling == "Trace":
                arguments = list(child.get_arguments())
                if len(arguments) == 1 and "Visitor" in arguments[0].type.spelling:
                    return child
        return None

    def is_collectable(self, cls, depth=0):
        for child in cls.get_children():
            if child.kind != K.CXX_BASE_SPECIFIER:
                continue
            if "GarbageCollected<" in child.type.spelling or "GarbageCollectedMixin" in child.type.spelling:
                return True
            definition = child.type.get_declaration()
            if depth < 8 and definition.kind in (K.CLASS_DECL, K.STRUCT_DECL) and self.is_collectable(definition, depth + 1):
                return True
        return False

    def mentioned(self, function, seen):
        """Names of fields that a function and what it calls on the same object mention."""
        definition = function.get_definition()
        names = set()
        if definition is None or definition.get_usr() in seen:
            return names, definition is not None
        seen.add(definition.get_usr())
        for cursor in definition.walk_preorder():
            if cursor.kind in (K.MEMBER_REF_EXPR, K.DECL_REF_EXPR, K.MEMBER_REF):
                names.add(cursor.spelling)
                target = cursor.referenced
                if target is not None and target.kind == K.CXX_METHOD and cursor.kind == K.MEMBER_REF_EXPR:
                    names |= self.mentioned(target, seen)[0]
            elif cursor.kind == K.UNARY_OPERATOR and [c.kind for c in cursor.get_children()] == [K.CXX_THIS_EXPR]:
                names.add("*this")  # handed on as a whole
        if not names or any(c.kind == K.CALL_EXPR and not c.spelling for c in definition.walk_preorder()):
            # In templates what is called may be unresolved: the text says what it mentions.
            names |= {t.spelling for t in definition.get_tokens()}
        return names, True

    @staticmethod
    def ranges(function):
        """(first field, last field or None) of the ranges of tagged words that a Trace method gives by their ends."""
        definition = function.get_definition()
        statement = []
        for token in definition.get_tokens() if definition else ():
            statement.append(token.spelling)
            if token.spelling not in (";", "{", "}"):
                continue
            ends = [b for a, b in zip(statement, statement[1:]) if a == "&" and b.isidentifier()]
            ends = [e for e in ends if e.endswith("_")]
            if "TraceTaggedRange" in statement and len(ends) == 2:
                yield tuple(ends)
            elif "TraceTail" in statement and len(ends) == 1:
                yield ends[0], None
            statement = []

    def check(self, cls):
        usr = cls.get_usr()
        fields = [f for f in self.fields_of(cls) if "trace_check: ignore" not in self.line(f.location)]
        method = self.trace_method(cls)
        in_heap = method is not None or self.is_collectable(cls)
        if not self.is_stack_allocated(cls.type):
            wrong = {f.spelling: self.wrong_field(f.type, in_heap) for f in fields}
            for field in fields:
                if wrong[field.spelling]:
                    self.report(usr, cls, field, wrong[field.spelling])
            fields = [f for f in fields if not wrong[f.spelling]]
        fields = [f for f in fields if self.holds_references(f.type)]
        self.settled.add(usr)
        if method is not None:
            self.check_bases(cls, method)
        if not fields:
            return
        if method is None:
            if self.is_collectable(cls):
                for field in fields:
                    self.report(usr, cls, field, "has no Trace")
            return
        names, defined = self.mentioned(method, set())
        if not defined:
            self.settled.discard(usr)
            return  # in another source; that one is looked at too
        self.classes[usr] = True
        order = [c.spelling for c in cls.get_children() if c.kind == K.FIELD_DECL]
        for first, last in self.ranges(method):
            if first in order:
                names |= set(order[order.index(first) : order.index(last) + 1 if last in order else None])
        for field in fields:
            if field.spelling not in names and "*this" not in names:
                self.report(usr, cls, field, "is forgotten by Trace")

    def report(self, usr, cls, cursor, what, name=None):
        name = name or cursor.spelling
        if self.ignored and self.ignored.search(f"{cls.spelling}::{name}"):
            return
        place = f"{os.path.relpath(cursor.location.file.name, self.root)}:{cursor.location.line}"
        self.problems[usr, name] = f"{place}: {cls.spelling}::{name} {what}"

    def is_below_root(self, path):
        if path not in self.below_root:
            self.below_root[path] = os.path.realpath(path).startswith(os.path.join(self.root, ""))
        return self.below_root[path]

    def definitions(self, cursor):
        """Classes below the cursor. What was found in a function before is not looked for again."""
        for child in cursor.get_children():
            location = child.location
            if location.file is None or not self.is_below_root(location.file.name):
                continue
            if child.kind in CLASSES and child.is_definition():
                yield child
            if child.kind in FUNCTIONS:
                place = child.get_usr(), location.file.name, location.offset
                if place in self.walked:
                    continue
                if child.is_definition():
                    self.walked.add(place)
            yield from self.definitions(child)

    def unit(self, unit):
        self.looked_at |= {
            path for path in (unit.spelling, *(i.include.name for i in unit.get_includes())) if self.is_below_root(path)
        }
        for cursor in self.definitions(unit.cursor):
            usr = cursor.get_usr()
            if usr in self.settled:
                continue
            self.classes.setdefault(usr, False)
            self.check(cursor)


def commands(args):
    if args.flags is not None:
        for file in args.files:
            yield file, shlex.split(args.flags), os.getcwd()
        return
    with open(os.path.join(args.p, "compile_commands.json")) as file:
        database = json.load(file)
    wanted = {os.path.realpath(f) for f in args.files}
    known = {os.path.realpath(os.path.join(e["directory"], e["file"])) for e in database}
    if not wanted <= known:
        sys.exit(f"{min(wanted - known)} is not in {args.p}/compile_commands.json")
    for entry in database:
        path = os.path.realpath(os.path.join(entry["directory"], entry["file"]))
        if wanted and path not in wanted:
            continue
        words = entry.get("arguments") or shlex.split(entry["command"])
        flags = [w for w in words[1:] if w.startswith(("-I", "-D", "-std", "-isystem", "-f"))]
        yield path, flags, entry["directory"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-p", help="folder of compile_commands.json")
    parser.add_argument("--flags", help="compiler flags, instead of a compilation database")
    parser.add_argument(
        "--root", default=".", help="only classes in files below this folder are looked at; default: the current one"
    )
    parser.add_argument(
        "--members", type=re.compile, help="further types that are references; of the engine: ValueField and Field"
    )
    parser.add_argument("--ignore", type=re.compile, help="fields, as Class::field_, that need not be traced")
    parser.add_argument("--library", help="path of libclang.so")
    parser.add_argument("--resource-dir", help="clang's folder of built-in headers (clang -print-resource-dir)")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    if args.p is None and args.flags is None:
        parser.error("-p or --flags")
    if args.library:
        cindex.Config.set_library_file(args.library)
    checker = Checker(args.root, args.members, args.ignore)
    index = cindex.Index.create()
    broken = 0
    for path, flags, folder in commands(args):
        os.chdir(folder)
        if args.resource_dir:
            flags = [*flags, "-resource-dir", args.resource_dir]
        unit = index.parse(path, args=["-xc++", "-w", *flags])
        errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            broken += 1
            print(f"{path}: {errors[0].spelling} ({errors[0].location})", file=sys.stderr)
            continue
        checker.unit(unit)
    if not checker.looked_at:
        sys.exit(f"trace check: looked at nothing: no file that could be read is below {checker.root} (--root)")
    for problem in sorted(checker.problems.values()):
        print(problem)
    print(
        f"trace check: {len(checker.looked_at)} files, {sum(checker.classes.values())} classes with references, "
        f"{len(checker.problems)} problems" + (f", {broken} files could not be read" if broken else "")
    )
    sys.exit(1 if checker.problems or broken else 0)


if __name__ == "__main__":
    main()
