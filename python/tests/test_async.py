"""Promises, awaitables, waiting guests, and asyncio."""

import asyncio
import gc
import threading

import halfword as hw
import pytest


async def after(value, turns=3):
    for _ in range(turns):
        await asyncio.sleep(0)
    return value


@pytest.fixture
def host():
    host = hw.Host()

    @host.function
    async def fetch(value):
        return await after(value)

    @host.function
    async def fail():
        await after(0)
        raise ValueError("failed")

    @host.function(wait=True)
    async def wait_for(value):
        return await after(value)

    @host.function(wait=True)
    async def wait_and_fail():
        raise ValueError("waited")

    @host.function(wait=True)
    def answer_at_once():
        return 42

    return host


async def test_values_and_promises_are_awaited(iso):
    assert await iso.eval_async("1 + 1") == 2
    assert await iso.eval_async("Promise.resolve([1])") == [1]
    assert await iso.eval_async("(async () => { await null; return {a: 1} })()") == {"a": 1}
    with pytest.raises(hw.JSError, match="no"):
        await iso.eval_async("Promise.reject(new Error('no'))")


async def test_await_at_the_top_level(iso):
    assert await iso.eval_async("const a = await Promise.resolve(2);\nconst s = ';';\na + 1") == 3
    assert await iso.eval_async("const a = await 2; a;") == 2
    assert await iso.eval_async("if (await true) { globalThis.seen = 1 }") == 1
    assert iso["seen"] == 1
    assert await iso.eval_async("globalThis.runs = (globalThis.runs ?? 0) + 1; 'await'") == "await"
    with pytest.raises(hw.JSError) as caught:
        await iso.eval_async("globalThis.runs++; throw new SyntaxError('own await')")
    assert caught.value.message == "own await" and iso["runs"] == 2
    with pytest.raises(hw.JSError) as caught:
        await iso.eval_async("await (")
    assert caught.value.name == "SyntaxError"


async def test_async_functions_of_python_are_promises(host):
    with hw.Isolate(host=host) as iso:
        assert await iso.eval_async("(await fetch('x')).length") == 1
        assert await iso.eval_async("Promise.all([fetch(1), fetch(2), fetch(3)])") == [1, 2, 3]
        with pytest.raises(ValueError, match="failed"):
            await iso.eval_async("fail()")
        assert await iso.eval_async("fail().catch(e => e.name)") == "ValueError"
        iso["later"] = after
        assert await iso.eval_async("later(5)") == 5
        assert await iso.eval("x => x.then(y => y + 1)").async_(after(1)) == 2
        iso.eval("async function twice(x) { return 2 * await fetch(x) }")
        assert await iso.call_async("twice", 4) == 8


async def test_promises_can_be_awaited_by_many(host):
    with hw.Isolate(host=host) as iso:
        promise = iso.eval("Promise.resolve(5)")
        assert isinstance(promise, hw.Promise) and promise.state == "fulfilled" and promise.result() == 5
        assert await promise == 5 and await promise == 5
        iso.eval("globalThis.pending = new Promise(r => { globalThis.settle = r })")
        pending = iso["pending"]
        assert pending.state == "pending"
        with pytest.raises(hw.DeadlockError):
            pending.result()
        waiting = [asyncio.ensure_future(pending._wait()) for _ in range(3)]
        await asyncio.sleep(0)
        iso.eval("settle('done')")
        assert await asyncio.gather(*waiting) == ["done"] * 3
        assert await asyncio.gather(iso["pending"], promise) == ["done", 5]
        rejected = iso.eval("Promise.reject(new TypeError('bad'))")
        with pytest.raises(hw.JSError, match="bad"):
            rejected.result()


async def test_what_an_awaitable_gives_must_be_convertible(host):
    with hw.Isolate(host=host) as iso:
        iso["odd"] = lambda: after(object())
        assert await iso.eval_async("odd().catch(e => e.name)") == "MarshalError"


def test_an_async_function_needs_a_loop(host):
    with hw.Isolate(host=host) as iso, pytest.raises(RuntimeError, match="event loop"):
        iso.eval("fetch(1)")


async def test_guests_wait_in_the_middle_of_a_call(host):
    with hw.Isolate(host=host) as iso:
        assert await iso.eval_async("const t = wait_for('abc'); t.length") == 3
        assert await iso.eval_async("let n = 0; for (let i = 0; i < 5; i++) n += wait_for(i); n") == 10
        assert await iso.eval_async("try { wait_and_fail() } catch (e) { e.message }") == "waited"
        with pytest.raises(ValueError, match="waited"):
            await iso.eval_async("wait_and_fail()")
        assert await iso.eval_async("answer_at_once() + wait_for(1)") == 43
        assert await iso.eval_async("(async () => wait_for(await fetch(1)) + wait_for(2))()") == 3


async def test_runs_that_wait_take_turns(host):
    with hw.Isolate(host=host) as iso:
        runs = [iso.eval_async(f"wait_for({n}) + {n}") for n in range(5)]
        assert await asyncio.gather(*runs) == [2 * n for n in range(5)]
        runs = [iso.eval_async(f"fetch({n})") for n in range(5)]
        assert await asyncio.gather(*runs) == list(range(5))


def test_a_waiting_guest_can_be_answered_by_hand(host):
    with hw.Isolate(host=host) as iso:
        assert iso.suspended is None
        with pytest.raises(hw.SuspendedError, match="wait_for"):
            iso.eval("wait_for([1, {a: 2}]) + 1")
        assert iso.suspended == ("wait_for", [[1, {"a": 2}]])
        with pytest.raises(hw.SuspendedError):
            iso.eval("1")
        assert iso.resume(41) == 42 and iso.suspended is None
        with pytest.raises(hw.SuspendedError):
            iso.eval("try { wait_for(1) } catch (e) { e.message + wait_for(2) }")
        with pytest.raises(hw.SuspendedError):
            iso.resume_error(KeyError("k"))
        assert iso.suspended.args == [2] and iso.resume("!") == "'k'!"
        with pytest.raises(hw.HalfwordError):
            iso.resume(1)


def test_waiting_where_nothing_can_wait(host):
    with hw.Isolate(host=host) as iso:
        with pytest.raises(hw.JSError) as caught:
            iso.eval("JSON.stringify({toJSON: wait_for})")
        assert caught.value.name == "TypeError" and iso.eval("1") == 1


async def test_the_function_that_answers_cannot_use_the_isolate():
    host = hw.Host()

    @host.function(wait=True)
    async def ask():
        await iso.eval_async("1")

    iso = hw.Isolate(host=host)
    with pytest.raises(hw.SuspendedError):
        await iso.eval_async("ask()")
    assert await iso.eval_async("1") == 1


async def test_a_deadlock_is_noticed_at_once(host):
    with hw.Isolate(host=host) as iso:
        with pytest.raises(hw.DeadlockError):
            await iso.eval_async("new Promise(() => {})")
        with pytest.raises(hw.DeadlockError):
            await iso.eval_async("fetch(1).then(() => new Promise(() => {}))")
        assert await iso.eval_async("1") == 1


async def test_cancellation_reaches_host_and_guest():
    events = []
    started = asyncio.Event()
    host = hw.Host()

    @host.function
    async def forever():
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            events.append("host")

    with hw.Isolate(host=host) as iso:
        iso["note"] = events.append
        task = asyncio.create_task(iso.eval_async("(async () => { try { await forever() } catch (e) { note(e.name) } })()"))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert events == ["host", "HostCancellationError"] and iso.eval("1") == 1


async def test_cancellation_of_a_guest_that_waits():
    events = []
    started = asyncio.Event()
    host = hw.Host()

    @host.function(wait=True)
    async def forever():
        started.set()
        await asyncio.Event().wait()

    with hw.Isolate(host=host) as iso:
        iso["note"] = events.append
        task = asyncio.create_task(iso.eval_async("try { forever() } catch (e) { note(e.name) }"))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert events == ["HostCancellationError"] and iso.suspended is None


async def test_cancellation_of_a_guest_that_runs():
    running = threading.Event()
    with hw.Isolate() as iso:
        iso["running"] = running.set
        task = asyncio.create_task(iso.eval_async("running(); for (;;);"))
        while not running.is_set():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert iso.terminated == "interrupt"


async def test_the_loop_goes_on_while_a_guest_runs():
    stop = threading.Event()
    with hw.Isolate() as iso:
        iso["stop"] = stop.is_set
        task = asyncio.create_task(iso.eval_async("while (!stop()); 'stopped'"))
        await asyncio.sleep(0)
        stop.set()
        assert await task == "stopped"


async def test_time_that_is_awaited_does_not_count():
    host = hw.Host()

    @host.function(wait=True)
    async def slow():
        await asyncio.sleep(1.1)
        return 1

    with hw.Isolate(host=host, timeout=2.0) as iso:  # the guest itself takes next to nothing of it
        assert await iso.eval_async("slow() + slow()") == 2


async def test_modules_that_await(host):
    with hw.Isolate(host=host) as iso:
        module = await iso.exec_module_async("export const n = await fetch(3)")
        assert module.n == 3
        with pytest.raises(ValueError, match="failed"):
            await iso.exec_module_async("await fail()")


async def test_timers():
    with hw.Isolate(host=hw.Host(timers=True)) as iso:
        assert await iso.eval_async("new Promise(r => setTimeout((a, b) => r(a + b), 1, 1, 2))") == 3
        code = """
        const seen = [];
        await new Promise(r => {
          const id = setInterval(() => { seen.push(1); if (seen.length == 3) { clearInterval(id); r() } }, 1)
        });
        seen.length
        """
        assert await iso.eval_async(code) == 3
        code = "let n = 0; const id = setTimeout(() => n++, 1); clearTimeout(id); await new Promise(r => setTimeout(r, 5)); n"
        assert await iso.eval_async(code) == 0


def test_several_loops_one_after_the_other(host):
    with hw.Isolate(host=host) as iso:
        for n in range(100):  # a loop ends while the thread that has settled the promise may still be inside
            assert asyncio.run(iso.eval_async(f"(async () => await fetch({n}) + wait_for({n}))()")) == 2 * n


def test_a_loop_that_ends_rejects_what_it_leaves(host):
    iso = hw.Isolate(host=host)

    async def start():
        iso.eval("globalThis.p = fetch(1)")

    asyncio.run(start())
    assert iso["p"].state == "rejected"
    with pytest.raises(hw.HostCancellationError):
        iso["p"].result()
    iso.close()
    gc.collect()


async def test_an_isolate_that_is_closed_meanwhile(host):
    iso = hw.Isolate(host=host)
    iso.eval("globalThis.p = fetch(1)")
    iso.close()
    await after(0, 20)
