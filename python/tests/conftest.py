import gc

import halfword as hw
import pytest


@pytest.fixture
def iso():
    with hw.Isolate() as isolate:
        yield isolate
    gc.collect()
