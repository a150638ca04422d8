#!/usr/bin/env python3
"""Makes the site of the documents: `make docs`.

    tools/site/build.py [--out FOLDER]        FOLDER is build/docs

It needs doxygen and MkDocs (tools/setup.sh --docs) and runs with the Python that Debian's MkDocs belongs to. The steps:

1. Doxygen reads the public headers, and reference.py makes pages of them and of the shell's options.
2. The pages that navigation.py finds are copied. Links between them are kept. A link to another file of the repository leads
   to a page with its text, and one to a folder to a list of its files, so that the site is complete without a network.
3. MkDocs makes the site.
4. Every link and every anchor of the site is checked. One that leads nowhere is an error.
"""

import argparse
import html.parser
import logging
import os
import re
import shutil
import sys
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.dirname(HERE))
sys.dont_write_bytecode = True

import check_comments
import navigation
import reference

LINK = re.compile(r"(\]\()([^)\s]+)(\))")
LANGUAGES = {".h": "cpp", ".hpp": "cpp", ".cc": "cpp", ".inc": "cpp", ".py": "python", ".js": "javascript", ".sh": "bash"}
ITEM = re.compile(r"^( *)([-*]|\d+\.) +(?=\S)")


def place_of(page):
    """Where a page of the repository is in the site's source."""
    if page == "README.md":
        return "index.md"
    if page == navigation.INDEX:
        return "documents.md"
    if page.startswith("docs/"):
        return page.removeprefix("docs/")
    folder, name = os.path.split(page)
    return (folder.replace("/", "-") or name.removesuffix(".md").lower()) + ".md"


def as_python_markdown(text):
    """Python-Markdown wants empty lines around lists, tables and blocks, and four columns for what belongs to an item."""
    out, in_code, inside = [], False, None  # inside: the columns of an item's text
    for line in text.split("\n"):
        fence = line.lstrip().startswith("```")
        item = None if in_code or fence else ITEM.match(line)
        above = out[-1] if out else ""
        if item and not item[1]:
            if above.strip() and not ITEM.match(above) and not above.startswith(" "):
                out.append("")
            inside = item.end()
        elif inside is not None and line.strip():
            columns = len(line) - len(line.lstrip())
            if columns >= inside:
                line = " " * (4 - inside) + line if inside < 4 else line
            elif not columns and not above.strip():
                inside = None
        begins_table = not in_code and line.startswith("|") and not above.startswith("|")
        if (begins_table or (fence and not in_code)) and above.strip():
            out.append("")
        out.append(line)
        if fence and in_code:
            out.append("")
        in_code ^= fence
    return "\n".join(out)


class Source:
    """The folder from which MkDocs makes the site."""

    def __init__(self, folder):
        self.folder = folder
        self.places = {page: place_of(page) for page in navigation.pages(ROOT)}
        self.texts = {}  # files and folders of the repository that pages link to

    def write(self, place, text):
        path = os.path.join(self.folder, place)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def target(self, page, link):
        """Where a link of a page leads, as a path in the source."""
        path = navigation.resolve(page, link)
        if path in self.places:
            return self.places[path]
        if path + "/README.md" in self.places:
            return self.places[path + "/README.md"]
        if path.endswith((".svg", ".png")):
            place = path.removeprefix("docs/")
            os.makedirs(os.path.dirname(os.path.join(self.folder, place)), exist_ok=True)
            shutil.copyfile(os.path.join(ROOT, path), os.path.join(self.folder, place))
            return place
        self.texts[path] = f"source/{path}.md"
        return self.texts[path]

    def copy(self, page):
        place, in_code, lines = self.places[page], False, []

        def rewrite(match):
            link, _, anchor = match[2].partition("#")
            if re.match(r"[a-z]+:", match[2]) or not link:
                return match[0]
            there = os.path.relpath(self.target(page, urllib.parse.unquote(link)), os.path.dirname(place) or ".")
            return match[1] + there + ("#" + anchor if anchor else "") + match[3]

        for line in navigation.read(ROOT, page).split("\n"):
            in_code ^= line.lstrip().startswith("```")
            lines.append(line if in_code else LINK.sub(rewrite, line))
        # What tests/docs/extract.py alone reads: hidden blocks, and where a block stands.
        text = re.sub(r"^<!-- (?:cpp|c)(?: file)?\n.*?\n-->\n", "", "\n".join(lines), flags=re.M | re.S)
        text = re.sub(r"^(```c(?:pp)?) file$", r"\1", text, flags=re.M)
        self.write(place, as_python_markdown(text))

    def write_texts(self):
        for path, place in self.texts.items():
            whole = os.path.join(ROOT, path)
            if os.path.isdir(whole):
                names = sorted(name for name in check_comments.files(ROOT) if name.startswith(path + "/"))
                text = "\n".join(f"- `{name}`" for name in names)
            else:
                language = LANGUAGES.get(os.path.splitext(path)[1], "text")
                with open(whole, encoding="utf-8") as file:
                    text = f"````{language}\n{file.read()}\n````"
            self.write(place, f"# {path}\n\n{text}\n")


def navigation_of(source, pages_of_reference):
    found = [{"Halfword": "index.md"}]
    for title, items in navigation.parts(ROOT):
        entries = []
        for name, page, below in items:
            place = source.places[page]
            if below:
                entries.append({name: [{"Overview": place}, *(source.places[other] for other in below)]})
            elif page != "README.md":
                entries.append({name: place})
        if title == "Start":
            entries.insert(0, {"All documents": source.places[navigation.INDEX]})
        found.append({title: entries})
        if title == "Guide":
            found.append({"Reference": [{name: f"reference/{place}"} for place, name in pages_of_reference.items()]})
    return found


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.update(attributes[key] for key in ("id", "name") if attributes.get(key))
        link = attributes.get("href" if tag in ("a", "link") else "src")
        if link:
            self.links.append(link)


def broken_links(folder):
    """(page, link) of each link in the site that leads nowhere."""
    pages = {}
    for base, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".html"):
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    pages[os.path.join(base, name)] = Links(file.read())
    for path, page in sorted(pages.items()):
        if os.path.basename(path) == "404.html":
            continue
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = urllib.parse.unquote(link).partition("#")
            there = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
            if os.path.isdir(there):
                there = os.path.join(there, "index.html")
            if not os.path.exists(there) or (anchor and there in pages and anchor not in pages[there].anchors):
                yield os.path.relpath(path, folder), link


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=os.path.join(ROOT, "build/docs"))
    args = parser.parse_args()
    try:
        from mkdocs import config
        from mkdocs.commands import build
    except ImportError:
        sys.exit("MkDocs is not installed: tools/setup.sh --docs")
    out = os.path.abspath(args.out)
    work = out + "-source"
    shutil.rmtree(work, ignore_errors=True)
    source = Source(os.path.join(work, "pages"))
    pages_of_reference = reference.write(ROOT, os.path.join(work, "doxygen"), os.path.join(source.folder, "reference"))
    for page in source.places:
        source.copy(page)
    source.write_texts()
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    build.build(
        config.load_config(
            os.path.join(HERE, "mkdocs.yml"),
            docs_dir=source.folder,
            site_dir=out,
            strict=True,
            nav=navigation_of(source, pages_of_reference),
            markdown_extensions=[
                "tables",
                "pymdownx.superfences",
                "pymdownx.highlight",
                "sane_lists",
                "attr_list",
                "md_in_html",
                {"toc": {"slugify": lambda text, separator: check_comments.anchor_of(text), "permalink": True}},
            ],
        )
    )
    broken = list(broken_links(out))
    for page, link in broken:
        print(f"{page}: {link} leads nowhere")
    count = sum(name.endswith(".html") for _, _, names in os.walk(out) for name in names)
    print(f"{count} pages, {len(broken)} broken links: {os.path.relpath(os.path.join(out, 'index.html'))}")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
