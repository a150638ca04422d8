#!/usr/bin/env python3
"""Makes src/unicode/tables.cc, all that the language itself needs of Unicode, and the digests that its test expects
(tests/unit/unicode/digests.inc), from published data (tools/unicode_data.py). Needs node and npm, and the registry the
first time.

    tools/unicode_tables.py            writes both files
    tools/unicode_tables.py --check    fails if they would be written differently

src/unicode/tables.h says how the tables are laid out. The digests are computed here from the data, not from the tables.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import unicode_data

ROOT = unicode_data.ROOT
LAST = unicode_data.LAST
EVERYTHING = range(LAST + 1)

# https://tc39.es/ecma262/#table-binary-unicode-properties, without the three that are defined there.
BINARY = """
    ASCII_Hex_Digit Alphabetic Bidi_Control Bidi_Mirrored Case_Ignorable Cased Changes_When_Casefolded Changes_When_Casemapped
    Changes_When_Lowercased Changes_When_NFKC_Casefolded Changes_When_Titlecased Changes_When_Uppercased Dash
    Default_Ignorable_Code_Point Deprecated Diacritic Emoji Emoji_Component Emoji_Modifier Emoji_Modifier_Base
    Emoji_Presentation Extended_Pictographic Extender Grapheme_Base Grapheme_Extend Hex_Digit IDS_Binary_Operator
    IDS_Trinary_Operator ID_Continue ID_Start Ideographic Join_Control Logical_Order_Exception Lowercase Math
    Noncharacter_Code_Point Pattern_Syntax Pattern_White_Space Quotation_Mark Radical Regional_Indicator Sentence_Terminal
    Soft_Dotted Terminal_Punctuation Unified_Ideograph Uppercase Variation_Selector White_Space XID_Continue XID_Start
""".split()


def ranges_of(points):
    """Sorted, disjoint, inclusive ranges of a set of code points."""
    out = []
    for c in sorted(points):
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def varint(n):
    out = bytearray()
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(out + bytes([n]))


class Digest:
    """FNV-1a with 64 bits over numbers of 32: the test computes the same over what the engine answers."""

    def __init__(self):
        self.value = 0xCBF29CE484222325

    def add(self, *numbers):
        for n in numbers:
            self.value = (self.value ^ n) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF


# ---- The tables ----

# Of a number. A CaseRecord is four.
BYTES = {"uint8_t": 1, "uint16_t": 2, "char16_t": 2, "uint32_t": 4, "uint64_t": 8, "CaseRecord": 4}


class Tables:
    def __init__(self):
        self.arrays = []  # (type, name, values)

    def add(self, kind, name, values):
        assert all(0 <= v < 1 << 8 * BYTES[kind] for v in values), name
        self.arrays.append((kind, name, list(values)))

    def add_trie(self, name, kind, values):
        """Values of all code points as a tree, in which equal parts stand once: of two levels for those of 16 bits, of three
        above."""
        leaves, leaf_at, middles, middle_at, top = [], {}, [], {}, []

        def numbers_of_leaves(first, last):
            numbers = []
            for start in range(first, last, 64):
                leaf = tuple(values[start : start + 64])
                if leaf not in leaf_at:
                    leaf_at[leaf] = len(leaves) // 64
                    leaves.extend(leaf)
                numbers.append(leaf_at[leaf])
            return numbers

        low = numbers_of_leaves(0, 0x10000)
        for first in range(0x10000, LAST + 1, 4096):
            middle = tuple(numbers_of_leaves(first, first + 4096))
            if middle not in middle_at:
                middle_at[middle] = len(middles) // 64
                middles += middle
            top.append(middle_at[middle])
        self.add("uint16_t", f"{name}Low", low)
        self.add("uint8_t", f"{name}Top", top)
        self.add("uint16_t", f"{name}Middle", middles)
        self.add(kind, f"{name}Leaves", leaves)

    def size(self):
        return {name: BYTES[kind] * len(values) for kind, name, values in self.arrays}

    def text(self):
        out = [
            "// Made by tools/unicode_tables.py from the Unicode Character Database, version " + unicode_data.VERSION + ".",
            '#include "unicode/tables.h"',
            "",
            "// clang-format off",
            "namespace halfword::unicode::tables {",
            "",
        ]
        for kind, name, values in self.arrays:
            items = [f"{v:#x}," if kind == "uint64_t" else f"{v}," for v in values]
            if kind == "CaseRecord":
                items = ["{" + "".join(items[i : i + 4])[:-1] + "}," for i in range(0, len(items), 4)]
            out.append(f"constinit const {kind} {name}[{len(items)}] = {{")
            line = ""
            for item in items:
                if len(line) + len(item) > 110:
                    out.append(line)
                    line = ""
                line += item
            out += [line + "};", ""]
        out += ["}  // namespace halfword::unicode::tables", ""]
        return "\n".join(out)


class Sets:
    """Sets of code points, each as the distances between the ends of its ranges. Equal sets stand once."""

    def __init__(self):
        self.bytes, self.offsets, self.ids = bytearray(), [0], {}

    def id_of(self, points):
        ends = [end for first, last in ranges_of(points) for end in (first, last + 1)]
        key = b"".join(varint(b - a) for a, b in zip([0] + ends, ends))
        if key not in self.ids:
            self.ids[key] = len(self.offsets) - 1
            self.bytes += key
            self.offsets.append(len(self.bytes))
        return self.ids[key]


def add_names(tables, name, entries):
    """Names in alphabetical order, each with a number: their texts one after the other, where each begins, and the numbers."""
    entries = sorted(entries.items())
    texts, starts = "", [len(entries), 0]
    for text, _ in entries:
        texts += text
        starts.append(len(texts))
    tables.add("uint8_t", f"{name}Texts", texts.encode())
    tables.add("uint16_t", f"{name}Starts", starts)
    tables.add("uint16_t", f"{name}Values", [value for _, value in entries])


def property_sets(data):
    """(kind, name) -> the set."""
    sets = {("binary", name): data.binary[name] for name in ["Any", "ASCII", "Assigned"] + BINARY}
    for name, long_name in data.property_names:
        if long_name in BINARY:
            sets["binary", name] = data.binary[long_name]
    for kind, property_name, values in (
        ("category", "General_Category", data.categories),
        ("script", "Script", data.scripts),
        ("extension", "Script_Extensions", data.script_extensions),
    ):
        for name, long_name in data.value_names[property_name]:
            sets[kind, name] = sets[kind, long_name] = values.get(long_name, set())
    return sets


def add_properties(tables, data):
    sets = Sets()
    numbered = {}
    for (kind, name), points in property_sets(data).items():
        numbered.setdefault(kind, {})[name] = sets.id_of(points)
    # A script's number is a pair: its characters, and with those that it shares with others.
    pairs, pair_ids, scripts = [], {}, {}
    for name in numbered["script"]:
        pair = (numbered["script"][name], numbered["extension"][name])
        if pair not in pair_ids:
            pair_ids[pair] = len(pairs) // 2
            pairs += pair
        scripts[name] = pair_ids[pair]
    add_names(tables, "kBinaryName", numbered["binary"])
    add_names(tables, "kCategoryName", numbered["category"])
    add_names(tables, "kScriptName", scripts)
    tables.add("uint16_t", "kScriptSets", pairs)

    strings = unicode_data.sequences()
    parts = [name for name in strings if name != "RGI_Emoji"]
    assert strings["RGI_Emoji"] == sorted({s for name in parts for s in strings[name]})
    alphabet = {}
    for name in parts:
        for s in strings[name]:
            if len(s) > 1:
                for c in s:
                    alphabet[c] = alphabet.get(c, 0) + 1
    letters = sorted(alphabet, key=lambda c: (-alphabet[c], c))
    letter_of = {c: i for i, c in enumerate(letters)}
    encoded, starts, singles = bytearray(), [0], []
    for name in parts:
        singles.append(sets.id_of({s[0] for s in strings[name] if len(s) == 1}))
        before = ()
        for s in strings[name]:
            if len(s) == 1:
                continue
            shared = 0
            while shared < min(len(before), len(s)) and before[shared] == s[shared]:
                shared += 1
            assert shared < 16 and len(s) - shared < 16
            encoded.append(shared << 4 | len(s) - shared)
            for c in s[shared:]:
                encoded += varint(letter_of[c])
            before = s
        starts.append(len(encoded))
    everything = {name: i for i, name in enumerate(parts)} | {"RGI_Emoji": len(parts)}
    add_names(tables, "kStringPropertyName", everything)
    tables.add("uint16_t", "kStringPropertySingles", singles)
    tables.add("uint16_t", "kStringPropertyStarts", starts)
    tables.add("uint8_t", "kStrings", encoded)
    tables.add("uint32_t", "kStringLetters", letters)
    tables.add("uint16_t", "kSetStarts", sets.offsets)
    tables.add("uint8_t", "kSets", sets.bytes)


def add_characters(tables, data):
    flags = [0] * (LAST + 1)
    names = ("ID_Start", "ID_Continue", "Cased", "Case_Ignorable", "Soft_Dotted")
    for bit, name in enumerate(names):
        for c in data.binary[name]:
            flags[c] |= 1 << bit
    tables.add_trie("kCharacter", "uint8_t", flags)


def add_case(tables, data):
    cased = data.binary["Changes_When_Casemapped"]
    assert cased >= set(data.simple_upper) | set(data.simple_lower) | set(data.fold)
    assert data.full_lower == {0x130: [0x69, 0x307]}
    units, records, values = [0, 0, 0], {(0, 0, 0, 0): 0}, [0] * (LAST + 1)
    for c in EVERYTHING:
        upper, lower, fold = data.simple_upper.get(c, c), data.simple_lower.get(c, c), data.fold.get(c, c)
        assert len({x > 0xFFFF for x in (c, upper, lower, fold)}) == 1, "simple mappings keep the length in UTF-16"
        full = 0x8000 if c in (0x130, 0x3A3) else 0
        if c in data.full_upper:
            assert len(data.full_upper[c]) in (2, 3) and not full and c <= 0xFFFF
            full = len(units)
            units += (data.full_upper[c] + [0])[:3]
        record = (lower - c & 0xFFFFFFFF, upper - c & 0xFFFFFFFF, fold - c & 0xFFFFFFFF, full)
        values[c] = records.setdefault(record, len(records))
    tables.add_trie("kCase", "uint16_t", values)
    tables.add("CaseRecord", "kCaseRecords", [number for record in records for number in record])
    tables.add("char16_t", "kFullUpperUnits", units)


def utf16(points):
    out = []
    for c in points:
        out += [c] if c < 0x10000 else [0xD7C0 + (c >> 10), 0xDC00 + (c & 0x3FF)]
    return out


def add_normalization(tables, data):
    # What may stand second in a pair that composes, and first.
    second = {b for _, b in data.composition} | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))
    records, ids, values = [0, 0], {(0,): 0}, [0] * (LAST + 1)
    for c in EVERYTHING:
        if 0xD800 <= c <= 0xDFFF:
            values[c] = 1
            continue
        canonical, compatible = data.decompose(c, False), data.decompose(c, True)
        ccc = data.combining_class.get(c, 0)
        word = ccc
        hangul = 0xAC00 <= c <= 0xD7A3
        if c in second or (data.normalize("NFC", [c]) != [c] if c in data.mapping else False):
            word |= 1 << 8
        if c in second or (data.normalize("NFKC", [c]) != [c] if c in data.mapping else False):
            word |= 1 << 9
        for bit, whole in ((10, canonical), (11, compatible)):
            if data.combining_class.get(whole[0], 0) or whole[0] in second:
                word |= 1 << bit
            if data.combining_class.get(whole[0], 0):
                word |= 1 << bit + 2
        record = (word,)
        if hangul:
            record = (word | 1 << 14 | 1 << 15, 0)
        elif compatible != [c]:
            mine = utf16(canonical) if canonical != [c] else []
            other = utf16(compatible)
            same = mine == other
            # The length of the compatible one is 0 where both are the same.
            record = (
                word | (1 << 14 if mine else 0) | 1 << 15,
                len(mine) | (0 if same else len(other)) << 8,
                *mine,
                *([] if same else other),
            )
        if record not in ids:
            ids[record] = len(records)
            records += record
        values[c] = ids[record]
    tables.add_trie("kNormalization", "uint16_t", values)
    tables.add("uint16_t", "kNormalizationRecords", records)

    # Pairs by their hash: those of one hash follow one another.
    slots = 1024
    best = None
    for multiplier in range(3, 4000, 2):
        buckets = [[] for _ in range(slots)]
        for (a, b), c in data.composition.items():
            buckets[(a * multiplier + b) % slots].append((a, b, c))
        cost = sum(len(bucket) ** 2 for bucket in buckets)
        if best is None or cost < best[0]:
            best = cost, multiplier, buckets
    _, multiplier, buckets = best
    starts, pairs = [0], []
    for bucket in buckets:
        pairs += [a << 42 | b << 21 | c for a, b, c in bucket]
        starts.append(len(pairs))
    tables.add("uint16_t", "kCompositionMultiplier", [multiplier])
    tables.add("uint16_t", "kCompositionStarts", starts)
    tables.add("uint64_t", "kCompositions", pairs)


# ---- What the test expects ----


def digests(data):
    out = [
        "// Made by tools/unicode_tables.py: what published data says of Unicode " + unicode_data.VERSION + ".",
        "// clang-format off",
        "",
    ]
    kinds = {"HW_SET": "property, value, digest", "HW_STRINGS": "property, digest", "HW_MAPPING": "name, digest"}
    for macro, parameters in kinds.items():  # a file defines those that it wants
        out += [f"#ifndef {macro}", f"#define {macro}({parameters})", "#endif"]
    out.append("")
    sets = {}
    for (kind, name), points in property_sets(data).items():
        digest = Digest()
        for first, last in ranges_of(points):
            digest.add(first, last)
        sets[kind, name] = digest.value
    of = {"binary": "", "category": "gc", "script": "sc", "extension": "scx"}
    for (kind, name), value in sorted(sets.items()):
        out.append(f'HW_SET("{of[kind]}", "{name}", {value:#018x})')
    for name, strings in unicode_data.sequences().items():
        digest = Digest()
        for s in strings:
            digest.add(len(s), *s)
        out.append(f'HW_STRINGS("{name}", {digest.value:#018x})')

    def whole(name, numbers_of):
        digest = Digest()
        for c in EVERYTHING:
            digest.add(*numbers_of(c))
        out.append(f"HW_MAPPING({name}, {digest.value:#018x})")

    whole("SimpleLower", lambda c: [data.simple_lower.get(c, c)])
    whole("SimpleUpper", lambda c: [data.simple_upper.get(c, c)])
    whole("Fold", lambda c: [data.fold.get(c, c)])
    whole("Lower", data.lower)
    whole("Upper", data.upper)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        whole(form, lambda c: data.normalize(form, [c]) if c in data.mapping or 0xAC00 <= c <= 0xD7A3 else [c])
    return "\n".join(out + [""] + [f"#undef {macro}" for macro in kinds]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    data = unicode_data.Database()
    tables = Tables()
    add_characters(tables, data)
    add_case(tables, data)
    add_normalization(tables, data)
    add_properties(tables, data)
    sizes = tables.size()
    for name, size in sizes.items():
        print(f"{size:>8} {name}")
    print(f"{sum(sizes.values()):>8} bytes in all")
    assert sum(sizes.values()) <= 200 * 1024
    wrong = 0
    for path, text in (("src/unicode/tables.cc", tables.text()), ("tests/unit/unicode/digests.inc", digests(data))):
        path = os.path.join(ROOT, path)
        if args.check:
            with open(path) as file:
                if file.read() != text:
                    print(f"{path} is not what the data makes")
                    wrong = 1
        else:
            with open(path, "w") as file:
                file.write(text)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
