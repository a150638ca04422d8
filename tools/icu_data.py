#!/usr/bin/env python3
"""Makes ICU's data smaller: from the library's data, what some locales need.

    tools/icu_data.py --locales en,de,zh-Hant --assembler icu_data.S [--data icu_data.dat] [--library libicudata.a]
    tools/icu_data.py --list [--library libicudata.a]

"de" is German with all its regions, "de-AT" Austria's alone; what a locale inherits from comes along, and en-US always: it is
the engine's default. Whatever is nobody's language stays: time zones, currencies, units, rules of segmentation, the order of
Unicode. Left out, because the engine never asks for it, are converters of charsets, transliteration, names of characters and
profiles of stringprep; and dictionaries that find words, of languages that are not listed.

The assembler file has the data in read-only memory under the name by which ICU links it. An object of it takes the place of
libicudata.a; -DHALFWORD_ICU_DATA=en,de,zh-Hant does all of it for the shell. Needs genrb, which comes with ICU's headers.
"""

import argparse
import glob
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

DEFAULT_LOCALE = "en_US"  # kDefaultLocale of src/intl/locales.h
UNUSED = re.compile(r"translit/|unames\.icu$|.*\.(cnv|spp|cfu)$")
# Languages for whose script the dictionary is.
DICTIONARIES = {
    "cjdict": ("zh", "yue", "ja"),
    "thaidict": ("th",),
    "khmerdict": ("km",),
    "laodict": ("lo",),
    "burmesedict": ("my",),
}
# Bundles of anything else, such as root, are named otherwise.
LOCALE_BUNDLE = re.compile(r"(?!res_index)[a-z]{2,3}(_\w*)?\.res$")


def fail(sentence):
    sys.exit(f"icu_data.py: {sentence}")


def find_library():
    """Where Debian and its like have it."""
    found = [
        f
        for folder in ("/usr/lib/*-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib")
        for name in ("libicudata.a", "libicudata.so")
        for f in sorted(glob.glob(f"{folder}/{name}"))
    ]
    return found[0] if found else fail("there is no libicudata.a; --library says where it is")


def data_of(library):
    """The package of data in an archive or a shared library: the part of an ELF section that begins with its header."""
    try:
        with open(library, "rb") as file:
            content = file.read()
    except OSError as error:
        fail(f"{library}: {error.strerror}")
    name = content.find(b"CmnD")
    begin = name - 12
    elf = content.rfind(b"\x7fELF\x02\x01", 0, max(begin, 0))
    if name < 0 or elf < 0 or content[begin + 2 : begin + 4] != b"\xda\x27":
        fail(f"{library} has no data of ICU for a little-endian machine with 64 bits")
    (headers,) = struct.unpack_from("<Q", content, elf + 40)
    size, count = struct.unpack_from("<HH", content, elf + 58)
    for i in range(count):
        offset, length = struct.unpack_from("<QQ", content, elf + headers + i * size + 24)
        if elf + offset <= begin < elf + offset + length:
            return content[begin : elf + offset + length]
    return fail(f"{library}: its data is in no section")


class Package:
    """Items by name, in the format of a .dat file: a header, a table of offsets, names, items."""

    def __init__(self, data):
        (size,) = struct.unpack_from("<H", data)
        self.header, table = data[:size], data[size:]
        (count,) = struct.unpack_from("<I", table)
        entries = [struct.unpack_from("<II", table, 4 + 8 * i) for i in range(count)]
        ends = [begin for _, begin in entries[1:]] + [len(table)]
        self.items = {}
        for (name, begin), end in zip(entries, ends):
            self.prefix, item = table[name : table.index(b"\0", name)].decode().split("/", 1)
            self.items[item] = table[begin:end]

    def symbol(self):
        return re.sub("[lbe]$", "", self.prefix) + "_dat"

    def bytes(self):
        items = sorted((f"{self.prefix}/{name}".encode(), data) for name, data in self.items.items())
        names = b"".join(name + b"\0" for name, _ in items)
        name_at = 4 + 8 * len(items)
        data_at = aligned(len(self.header) + name_at + len(names)) - len(self.header)
        padding = bytes(data_at - name_at - len(names))
        table, body = [struct.pack("<I", len(items))], []
        for name, data in items:
            table.append(struct.pack("<II", name_at, data_at))
            name_at += len(name) + 1
            body.append(data + bytes(aligned(len(data)) - len(data)))
            data_at += len(body[-1])
        return b"".join((self.header, *table, names, padding, *body))


def aligned(size):
    return (size + 15) // 16 * 16


class Bundle:
    """A compiled resource bundle, read as far as its top level and tables of strings go (ICU4C's uresdata.h has the format)."""

    TABLE, TABLE32, TABLE16, STRING, STRING_V2 = 2, 4, 5, 0, 6

    def __init__(self, data, pool=None):
        (size,) = struct.unpack_from("<H", data)
        self.data, self.pool = data[size:], pool
        self.root, first, keys_top = struct.unpack_from("<III", self.data)
        self.keys_begin = 4 * (1 + (first & 0xFF))
        self.units = 4 * keys_top
        (attributes,) = struct.unpack_from("<I", self.data, 4 * 6)
        self.own_keys = 4 * keys_top if pool is None or 4 * keys_top > self.keys_begin else 0
        self.pool_strings = first >> 8 | (attributes & 0xF000) << 12
        self.pool_strings_16 = attributes >> 16

    def text(self, begin):
        """UTF-16 with a length before it, or up to a zero."""
        (unit,) = struct.unpack_from("<H", self.data, begin)
        if unit < 0xDC00 or unit > 0xDFFF:
            end = begin
            while self.data[end : end + 2] != b"\0\0":
                end += 2
            return self.data[begin:end].decode("utf-16-le")
        following = struct.unpack_from("<HH", self.data, begin + 2)
        if unit < 0xDFEF:
            length, begin = unit & 0x3FF, begin + 2
        elif unit < 0xDFFF:
            length, begin = unit - 0xDFEF << 16 | following[0], begin + 4
        else:
            length, begin = following[0] << 16 | following[1], begin + 6
        return self.data[begin : begin + 2 * length].decode("utf-16-le")

    def key(self, offset):
        holder, begin = (self, offset) if offset < self.own_keys else (self.pool, self.pool.keys_begin + offset - self.own_keys)
        return holder.data[begin : holder.data.index(b"\0", begin)].decode()

    def is_table(self, resource):
        return resource >> 28 in (self.TABLE, self.TABLE32, self.TABLE16)

    def table(self, resource=None):
        """Keys and resources."""
        resource = self.root if resource is None else resource
        kind, offset = resource >> 28, resource & 0xFFFFFFF
        if kind == self.TABLE16:
            at = self.units + 2 * offset
            (count,) = struct.unpack_from("<H", self.data, at)
            values = struct.unpack_from(f"<{2 * count}H", self.data, at + 2)
            keys, items = values[:count], [self.STRING_V2 << 28 | self.wide(v) for v in values[count:]]
        elif offset == 0:
            return {}
        elif kind == self.TABLE:
            (count,) = struct.unpack_from("<H", self.data, 4 * offset)
            keys = struct.unpack_from(f"<{count}H", self.data, 4 * offset + 2)
            items = struct.unpack_from(f"<{count}I", self.data, 4 * offset + (2 + 2 * count + 3) // 4 * 4)
        else:
            fail("a bundle is of a form that this tool doesn't know")
        return dict(zip(map(self.key, keys), items))

    def wide(self, short):
        return short if short < self.pool_strings_16 else short - self.pool_strings_16 + self.pool_strings

    def string(self, resource):
        kind, offset = resource >> 28, resource & 0xFFFFFFF
        if kind == self.STRING:
            (length,) = struct.unpack_from("<I", self.data, 4 * offset)
            return self.data[4 * offset + 4 : 4 * offset + 4 + 2 * length].decode("utf-16-le")
        if offset < self.pool_strings:
            return self.pool.text(self.pool.units + 2 * offset)
        return self.text(self.units + 2 * (offset - self.pool_strings))


class Tree:
    """The bundles of one subject, such as currencies, by locale. What a bundle lacks is looked for in its parent of the
    same tree."""

    def __init__(self, items, main=None):
        """items: by their names in the folder of the tree. main: the tree of the locales themselves, if this is another."""
        self.main = main
        self.bundles, self.parents, self.aliases = {}, {}, {}
        pool = Bundle(items["pool.res"]) if "pool.res" in items else None
        for name, data in items.items():
            locale = name.removesuffix(".res")
            if not LOCALE_BUNDLE.match(name):
                continue
            bundle = Bundle(data, pool)
            top = bundle.table()
            self.bundles[locale] = bundle
            if "%%ALIAS" in top:
                self.aliases[locale] = bundle.string(top["%%ALIAS"])
            elif "%%Parent" in top:
                self.parents[locale] = bundle.string(top["%%Parent"])

    def next_of(self, name):
        """Where to look when this bundle is done with or isn't there. A subject that a locale has nothing to say about has no
        bundle of it, nor the name of its parent."""
        if name in self.aliases:
            return [self.aliases[name]]
        if name in self.parents:
            return [self.parents[name]]
        shorter = [name.rpartition("_")[0]] if "_" in name else []
        return shorter + (self.main.next_of(name) if self.main and name not in self.bundles else [])

    def closure(self, listed):
        """The locales that are listed, their regions, what these inherit from, and other names for all of it."""
        names = [*self.bundles, *(self.main.bundles if self.main else ())]
        seen, pending = set(), [n for n in names if any(n == one or n.startswith(one + "_") for one in listed)]
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                pending += self.next_of(name)
        return (seen | {alias for alias, name in self.aliases.items() if name in seen}) & self.bundles.keys()


def trees_of(package):
    """Trees by their folders; that of the locales themselves has none. Transliterators aren't asked for by locale."""
    folders = {}
    for item, data in package.items.items():
        folder, name = os.path.split(item)
        if not UNUSED.match(item):
            folders.setdefault(folder, {})[name] = data
    main = Tree(folders.pop(""))
    return {"": main, **{folder: Tree(items, main) for folder, items in folders.items()}}


def locales_of(tree, language=""):
    """As BCP 47 writes them; but not those that only keywords of earlier times lead to."""
    return sorted(
        name.replace("_", "-")
        for name in tree.bundles
        if not re.search("__|_$", name) and (not language or name.split("_")[0] == language)
    )


def index_of(data, kept, folder):
    """The index of a tree (res_index.res), which tells ICU what locales there are, without those that are gone."""
    bundle = Bundle(data)
    text = "res_index:table(nofallback) {\n"
    for name, value in bundle.table().items():
        if bundle.is_table(value):
            text += f"{name}:table {{ " + " ".join(locale + ' {""}' for locale in bundle.table(value) if locale in kept) + " }\n"
        else:
            text += f'{name} {{ "{bundle.string(value)}" }}\n'
    with open(f"{folder}/res_index.txt", "w") as file:
        file.write(text + "}\n")
    done = subprocess.run(["genrb", "-q", "-d", folder, f"{folder}/res_index.txt"], capture_output=True, text=True)
    if done.returncode:
        fail(f"genrb makes no index: {done.stdout}{done.stderr}")
    with open(f"{folder}/res_index.res", "rb") as file:
        return file.read()


def select(package, listed):
    """Leaves in the package what these locales, in ICU's spelling, need."""
    trees = trees_of(package)
    for locale in listed:
        if locale not in trees[""].bundles:
            others = locales_of(trees[""], locale.split("_")[0])
            fail(
                f"ICU has no locale '{locale.replace('_', '-')}'"
                + (f"; it has {', '.join(others)}" if others else "; see --list")
            )
    kept = {folder: tree.closure([*listed, DEFAULT_LOCALE]) for folder, tree in trees.items()}
    languages = {name.split("_")[0] for name in kept[""]}
    if not languages.isdisjoint(DICTIONARIES["cjdict"]):
        # These read of one another: words of the dictionary that is common to them, and how days and years are spelled in dates.
        kept["brkitr"].add("ja")
        kept["rbnf"] |= {"ja", "zh", "zh_Hant"}

    def stays(item):
        folder, name = os.path.split(item)
        base, kind = os.path.splitext(name)
        if UNUSED.match(item):
            return False
        if LOCALE_BUNDLE.match(name):
            return base in kept[folder]
        return kind != ".dict" or not languages.isdisjoint(DICTIONARIES.get(base, languages))

    package.items = {item: data for item, data in package.items.items() if stays(item)}
    with tempfile.TemporaryDirectory() as folder:
        for item in package.items:
            if os.path.basename(item) == "res_index.res":
                package.items[item] = index_of(package.items[item], kept[os.path.dirname(item)], folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--locales", help="names as in BCP 47, with commas between them")
    parser.add_argument("--library", help="ICU's data library, archive or shared; without it, the system's")
    parser.add_argument("--assembler", metavar="FILE", help="writes a file for the assembler")
    parser.add_argument(
        "--data", metavar="FILE", help="writes the data, which the assembler file includes; without it, beside that"
    )
    parser.add_argument("--list", action="store_true", help="prints the locales that the library has")
    arguments = parser.parse_args()
    package = Package(data_of(arguments.library or find_library()))
    if arguments.list:
        print("\n".join(locales_of(trees_of(package)[""])))
        return
    if not arguments.locales or not (arguments.assembler or arguments.data):
        parser.error("--locales with --assembler or --data, or --list")
    if not shutil.which("genrb"):
        fail("there is no genrb; Debian has it in icu-devtools")
    select(package, [name.strip().replace("-", "_") for name in arguments.locales.split(",") if name.strip()])
    data = os.path.abspath(arguments.data or os.path.splitext(arguments.assembler)[0] + ".dat")
    with open(data, "wb") as file:
        file.write(package.bytes())
    if arguments.assembler:
        symbol = package.symbol()
        with open(arguments.assembler, "w") as file:
            file.write(
                f'.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, %object\n{symbol}:\n.incbin "{data}"\n'
                f'.size {symbol}, . - {symbol}\n.section .note.GNU-stack, "", %progbits\n'
            )


if __name__ == "__main__":
    main()
