"""Isolates that are closed, reset, shared between threads, forked, and left at the end of the process."""

import copy
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import traceback
import weakref

import halfword as hw
import pytest


def test_a_closed_isolate_says_so():
    iso = hw.Isolate()
    f = iso.eval("x => x")
    iso.close()
    iso.close()
    assert iso.closed and "closed" in repr(iso) and "no longer" in repr(f)
    for use in (
        lambda: iso.eval("1"),
        lambda: f(1),
        lambda: iso["x"],
        lambda: iso.usage(),
        lambda: iso.reset(),
        lambda: f.to_python(),
        lambda: iso.freeze(),
        lambda: iso.suspended,
    ):
        with pytest.raises(hw.ClosedError):
            use()
    iso.interrupt()


def test_values_keep_their_isolate():
    f = hw.eval("x => x + 1")
    gc.collect()
    assert f(1) == 2 and not f.isolate.closed


def test_an_isolate_ends_with_its_last_reference():
    iso = hw.Isolate()
    seen = weakref.ref(iso)
    del iso
    assert seen() is None


def test_a_callback_cannot_close_or_reset_its_isolate(iso):
    iso["close"], iso["reset"] = iso.close, iso.reset
    with pytest.raises(hw.BusyError):
        iso.eval("close()")
    with pytest.raises(hw.BusyError):
        iso.eval("reset()")
    assert iso.eval("1") == 1


def test_handles_of_before_a_reset(iso):
    o = iso.eval("({})", live=True)
    iso.reset()
    with pytest.raises(hw.InvalidHandleError):
        o["a"]
    with pytest.raises(hw.InvalidHandleError):
        iso.eval("x => x")(o)
    assert iso.eval("x => x")({1}) == {1}


def test_handles_can_be_released(iso):
    o = iso.eval("({})", live=True)
    twin = o.dup()
    o.release()
    o.release()
    with pytest.raises(hw.InvalidHandleError):
        o["a"]
    assert len(twin) == 0


def test_objects_of_other_isolates_are_refused(iso):
    with hw.Isolate() as other:
        with pytest.raises(hw.MarshalError, match="another isolate"):
            iso["x"] = other.eval("({})", live=True)
        with pytest.raises(hw.MarshalError, match="another isolate"):
            iso.eval("x => x")([other.eval("Symbol()")])


def test_isolates_and_handles_cannot_be_pickled(iso):
    with pytest.raises(TypeError, match="freeze"):
        pickle.dumps(iso)
    with pytest.raises(TypeError, match="to_python"):
        pickle.dumps(iso.eval("({})", live=True))
    with pytest.raises(TypeError):
        copy.copy(iso.eval("Symbol()"))


def test_handles_are_made_by_isolates_only():
    with pytest.raises(TypeError):
        hw.Object()


def test_garbage_while_guests_run(iso):
    def collect(o):
        gc.collect()
        iso.collect()
        return o

    iso["collect"] = collect
    assert iso.eval("let n = 0; for (let i = 0; i < 20; i++) n += collect({i}).i; n") == 190


def test_many_values_come_and_go(iso):
    make = iso.eval("i => ({i})")
    kept = [make.live(i) for i in range(20_000)]
    iso.collect()
    assert sum(o["i"] for o in kept) == 199_990_000
    del kept
    iso.eval("0")
    iso.collect()


def test_any_thread_may_use_an_isolate(iso):
    results = []

    def use(n):
        for _ in range(50):
            results.append(iso.eval(f"{n} * 2"))

    threads = [threading.Thread(target=use, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == sorted(n * 2 for n in range(8) for _ in range(50))


def test_values_may_be_dropped_on_any_thread(iso):
    make = iso.eval("i => ({i})")
    stop = threading.Event()
    queue = []

    def drop():
        while not stop.is_set() or queue:
            if queue:
                queue.pop()

    threads = [threading.Thread(target=drop) for _ in range(3)]
    for thread in threads:
        thread.start()
    for i in range(5000):
        queue.append(make.live(i))
    stop.set()
    for thread in threads:
        thread.join()
    assert iso.eval("1") == 1


def test_another_thread_waits_or_is_told(iso):
    inside, leave = threading.Event(), threading.Event()
    waiting = hw.Isolate(blocking=False)
    waiting["wait"] = lambda: (inside.set(), leave.wait())[1]
    thread = threading.Thread(target=lambda: waiting.eval("wait()"))
    thread.start()
    inside.wait()
    with pytest.raises(hw.BusyError):
        waiting.eval("1")
    with pytest.raises(hw.BusyError):
        waiting.close()
    leave.set()
    thread.join()
    assert waiting.eval("1") == 1
    waiting.close()


def test_isolates_run_in_parallel_with_python():
    """Guests that never call back run on two threads, and Python goes on on a third."""
    isolates = [hw.Isolate(), hw.Isolate()]
    started = [threading.Event(), threading.Event()]
    ended = []

    def loop(iso, event):
        iso["started"] = event.set
        with pytest.raises(hw.InterruptError):
            iso.eval("started(); for (;;);")
        ended.append(iso)

    threads = [threading.Thread(target=loop, args=pair) for pair in zip(isolates, started, strict=True)]
    for thread in threads:
        thread.start()
    for event in started:
        event.wait()
    for iso in isolates:
        iso.interrupt()
    for thread in threads:
        thread.join()
    assert len(ended) == 2


def fork(function):
    """The exit code of a child that has run a function."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            function()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_isolates_survive_a_fork(iso):
    iso["n"] = 20
    f = iso.eval("x => x + n")

    def child():
        assert f(1) == 21
        iso["n"] = 1
        assert f(1) == 2
        assert hw.eval("6 * 7") == 42

    assert fork(child) == 0 and f(1) == 21


def test_a_fork_while_another_thread_is_inside():
    iso = hw.Isolate()
    inside, leave = threading.Event(), threading.Event()
    iso["wait"] = lambda: (inside.set(), leave.wait())[1]
    thread = threading.Thread(target=lambda: iso.eval("wait()"))
    thread.start()
    inside.wait()

    def child():
        with pytest.raises(hw.BusyError, match="forked"):
            iso.eval("1")
        assert hw.eval("1") == 1

    try:
        assert fork(child) == 0
    finally:
        leave.set()
        thread.join()


def square(n):
    return hw.eval(f"{n} ** 2")


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(method):
    hw.eval("1")
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(square, range(5)) == [0, 1, 4, 9, 16]


@pytest.mark.parametrize(
    "code",
    [
        "import halfword as hw; iso = hw.Isolate(); f = iso.eval('x => x'); o = iso.eval('({})', live=True)",
        "import halfword as hw; iso = hw.Isolate(); iso['f'] = lambda: iso; import builtins; builtins.kept = iso['f']",
        """
        import halfword as hw, threading
        started = threading.Event()
        iso = hw.Isolate()
        iso["started"] = started.set
        def run():
            try:
                iso.eval("started(); for (;;);")
            except hw.InterruptError:
                pass
        threading.Thread(target=run, daemon=True).start()
        started.wait()
        """,
        """
        import halfword as hw, threading
        started = threading.Event()
        iso = hw.Isolate()
        iso["f"] = started.set
        def run():
            try:
                iso.eval("for (;;) f()")
            except hw.InterruptError:
                pass
        threading.Thread(target=run, daemon=True).start()
        started.wait()
        """,
        "import halfword as hw, sys; iso = hw.Isolate(); iso['f'] = lambda: sys.exit(0); iso.eval('f()')",
        """
        import halfword as hw
        class Keeps:
            def __del__(self):
                try:
                    self.f(1)
                except Exception:
                    pass
        k = Keeps(); k.f = hw.eval("x => x"); k.me = k
        """,
        "import halfword as hw; m = hw.eval('new Uint8Array(10)'); hw.eval('1')",
    ],
)
def test_the_process_ends_well(code):
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == ""
