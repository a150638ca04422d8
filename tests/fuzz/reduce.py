"""Makes a program smaller as long as it still does what makes it interesting.

    reduce(text, interesting, deadline) → text

Works on text: first statements, known by their indentation (as generator.py writes them), then what is between brackets, then
words. `interesting` gets a candidate and says whether it may take the place of the program.
"""

import re
import time

OPEN, CLOSE = "([{", ")]}"


def blocks(lines):
    """[(from, to)]: each line with the deeper ones below it and what closes them, outermost first, the last ones first."""
    depth = [len(line) - len(line.lstrip()) for line in lines]
    found = []
    for i in range(len(lines)):
        j = i + 1
        while j < len(lines) and (depth[j] > depth[i] or depth[j] == depth[i] and lines[j].lstrip()[:1] in ("}", ")")):
            j += 1
        found.append((i, j))
    return sorted(found, key=lambda b: (depth[b[0]], -b[0]))


def without_blocks(lines, attempt):
    changed = True
    while changed:
        changed = False
        # Large runs first.
        size = max(1, len(lines) // 2)
        while size > 1:
            i = 1
            while i + size < len(lines):
                candidate = lines[:i] + lines[i + size :]
                if attempt("\n".join(candidate)):
                    lines, changed = candidate, True
                else:
                    i += size
            size //= 2
        for i, j in blocks(lines):
            if i == 0 or j > len(lines):
                continue
            inner = [line for line in lines[i + 1 : j] if len(line) - len(line.lstrip()) > len(lines[i]) - len(lines[i].lstrip())]
            for candidate in (lines[:i] + lines[j:], lines[:i] + inner + lines[j:]):
                if len(candidate) < len(lines) and attempt("\n".join(candidate)):
                    lines, changed = candidate, True
                    break
            else:
                continue
            break
    return lines


def brackets(text):
    """[(from, to)] of what is between brackets, brackets included; those of strings may be among them, which does no harm."""
    stack, found = [], []
    for i, c in enumerate(text):
        if c in OPEN:
            stack.append(i)
        elif c in CLOSE and stack:
            found.append((stack.pop(), i + 1))
    return sorted(found, key=lambda b: b[0] - b[1])


def smaller(text):
    """Candidates that are shorter, the shortest first among those at a place."""
    for i, j in brackets(text):
        inner = text[i + 1 : j - 1]
        for word in ("0", "{}", "") if text[i] == "(" else ("", "0"):
            if len(word) < len(inner):
                yield text[: i + 1] + word + text[j - 1 :]
        # The parts between commas, each left out or alone.
        parts, depth, at = [], 0, 0
        for k, c in enumerate(inner):
            depth += (c in OPEN) - (c in CLOSE)
            if c == "," and depth == 0:
                parts.append(inner[at:k])
                at = k + 1
        parts.append(inner[at:])
        if len(parts) > 1:
            for k in range(len(parts)):
                yield text[: i + 1] + ",".join(parts[:k] + parts[k + 1 :]).lstrip() + text[j - 1 :]
        # The brackets and what they belong to give way to what they hold.
        head = re.search(r"[\w$.]+(?: [\w$.]+)?$|$", text[:i])
        for start in {i, head.start()}:
            yield text[:start] + inner.strip() + text[j:]
            yield text[:start] + "(" + inner.strip() + ")" + text[j:]
        tail = re.match(r"\.\w+|\[[^\[\]]*\]|\([^()]*\)", text[j:])
        if tail:
            yield text[:j] + text[j + tail.end() :]
    for number in re.finditer(r"\b\d{2,}\b", text):
        yield text[: number.start()] + "9" + text[number.end() :]
    for mode in re.finditer(r"'use strict';|T\(\),? ?;?|static |async |, writable: true|\blet (?=\w+;)|t\(\(\) => (?=L)", text):
        yield text[: mode.start()] + text[mode.end() :]


def reduce(text, interesting, deadline):
    seen = {text}

    def attempt(candidate):
        if candidate in seen or time.monotonic() > deadline:
            return False
        seen.add(candidate)
        return interesting(candidate)

    text = "\n".join(without_blocks(text.split("\n"), attempt))
    changed = True
    while changed and time.monotonic() < deadline:
        changed = False
        for candidate in smaller(text):
            if len(candidate) < len(text) and attempt(candidate):
                text, changed = candidate, True
                break
        else:
            shorter = "\n".join(without_blocks(text.split("\n"), attempt))
            changed = len(shorter) < len(text)
            text = shorter
    return text
