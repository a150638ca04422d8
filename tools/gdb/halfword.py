"""What gdb shows of Halfword's references: `(gdb) source tools/gdb/halfword.py`, or from .gdbinit.

Members, persistents and Values are shown as what they refer to: `0x5555…: Node`, `null`, `sentinel`, `42`, `"text"`, and have a
child, the pointer. 32-bit references need the cage base: that of the thread gdb looks at, or, outside of Heap::Enter, that of the
cage in which the reference itself lies.

Commands:
    hw-object ADDRESS       the object that begins there: type, size, header
"""

import re

import gdb


def cage_shift():
    try:
        return int(gdb.parse_and_eval("halfword::kMemberShift"))
    except gdb.error:
        return 1


SHIFT = cage_shift()
CAGE = 1 << (31 + SHIFT)
SLOT = 2 * CAGE
SENTINEL = 2 if SHIFT == 0 else 1 << SHIFT  # an address
IMMEDIATES = {
    0x07: "undefined",
    0x0F: "null",
    0x17: "false",
    0x1F: "true",
    0x27: "(hole)",
    0x2F: "(exception)",
    0x37: "(not found)",
}
NULL_PAGE = 4096
FIRST_CPP_TYPE = 512


def cage_base(of=None):
    try:
        base = int(gdb.parse_and_eval("(unsigned long)halfword_cage_base"))
    except gdb.error:
        base = 0
    if base == 0 and of is not None and of & CAGE:
        base = (of & ~(SLOT - 1)) | CAGE
    return base


def decode_member(bits, size, place):
    """An address; 0: null, None: unknown base."""
    if size == 8 or bits <= SENTINEL >> SHIFT:
        return bits if size == 8 else bits << SHIFT
    base = cage_base(place)
    return (base - CAGE) + (bits << SHIFT) if base else None


class Reference:
    """Shared by members and persistents: self.address and self.target, a gdb.Type."""

    def to_string(self):
        if self.address is None:
            return "(no cage entered)"
        if self.address == 0:
            return "null"
        if self.address == SENTINEL:
            return "sentinel"
        return f"{self.address:#x}: {self.target}"

    def children(self):
        if self.address is None or self.address <= SENTINEL:
            return
        yield "get()", gdb.Value(self.address).cast(self.target.pointer())


class MemberPrinter(Reference):
    def __init__(self, value):
        self.target = value.type.strip_typedefs().template_argument(0)
        raw = value
        for field in ("raw_", "storage_", "bits_"):
            try:
                raw = raw[field]
            except gdb.error:
                pass
        place = int(value.address) if value.address is not None else None
        self.address = decode_member(int(raw), raw.type.sizeof, place)


class PersistentPrinter(Reference):
    def __init__(self, value):
        self.target = value.type.strip_typedefs().template_argument(0)
        pointer = value["pointer_"]
        if pointer.type.strip_typedefs().code != gdb.TYPE_CODE_PTR:  # std::atomic
            pointer = pointer["_M_b"]["_M_p"]
        self.address = int(pointer)


class ValuePrinter:
    """A JavaScript value."""

    def __init__(self, value):
        self.bits = int(value["bits_"])
        self.size = value.type.sizeof
        self.place = int(value.address) if value.address is not None else None

    def address(self):
        offset = self.bits & ~7
        if self.size == 8:
            return offset
        base = cage_base(self.place)
        return base + offset if base else None

    def to_string(self):
        bits = self.bits
        if bits & 1 == 0:
            half = bits & 0xFFFFFFFF
            return str((half - (1 << 32) if half >> 31 else half) >> 1)
        if bits in IMMEDIATES:
            return IMMEDIATES[bits]
        if bits < NULL_PAGE:
            return f"(immediate {bits >> 3})"
        address = self.address()
        if address is None:
            return f"(no cage entered) {bits:#x}"
        tag = bits & 7
        try:
            if tag == 5:
                return str(gdb.Value(address).cast(gdb.lookup_type("double").pointer()).dereference())
            if tag == 3:
                return f"{text_of_string(address)} @{address:#x}"
            return f"{type_name(address)} @{address:#x}"
        except gdb.error as error:
            return f"({error}) {bits:#x}"


def tagged_size():
    try:
        return gdb.lookup_type("halfword::TaggedBits").sizeof
    except gdb.error:
        return 4


def header_of(address):
    size = tagged_size()
    data = gdb.selected_inferior().read_memory(address - size, size)
    return int.from_bytes(bytes(data), "little")


def shape_of(header):
    shape = header - 7
    return shape if tagged_size() == 8 else cage_base() + shape


def type_index(address):
    header = header_of(address)
    if header & 1:
        data = gdb.selected_inferior().read_memory(shape_of(header), 2)
        return int.from_bytes(bytes(data), "little")
    return (header >> 4) & 0x7FFF


def type_name(address):
    index = type_index(address)
    if index >= FIRST_CPP_TYPE:
        # By address: the library may have no debug information. A TypeInfo is 32 bytes and begins with the name.
        table = int(gdb.parse_and_eval("(unsigned long)&'halfword::gc::internal::cpp_types'"))
        name = gdb.Value(table + 32 * (index - FIRST_CPP_TYPE)).cast(gdb.lookup_type("char").pointer().pointer())
        return name.dereference().string() if int(name.dereference()) else "?"
    try:
        kinds = gdb.lookup_type("halfword::HeapType")
        for field in kinds.fields():
            if field.enumval == index:
                return re.sub(r"^.*::k?", "", field.name)
    except gdb.error:
        pass
    return f"type {index}"


def text_of_string(address, longest=80):
    memory = gdb.selected_inferior().read_memory
    length = int.from_bytes(bytes(memory(address, 4)), "little")
    kind = type_name(address)
    count = min(length, longest)
    more = "…" if length > longest else ""
    if kind == "OneByteString":
        return '"' + bytes(memory(address + 4, count)).decode("latin-1") + '"' + more
    if kind == "TwoByteString":
        return '"' + bytes(memory(address + 4, 2 * count)).decode("utf-16-le", "replace") + '"' + more
    return f"{kind} of {length} characters"


class ObjectCommand(gdb.Command):
    """hw-object ADDRESS: the type, size and header of the collected object that begins at the address."""

    def __init__(self):
        super().__init__("hw-object", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        address = int(gdb.parse_and_eval(argument))
        header = header_of(address)
        size = ((header & 0xFFFFFFFF) >> 19) * 8 if header & 1 == 0 else 0
        print(f"{type_name(address)}, header {header:#x}" + (f", cell of {size} bytes" if size else ""))


PRINTERS = [
    (re.compile(r"^halfword::gc::internal::BasicMember<"), MemberPrinter),
    (re.compile(r"^halfword::gc::internal::Basic(CrossThread)?Persistent<"), PersistentPrinter),
    (re.compile(r"^halfword::Value$"), ValuePrinter),
    (re.compile(r"^halfword::ValueField$"), lambda value: ValuePrinter(value["value_"])),
]


def find_printer(value):
    name = value.type.strip_typedefs().unqualified().tag
    if name:
        for pattern, printer in PRINTERS:
            if pattern.match(name):
                return printer(value)
    return None


find_printer.name = "halfword"
gdb.pretty_printers[:] = [p for p in gdb.pretty_printers if getattr(p, "name", None) != "halfword"]
gdb.pretty_printers.append(find_printer)
ObjectCommand()
