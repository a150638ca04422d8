import gc

import pytest

import halfword as hw


@pytest.fixture
def iso():
    with hw.Isolate() as isolate:
        yield isolate
    gc.collect()
