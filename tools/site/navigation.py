"""The order of the documents, for the site and for the check that no page is lost.

docs/README.md is the only list: each heading whose first paragraph is a list of links is a part, and each item begins with a
link to a page. Where an item links to a folder's README.md, the pages of that folder follow it in the order in which the
README links to them.
"""

import os
import re

INDEX = "docs/README.md"
ITEM = re.compile(r"^- \[([^]]+)\]\(([^)#]+\.md)\)", re.M)
LINK = re.compile(r"\]\(([^)#:]+\.md)")


def read(root, page):
    with open(os.path.join(root, page), encoding="utf-8") as file:
        return file.read()


def resolve(page, link):
    return os.path.normpath(os.path.join(os.path.dirname(page), link))


def pages_of_folder(root, readme):
    """The pages in the folder of a README, as it links to them."""
    folder, found = os.path.dirname(readme), []
    for link in LINK.findall(read(root, readme)):
        page = resolve(readme, link)
        if os.path.dirname(page) == folder and page != readme and page not in found:
            found.append(page)
    return found


def parts(root):
    """[(title of the part, [(title, page, [pages below it])])]; pages are paths from the root."""
    found = []
    for section in re.split(r"^## ", read(root, INDEX), flags=re.M)[1:]:
        title, _, text = section.partition("\n")
        items = []
        for name, link in ITEM.findall(text):
            page = resolve(INDEX, link)
            is_folder = os.path.basename(page) == "README.md" and page.startswith("docs/")
            items.append((name, page, pages_of_folder(root, page) if is_folder else []))
        if items:
            found.append((title, items))
    return found


def pages(root):
    """All pages of the navigation and the index itself, in order."""
    found = [INDEX]
    for _, items in parts(root):
        for _, page, below in items:
            found += [page, *below]
    return found
