"""Guests in processes of their own."""

import contextlib
import datetime
import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import halfword as hw
import pytest
from halfword import _wire


@pytest.fixture(scope="module")
def image():
    host = hw.Host()
    for name in ("add", "fail", "wait"):
        host.function(name=name)(lambda *arguments: None)
    with hw.Isolate(host=host) as iso:
        iso.eval("let count = 0; function visit(name) { return {name, count: ++count} }")
        iso.eval("function same(value) { return value } const added = () => add(1, [2, 3])")
        yield iso.freeze()


def fail():
    raise LookupError("not there")


@pytest.fixture(scope="module")
def pool(image):
    functions = {"add": lambda x, rest: x + sum(rest), "fail": fail, "wait": lambda: time.sleep(0.2)}
    with hw.ProcessPool(image, functions=functions, size=2, timeout=5.0, fuel=10_000_000, memory_limit=64 << 20) as made:
        yield made


def test_each_call_has_an_isolate_of_its_own(pool):
    for _ in range(3):
        assert pool.call("visit", "Ada") == {"name": "Ada", "count": 1}
    assert pool.eval("visit('x'); count") == 1
    assert os.getpid() not in pool.pids and 1 <= len(pool.pids) <= 2


@pytest.mark.parametrize(
    "value",
    [
        [1, 1.5, True, None, "text\ud800", {"a": [{"b": {}}]}],
        float("inf"),
        b"\0\xff",
        hw.BigInt(10**30),
        {1, "a"},
        hw.Map({1: "a", "b": [2]}),
        datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc),
    ],
)
def test_values(pool, value):
    assert pool.call("same", value) == value


def test_what_cannot_leave_a_process(pool):
    with pytest.raises(hw.MarshalError, match="process"):
        pool.call("same", object())
    with pytest.raises(hw.MarshalError, match="process"):
        pool.eval("() => 1")
    assert pool.eval("1 + 1") == 2


def test_functions_run_in_this_process(pool):
    assert pool.call("added") == 6
    assert pool.eval("try { fail() } catch (e) { `${e.name}: ${e.message}` }") == "LookupError: not there"
    with pytest.raises(hw.JSError, match="not there"):
        pool.eval("fail()")


def test_errors_and_limits(pool):
    with pytest.raises(hw.JSError) as caught:
        pool.eval("null.x", name="app.js")
    assert caught.value.name == "TypeError" and "app.js:1" in caught.value.stack
    with pytest.raises(hw.FuelError):
        pool.eval("for (;;);")
    with pytest.raises(hw.MemoryLimitError):
        pool.eval("const a = []; for (;;) a.push(new Array(1000).fill(0))")
    with pytest.raises(KeyError):
        pool.call("missing")
    assert pool.call("visit", "x")["count"] == 1


def test_threads_share_the_workers(pool):
    results = []
    threads = [threading.Thread(target=lambda: results.append(pool.eval("wait(); 7"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [7] * 4 and len(pool.pids) <= 2


def test_a_worker_outlives_the_thread_that_started_it():
    with hw.ProcessPool(size=1) as pool:
        thread = threading.Thread(target=lambda: pool.eval("1"))
        thread.start()
        thread.join()
        before = pool.pids
        time.sleep(0.1)
        assert pool.eval("2") == 2 and pool.pids == before


def test_a_fork_leaves_the_workers_to_the_parent():
    with hw.ProcessPool(size=1) as pool:
        assert pool.eval("1") == 1
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                pool.eval("2")
            except hw.ClosedError:
                pool.close()
                code = 0
            os._exit(code)
        assert os.waitpid(pid, 0)[1] == 0 and pool.eval("3") == 3


ENDLESS = """
import os, threading, time, halfword as hw
pool = hw.ProcessPool(size=1)
pool.eval("1")
print(*pool.pids, flush=True)
threading.Thread(target=pool.eval, args=["for (;;);"], daemon=True).start()
time.sleep(0.2)
os._exit(0)
"""


def test_a_worker_ends_with_its_program():
    done = subprocess.run([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, check=True)
    pid = int(done.stdout)
    for _ in range(100):
        with contextlib.suppress(FileNotFoundError), open(f"/proc/{pid}/stat") as file:
            if file.read().rpartition(")")[2].split()[0] != "Z":
                time.sleep(0.1)
                continue
        return
    pytest.fail("the worker goes on")


def test_a_worker_that_dies_is_replaced(image):
    def kill():
        (pid,) = pool.pids
        os.kill(pid, signal.SIGSEGV)
        time.sleep(0.2)

    functions = {"add": kill, "fail": fail, "wait": print}
    with hw.ProcessPool(image, functions=functions, size=1) as pool:
        assert pool.call("visit", "x")["count"] == 1
        before = pool.pids
        with pytest.raises(hw.WorkerError, match="signal 11"):
            pool.eval("add()")
        assert pool.call("visit", "x")["count"] == 1 and pool.pids != before
    with pytest.raises(hw.ClosedError):
        pool.eval("1")
    for pid in pool.pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_worker_that_does_not_answer_is_killed(image):
    functions = {"add": lambda: os.kill(pool.pids[0], signal.SIGSTOP), "fail": fail, "wait": print}
    with hw.ProcessPool(image, functions=functions, size=1, timeout=0.2, grace=0.2) as pool:
        with pytest.raises(hw.TimeoutError, match="killed"):
            pool.eval("add()")
        assert pool.eval("1") == 1


def test_a_worker_has_given_up_its_rights(pool):
    pool.eval("1")
    limits = {}
    with open(f"/proc/{pool.pids[0]}/limits") as file:
        for line in file.readlines()[1:]:
            limits[line[:26].strip()] = line[26:].split()[0]
    assert [limits[f"Max {name}"] for name in ("file size", "core file size", "processes", "open files")] == ["0", "0", "0", "3"]
    with open(f"/proc/{pool.pids[0]}/status") as file:
        assert "NoNewPrivs:\t1" in file.read()
    own, its = (os.readlink(f"/proc/{pid}/ns/net") for pid in ("self", pool.pids[0]))
    assert pool.has_network is (own == its)


def test_a_worker_that_cannot_begin(image):
    with hw.ProcessPool(image, size=1) as pool:  # the image needs functions
        for _ in range(2):
            with pytest.raises(hw.WorkerError, match="begin"):
                pool.eval("1")
        assert pool.pids == []


def test_messages_that_are_none():
    for data in (b"", b"\1", b"\4\0\0\0{}", b"\xff\xff\xff\xff", b"\2\0\0\0{}", b'\7\0\0\0["a",{}', b'\x0b\0\0\0[1,{"x":{}}]'):
        with pytest.raises((EOFError, ValueError)):
            _wire.receive(io.BytesIO(data))


def test_misuse(image):
    for kind, options in ((ValueError, {"size": 0}), (ValueError, {"fuel": -1}), (ValueError, {"timeout": 0})):
        with pytest.raises(kind):
            hw.ProcessPool(image, **options)
    with pytest.raises(TypeError, match="halfword.Image"):
        hw.ProcessPool("image")
    with hw.ProcessPool() as pool, pytest.raises(TypeError, match="image"):
        pickle.dumps(pool)
