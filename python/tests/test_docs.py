"""The Python code of the documents runs. Blocks of a page share their names."""

import asyncio
import os
import re

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["python/README.md", "docs/python.md"])
def test_code_of_a_page(page, tmp_path, monkeypatch):
    with open(os.path.join(ROOT, page)) as file:
        text = file.read()
    monkeypatch.chdir(tmp_path)
    names = {"asyncio": asyncio}
    blocks = list(BLOCK.finditer(text))
    assert blocks
    for block in blocks:
        line = text.count("\n", 0, block.start()) + 1
        exec(compile("\n" * line + block[1], page, "exec"), names)
