"""Limits that end guests, and what ends them from outside."""

import os
import signal
import threading
import time

import halfword as hw
import pytest

FOREVER = "for (;;) { try { for (;;); } finally { continue } }"


def test_fuel_ends_a_guest():
    with hw.Isolate(fuel=100_000) as iso:
        with pytest.raises(hw.FuelError):
            iso.eval(FOREVER)
        assert iso.terminated == "fuel"
        with pytest.raises(hw.FuelError):
            iso.eval("1")
        iso.reset()
        assert iso.eval("1") == 1 and iso.terminated is None


def test_fuel_can_be_set():
    with hw.Isolate() as iso:
        assert iso.usage()["fuel"] is None
        iso.set_fuel(1000)
        assert iso.usage()["fuel"] == 1000
        with pytest.raises(hw.FuelError):
            iso.eval(FOREVER)


def test_a_timeout_ends_a_guest():
    with hw.Isolate(timeout=0.05) as iso:
        with pytest.raises(hw.TimeoutError) as caught:
            iso.eval(FOREVER)
        assert isinstance(caught.value, TimeoutError) and iso.terminated == "timeout"


def test_a_timeout_of_one_call():
    with hw.Isolate() as iso:
        with pytest.raises(hw.TimeoutError):
            iso.eval(FOREVER, timeout=0.05)
        with pytest.raises(ValueError):
            iso.eval("1", timeout=-1)


def test_endless_jobs_are_ended():
    with hw.Isolate(timeout=0.05) as iso, pytest.raises(hw.TimeoutError):
        iso.eval("const again = () => Promise.resolve().then(again); again(); 1")


def test_a_memory_limit_ends_a_guest():
    with hw.Isolate(memory_limit=16 << 20) as iso:
        with pytest.raises(hw.MemoryLimitError) as caught:
            iso.eval("const all = []; for (;;) all.push(new Array(1000).fill(0))")
        assert isinstance(caught.value, MemoryError)
        iso.reset()
        assert iso.eval("'well'") == "well"


def test_recursion_is_a_range_error(iso):
    with pytest.raises(hw.JSError) as caught:
        iso.eval("const f = () => f() + 1; f()")
    assert caught.value.name == "RangeError"
    assert iso.eval("1") == 1


def test_recursion_through_both_languages_ends(iso):
    depths = []

    def down(n):
        depths.append(n)
        return iso["f"](n + 1)

    iso["down"] = down
    iso.eval("globalThis.f = n => down(n)")
    with pytest.raises((RecursionError, hw.JSError)):
        iso.eval("f(0)")
    assert len(depths) > 50
    assert iso.eval("1") == 1


def test_recursion_on_a_small_stack():
    outcome = []

    def run():
        with hw.Isolate() as iso:
            iso["down"] = lambda: iso["f"]()
            iso.eval("globalThis.f = () => down()")
            try:
                iso.eval("f()")
            except (RecursionError, hw.JSError) as error:
                outcome.append(error)
            try:
                iso.eval("const g = () => g() + 1; g()")
            except hw.JSError as error:
                outcome.append(error.name)

    old = threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(old)
    assert len(outcome) == 2 and outcome[1] == "RangeError"


def test_interrupt_from_another_thread(iso):
    started = threading.Event()
    iso["started"] = started.set

    def stop():
        started.wait()
        iso.interrupt()

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(hw.InterruptError):
        iso.eval(f"started(); {FOREVER}")
    thread.join()
    assert iso.terminated == "interrupt"


def test_control_c_ends_a_guest_on_the_main_thread(iso):
    started = threading.Event()
    iso["started"] = started.set

    def press():
        started.wait()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        iso.eval(f"started(); {FOREVER}")
    thread.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_control_c_in_a_callback_reaches_the_callback(iso):
    def press():
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(1000):
                pass
        return "caught"

    iso["press"] = press
    assert iso.eval("press()") == "caught"


def test_no_eval():
    with hw.Isolate(eval=False) as iso:
        with pytest.raises(hw.JSError) as caught:
            iso.eval("eval('1')")
        assert caught.value.name == "EvalError"
        assert iso.eval("x => x")({1}) == {1}  # conversions need none


def test_no_jit():
    with hw.Isolate(jit=False) as iso:
        assert iso.eval("let n = 0; for (let i = 0; i < 1e5; i++) n += i; n") == 4999950000


@pytest.mark.parametrize(
    "option", [{"fuel": -1}, {"memory_limit": "x"}, {"timeout": 0}, {"fuel": True}, {"stack_limit": 1 << 62}]
)
def test_limits_that_are_none_are_refused(option):
    with pytest.raises(ValueError):
        hw.Isolate(**option)


def test_a_budget_is_shared():
    budget = hw.Budget(fuel=200_000)
    with hw.Isolate(budget=budget) as a, hw.Isolate(budget=budget) as b:
        for iso in (a, b):
            with pytest.raises(hw.FuelError):
                iso.eval(FOREVER)
        assert budget.fuel_left == 0 and budget.memory_left is None
        budget.add_fuel(1_000_000)
        a.reset()
        assert a.eval("1") == 1


def test_usage(iso):
    before = iso.usage()
    iso.eval("globalThis.kept = new Array(1e5).fill(1.5)")
    after = iso.usage()
    assert after["heap_bytes"] > before["heap_bytes"] + 100_000 and after["image_bytes"] > 0
    iso.eval("delete globalThis.kept; 0")
    iso.collect()
    assert iso.usage()["collections"] > before["collections"]


def test_external_memory_counts():
    with hw.Isolate(memory_limit=16 << 20) as iso:
        with pytest.raises(hw.JSError) as caught:
            iso["big"] = bytes(64 << 20)
        assert caught.value.name == "RangeError"


def test_control_c_is_never_missed():
    """Wherever the signal comes: before the guest runs, in a callback, at its end, and in the guest."""
    for _ in range(100):
        with hw.Isolate() as iso:
            started = threading.Event()
            iso["started"] = started.set
            thread = threading.Thread(target=lambda started=started: (started.wait(), os.kill(os.getpid(), signal.SIGINT)))
            thread.start()
            with pytest.raises(KeyboardInterrupt):
                iso.eval(f"started(); {FOREVER}")
            thread.join()


def test_a_guest_is_revived_after_a_timeout():
    with hw.Isolate(timeout=0.05) as iso:
        iso.eval("let kept = {n: 1}")
        handle = iso["kept"]
        assert iso.revive() is False  # nothing has ended it
        with pytest.raises(hw.TimeoutError):
            iso.eval("for (;;) kept.n = 2")
        assert iso.terminated == "timeout" and iso.revive() is True and iso.terminated is None
        assert iso.eval("kept.n") == 2 and handle.n == 2
        iso.interrupt()
        with pytest.raises(hw.InterruptError):
            iso.eval("for (;;);")
        assert iso.revive() and iso.eval("kept.n") == 2
        iso["revive"] = iso.revive
        with pytest.raises(hw.BusyError):
            iso.eval("revive()")
        iso.set_fuel(1000)
        with pytest.raises(hw.FuelError):
            iso.eval("for (;;);")
        assert iso.revive() is False
        iso.set_fuel(1000)
        assert iso.revive() and iso.eval("kept.n") == 2


def test_a_module_that_a_timeout_has_ended():
    sources = {"endless": "export const a = 1; for (;;);", "whole": "export const b = 2"}
    with hw.Isolate(host=hw.Host(modules=sources), timeout=0.05) as iso:
        for _ in range(2):
            with pytest.raises((hw.TimeoutError, hw.JSError, hw.DeadlockError)):
                iso.exec_module("import {a} from 'endless'; import {b} from 'whole'; export const c = a + b")
            iso.revive()
            assert iso.exec_module("import {b} from 'whole'; export const c = b").c == 2
            iso.collect()
        iso.freeze()


def test_handlers_of_signals_that_come_and_go(iso):
    def interrupted():
        threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
        iso.eval("for (;;);")

    heard = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        iso.eval("1")
        os.kill(os.getpid(), signal.SIGINT)
        assert heard == [signal.SIGINT]  # outside of guests it is Python's alone
        with pytest.raises(hw.InterruptError):
            interrupted()
        assert len(heard) == 2 and iso.revive()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
    finally:
        signal.signal(signal.SIGINT, before)
