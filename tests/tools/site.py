#!/usr/bin/env python3
"""Plants each fault that the checks of the documents and of their site look for, and its sound neighbour.

tests/tools/site.py
"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools/site"))
import navigation
import reference
from checks import check, finish

import build

SOUND = {
    "README.md": "# A\n\n**It takes 6 µs and 0.25 ms.**\n\n| | | |\n| --- | --- | --- |\n"
    + "".join(f"| **Row {i}** | 1,234 M/s | [here](docs/a.md#b) |\n" for i in (3, 4, 3, 4)),
    "docs/README.md": "# Documents\n\n## Start\n\n- [A](../README.md): a\n- [B](a.md): b\n- [I](isolates.md): i\n\n"
    "## More\n\n- [G](gc/README.md): g\n\n## Words\n\nNo list.\n",
    "docs/a.md": "# B\n\n3 or 4 rows of 1,234 million\n",
    "docs/isolates.md": "# I\n\n6 µs, 0.19 to 0.25\n",
    "docs/gc/README.md": "# G\n\n[c](c.md), [up](../a.md), [c again](c.md)\n",
    "docs/gc/c.md": "# C\n",
}


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def pages(name, wanted, **changes):
    """What tests/docs/pages.py says of the sound documents with some of them changed."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, SOUND | {path.replace("__", "/") + ".md": text for path, text in changes.items()})
        run = subprocess.run([sys.executable, os.path.join(ROOT, "tests/docs/pages.py"), folder], capture_output=True, text=True)
        check(name, (run.returncode != 0) == bool(wanted) and wanted in run.stdout, run.stdout + run.stderr)


def readme(old, new):
    return SOUND["README.md"].replace(old, new, 1)


pages("sound documents", "")
pages("a page in no list", "docs/lost.md is not in the navigation", docs__lost="# Lost\n")
pages("a page that its folder's README does not have", "docs/gc/lost.md is not in the navigation", docs__gc__lost="# Lost\n")
pages(
    "a page that only another page links to",
    "docs/lost.md is not in the navigation",
    docs__lost="# Lost\n",
    docs__a=SOUND["docs/a.md"] + "[lost](lost.md)\n",
)
pages(
    "a page that is listed twice",
    "docs/a.md is in the navigation twice",
    docs__README=SOUND["docs/README.md"].replace("- [I]", "- [B](a.md)\n- [I]"),
)
pages("a figure of the headline that the page lacks", "0.26 is not on docs/isolates.md", README=readme("0.25", "0.26"))
pages("a figure of a row that the page lacks", "1,235 is not on docs/a.md", README=readme("1,234", "1,235"))
pages("a figure that is a part of another", "234 is not on docs/a.md", README=readme("1,234", "234"))
pages("a README without a headline", "no headline", README=readme("**It", "It").replace("ms.**", "ms."))

with tempfile.TemporaryDirectory() as root:
    write(root, SOUND)
    check(
        "parts and their order",
        [(title, [page for _, page, _ in items]) for title, items in navigation.parts(root)]
        == [("Start", ["README.md", "docs/a.md", "docs/isolates.md"]), ("More", ["docs/gc/README.md"])],
        str(navigation.parts(root)),
    )
    check("pages below a folder", navigation.pages_of_folder(root, "docs/gc/README.md") == ["docs/gc/c.md"], "")

PAGE = '<p id="here"><a href="{}">x</a><img src="a.svg"></p>'
for case, link, broken in (
    ("a link to a page", "b.html", False),
    ("a link to a page that is gone", "gone.html", True),
    ("a link to an anchor", "b.html#there", False),
    ("a link to an anchor that is gone", "b.html#gone", True),
    ("a link within the page", "#here", False),
    ("a link within the page that is gone", "#gone", True),
    ("a link to elsewhere", "https://example.org/", False),
):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {"a.html": PAGE.format(link), "a.svg": "<svg/>", "b.html": '<a name="there"></a>'})
        check(case, bool(list(build.broken_links(folder))) == broken, str(list(build.broken_links(folder))))
with tempfile.TemporaryDirectory() as folder:
    write(folder, {"a.html": PAGE.format("a.html")})
    check("a picture that is gone", list(build.broken_links(folder)) == [("a.html", "a.svg")], "")

for case, text, wanted in (
    ("a list below a paragraph", "Text:\n- a\n- b", "Text:\n\n- a\n- b"),
    ("a second line of an item", "- a\n  b", "- a\n    b"),
    ("code in an item", "1. a\n\n       code", "1. a\n\n        code"),
    ("text behind a list", "- a\n\ntext\n  more", "- a\n\ntext\n  more"),
    ("a table below a paragraph", "Text:\n| a |\n| b |", "Text:\n\n| a |\n| b |"),
    ("blocks that follow each other", "```c\n- a\n```\n```text\n| b |\n```", "```c\n- a\n```\n\n```text\n| b |\n```\n"),
):
    check(case, build.as_python_markdown(text) == wanted, repr(build.as_python_markdown(text)))

HEADER = """/* Head. */
#define A 1

/* ---- Things ---- */

/* Makes a thing,
 * and returns it. */
HW_EXPORT hw_thing* hw_new(int a, /* any */
                           int b);
HW_EXPORT void hw_end(hw_thing*); /* behind it */
"""
with tempfile.TemporaryDirectory() as root:
    write(root, {"h.h": HEADER})
    header = reference.Header(root, "h.h")
    check("the head of a header", header.head() == "Head.", header.head())
    check("a comment above", header.comment_above(8) == ["Makes a thing,", "and returns it."], str(header.comment_above(8)))
    check("a signature of two lines", header.signature(8) == ("hw_thing* hw_new(int a, int b)", 9), str(header.signature(8)))
    check("a comment behind", header.comment_behind(10, 10) == ["behind it"], str(header.comment_behind(10, 10)))
    check("a banner", header.banner_before(8, 1) == "Things", str(header.banner_before(8, 1)))
check(
    "names and stars of a comment",
    reference.markdown(["*a of hw_b, `c*`"]) == "\\*a of `hw_b`, `c*`",
    reference.markdown(["*a of hw_b, `c*`"]),
)
check("a function that the page lacks", "hw_evaluate" in reference.missing(ROOT, ""), "")
check("a function that the page has", "hw_evaluate" not in reference.missing(ROOT, "### x { #hw_evaluate }"), "")
check("the shell's options", "--memory-limit=SIZE" in reference.options_of_shell(ROOT), "")

finish()
