#!/usr/bin/env python3
"""Reports collectable classes whose field order wastes memory, and the order that doesn't.

    %(prog)s [--all] [--base REGEX] [--allow N] [--ignore REGEX] [--weights CENSUS] [--write FOLDER] BINARY...

Reads the debug information (DWARF) of programs or object files. A class is collectable if it derives from
gc::GarbageCollected, or from what --base names; --all looks at every class. What counts is the cell that an object
takes in the heap: its header and fields, rounded up to 8 bytes. Exits with 1 if some class wastes more than --allow
bytes, for use in CI.

--weights takes a census of a heap: lines of bytes, objects and the class's name, as HeapStatistics::types has them.
Then what a class wastes counts once for each object of it and of the classes derived from it, and classes without
objects are left out. --write writes copies of the sources in which the declarations of these classes' fields stand in
the better order; a declaration has to be a line.

Packing is greedy: at each place the field with the largest alignment that fits without a hole, which is optimal when sizes
are multiples of their alignment. Base classes and bit-fields stay as they are. Needs pyelftools.
"""

import argparse
import dataclasses
import os
import re
import sys

import system_python

try:
    from elftools.elf.elffile import ELFFile
except ImportError:
    system_python.go_on_there("structure packing needs pyelftools (Debian: python3-pyelftools)")

CLASSES = ("DW_TAG_class_type", "DW_TAG_structure_type")
THROUGH = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_atomic_type")


@dataclasses.dataclass(eq=False)
class Field:
    name: str
    offset: int
    size: int
    alignment: int
    type_name: str
    movable: bool
    place: tuple = None  # file and line of its declaration


class Reader:
    """One binary. Types are known by their DIE's offset; sizes and alignments are remembered."""

    def __init__(self, path, base):
        self.base = base
        self.file = open(path, "rb")
        self.elf = ELFFile(self.file)
        if not self.elf.has_dwarf_info():
            sys.exit(f"{path}: no debug information (-g)")
        self.dwarf = self.elf.get_dwarf_info()
        self.pointer = self.elf.elfclass // 8
        self.layouts = {}
        self.definitions = {}  # a declaration's full name: the DIE that defines it
        self.files = {}  # a unit's offset: its files

    @staticmethod
    def attribute(die, name, default=None):
        value = die.attributes.get(name)
        if value is None:
            return default
        return value.value.decode() if isinstance(value.value, bytes) else value.value

    def type_of(self, die):
        return die.get_DIE_from_attribute("DW_AT_type") if "DW_AT_type" in die.attributes else None

    def name_of(self, die):
        return self.attribute(die, "DW_AT_name", "?") if die is not None else "void"

    def layout(self, die):
        """(size, alignment) of a type."""
        if die is None:
            return 1, 1
        if die.offset not in self.layouts:
            self.layouts[die.offset] = (self.attribute(die, "DW_AT_byte_size", 0), 1)  # against recursion
            self.layouts[die.offset] = self.compute_layout(die)
        return self.layouts[die.offset]

    def compute_layout(self, die):
        size = self.attribute(die, "DW_AT_byte_size")
        alignment = self.attribute(die, "DW_AT_alignment")
        if die.tag in THROUGH:
            inner = self.layout(self.type_of(die))
            return inner[0], alignment or inner[1]
        if die.tag == "DW_TAG_array_type":
            element = self.layout(self.type_of(die))
            count = 1
            for child in die.iter_children():
                if child.tag == "DW_TAG_subrange_type":
                    n = self.attribute(child, "DW_AT_count")
                    if n is None:
                        n = self.attribute(child, "DW_AT_upper_bound", -1) + 1
                    count *= n if isinstance(n, int) else 0
            return element[0] * count, element[1]
        if die.tag in CLASSES or die.tag == "DW_TAG_union_type":
            if "DW_AT_declaration" in die.attributes:
                definition = self.definitions.get(self.full_name(die))
                return self.layout(definition) if definition is not None else (size or 1, 1)
            inner = 1
            for child in die.iter_children():
                if child.tag in ("DW_TAG_member", "DW_TAG_inheritance") and "DW_AT_external" not in child.attributes:
                    inner = max(inner, self.attribute(child, "DW_AT_alignment") or self.layout(self.type_of(child))[1])
            return size or 1, alignment or inner
        if die.tag in ("DW_TAG_pointer_type", "DW_TAG_reference_type", "DW_TAG_rvalue_reference_type"):
            return self.pointer, self.pointer
        if die.tag == "DW_TAG_ptr_to_member_type":
            return size or 2 * self.pointer, self.pointer
        if size is None:
            inner = self.type_of(die)  # an enumeration
            return self.layout(inner) if inner is not None else (4, 4)
        return size, alignment or min(size & -size, 16) or 1

    def full_name(self, die):
        parts = []
        while die is not None and die.tag != "DW_TAG_compile_unit":
            if die.tag in CLASSES + ("DW_TAG_namespace", "DW_TAG_union_type"):
                parts.append(self.attribute(die, "DW_AT_name", "(anonymous)"))
            die = die.get_parent()
        return "::".join(reversed(parts))

    def classes(self):
        found = {}
        for unit in self.dwarf.iter_CUs():
            for die in unit.iter_DIEs():
                if die.tag in CLASSES and "DW_AT_declaration" not in die.attributes and "DW_AT_byte_size" in die.attributes:
                    found.setdefault(self.full_name(die), die)
        self.definitions = found
        return found

    def place(self, die):
        """File and line of a declaration."""
        unit = die.cu
        if unit.cu_offset not in self.files:
            program = self.dwarf.line_program_for_CU(unit)
            folder = self.attribute(unit.get_top_DIE(), "DW_AT_comp_dir", "")
            names, is_new = [], program["version"] >= 5
            directories = program["include_directory"] if is_new else [folder.encode(), *program["include_directory"]]
            for entry in program["file_entry"]:
                names.append(os.path.normpath(os.path.join(folder, directories[entry.dir_index].decode(), entry.name.decode())))
            self.files[unit.cu_offset] = names if is_new else [None, *names]
        return self.files[unit.cu_offset][self.attribute(die, "DW_AT_decl_file", 0)], self.attribute(die, "DW_AT_decl_line", 0)

    def derived(self):
        """{class: those that derive from it directly}"""
        found = {}
        for name, die in self.definitions.items():
            for _, base in self.bases(die):
                found.setdefault(self.full_name(base), set()).add(name)
        return found

    def bases(self, die):
        for child in die.iter_children():
            if child.tag == "DW_TAG_inheritance":
                base = self.type_of(child)
                while base is not None and base.tag in THROUGH:
                    base = self.type_of(base)
                if base is not None:
                    yield child, base

    def is_collectable(self, die):
        for _, base in self.bases(die):
            if self.base.search(self.name_of(base)):
                return True
            definition = self.definitions.get(self.full_name(base), base)
            if definition.offset != die.offset and self.is_collectable(definition):
                return True
        return False

    def fields(self, die):
        """Bases, the pointer to virtual functions and data members, by offset. Bit-fields of a unit are one field."""
        result = []
        for child, base in self.bases(die):
            size, alignment = self.layout(base)
            result.append(
                Field(
                    self.name_of(base),
                    self.attribute(child, "DW_AT_data_member_location", 0),
                    self.occupied(base),
                    alignment,
                    "base",
                    False,
                )
            )
        bits = {}
        for child in die.iter_children():
            if child.tag != "DW_TAG_member" or "DW_AT_external" in child.attributes:
                continue
            kind = self.type_of(child)
            size, alignment = self.layout(kind)
            alignment = self.attribute(child, "DW_AT_alignment") or alignment
            name = self.name_of(child)
            if "DW_AT_bit_size" in child.attributes:
                bit = self.attribute(child, "DW_AT_data_bit_offset", 0)
                end = bit + self.attribute(child, "DW_AT_bit_size")
                unit = bit // 8 // alignment * alignment
                previous = bits.get(unit)
                begin = bit // 8 if previous is None else previous.offset
                if previous is None:
                    bits[unit] = Field(name, begin, 0, 1, "bits", False)
                    result.append(bits[unit])
                bits[unit].size = (end + 7) // 8 - begin
                continue
            artificial = name.startswith("_vptr")
            result.append(
                Field(
                    name,
                    self.attribute(child, "DW_AT_data_member_location", 0),
                    size,
                    alignment,
                    self.name_of(kind),
                    not artificial,
                    None if artificial else self.place(child),
                )
            )
        return sorted(result, key=lambda f: (f.offset, f.size))

    def occupied(self, die):
        """The size of a base without its tail padding, which a derived class may use (unless it is plain data)."""
        size, _ = self.layout(die)
        own = self.fields(self.definitions.get(self.full_name(die), die)) if die.tag in CLASSES else []
        end = max((f.offset + f.size for f in own), default=0)
        return end if end else (0 if size == 1 else size)


def pack(fields):
    """A better order: (fields in it, the end of the last)."""
    fixed = [f for f in fields if not f.movable]
    offset = max((f.offset + f.size for f in fixed), default=0)
    rest = sorted((f for f in fields if f.movable), key=lambda f: (-f.alignment, -f.size, f.offset))
    order = []
    while rest:
        fitting = [f for f in rest if offset % f.alignment == 0]
        chosen = fitting[0] if fitting else min(rest, key=lambda f: -offset % f.alignment)
        rest.remove(chosen)
        offset += -offset % chosen.alignment
        order.append((offset, chosen))
        offset += chosen.size
    return order, offset


def census(path):
    """{class: its objects}"""
    objects = {}
    with open(path) as file:
        for line in file:
            words = line.split(None, 2)
            objects[words[2].strip()] = objects.get(words[2].strip(), 0) + int(words[1])
    return objects


def instances(name, objects, derived):
    """Objects that contain one of this class: its own and those of classes derived from it."""
    return objects.get(name, 0) + sum(instances(d, objects, derived) for d in derived.get(name, ()))


class Sources:
    """Copies of source files in which declarations trade places."""

    def __init__(self):
        self.lines = {}

    def reorder(self, fields):
        """Why it can't be done, or nothing. `fields` is the better order; those that can't move come first already."""
        movable = [f for f in fields if f.movable]
        if any(f.offset > min(m.offset for m in movable) for f in fields if not f.movable):
            return "what can't be moved stands between its fields"
        files = {f.place[0] for f in movable}
        if len(files) != 1:
            return "its fields are declared in several files"
        path = files.pop()
        if path not in self.lines:
            with open(path) as file:
                self.lines[path] = file.read().split("\n")
        text = self.lines[path]
        order = list(dict.fromkeys(f.place[1] for f in movable))  # a line may declare several
        if not all(re.search(r";\s*(//.*)?$", text[n - 1]) and text[n - 1].count(";") == 1 for n in order):
            return "a declaration is not a line of its own"
        taken = [text[n - 1] for n in order]
        for place, line in zip(sorted(order), taken):
            text[place - 1] = line
        return ""

    def write(self, folder):
        os.makedirs(folder, exist_ok=True)
        for path, text in self.lines.items():
            with open(os.path.join(folder, os.path.basename(path)), "w") as file:
                file.write("\n".join(text))


def cell(size, header):
    return (size + header + 7) // 8 * 8


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", nargs="+")
    parser.add_argument("--all", action="store_true", help="every class, not only collectable ones")
    parser.add_argument("--base", default="^GarbageCollected<", help="base classes of collectable ones")
    parser.add_argument("--allow", type=int, default=0, help="bytes a class may waste")
    parser.add_argument("--ignore", default="^std::|^__", help="classes whose full name matches are not reported")
    parser.add_argument("--header", type=int, default=4, help="bytes of an object's header: 4, or 8 with whole pointers")
    parser.add_argument("--weights", metavar="CENSUS", help="a file with a line of bytes, objects and name for each class")
    parser.add_argument("--write", metavar="FOLDER", help="where copies of the sources go, in the better order")
    args = parser.parse_args()
    looked_at = {}
    reports = []
    objects = census(args.weights) if args.weights else None
    for path in args.binaries:
        reader = Reader(path, re.compile(args.base))
        classes = reader.classes()
        derived = reader.derived() if objects else {}
        for name, die in classes.items():
            if name in looked_at or re.search(args.ignore, name):
                continue
            if not args.all and not reader.is_collectable(die):
                continue
            looked_at[name] = True
            fields = reader.fields(die)
            if not any(f.movable for f in fields):
                continue
            size, alignment = reader.layout(die)
            order, end = pack(fields)
            packed = end + -end % alignment
            header = 0 if args.all else args.header
            waste = cell(size, header) - cell(packed, header)
            count = instances(name, objects, derived) if objects else None
            if waste > args.allow and count != 0:
                reports.append((waste, name, size, packed, fields, order, count))
    sources = Sources()
    for waste, name, size, packed, fields, order, count in sorted(reports, key=lambda r: (-r[0] * (r[6] or 1), r[1])):
        print(
            f"{name}: {size} bytes, {packed} if its fields were in this order ({waste} less in the heap"
            + (f", {count * waste:,} with its {count:,} objects" if count else "")
            + "):"
        )
        now = {id(f): f.offset for f in fields}
        for offset, field in order:
            moved = "" if now[id(field)] == offset else f"   (now at {field.offset})"
            print(f"    {offset:>4}  {field.size:>3} bytes  {field.type_name} {field.name}{moved}")
        if args.write and (problem := sources.reorder([f for f in fields if not f.movable] + [f for _, f in order])):
            print(f"    left as it is: {problem}")
    if args.write:
        sources.write(args.write)
    print(f"structure packing: {len(looked_at)} classes, {len(reports)} waste memory")
    sys.exit(1 if reports else 0)


if __name__ == "__main__":
    main()
