"""For tools that need Python modules from Debian packages: these belong to the system's interpreter, which needn't be the first
on the path."""

import os
import sys

SYSTEM = "/usr/bin/python3"


def go_on_there(sentence):
    """Call where an import failed: starts the program again with the system's interpreter, or ends it with the sentence."""
    if os.path.realpath(sys.executable) == os.path.realpath(SYSTEM) or not os.access(SYSTEM, os.X_OK):
        sys.exit(sentence)
    os.execv(SYSTEM, [SYSTEM, *sys.argv])
