"""The interface of quickjs-rs: what its documentation shows."""

import asyncio
import concurrent.futures
import gc
import posixpath
import subprocess
import sys
import threading

import pytest
from halfword import quickjs_rs as qjs


@pytest.fixture
def runtime():
    with qjs.Runtime() as runtime:
        yield runtime


def test_the_quickstart(runtime):
    with runtime.new_context() as ctx:
        assert ctx.eval("1 + 2") == 3

        @ctx.function
        def greet(name: str) -> str:
            return f"hi {name}"

        assert ctx.eval("greet('world')") == "hi world"
        ctx.register("total", lambda items: sum(items))
        assert ctx.eval("total([1, 2])") == 3
        assert ctx.eval("undefined") is None and ctx.eval("[undefined]") == [qjs.UNDEFINED]
        ctx.globals["x"] = {"a": 1}
        assert ctx.globals["x"] == {"a": 1} and "x" in ctx.globals


async def test_top_level_await(runtime):
    with runtime.new_context() as ctx:

        @ctx.function
        async def fetch_thing() -> str:
            await asyncio.sleep(0)
            return "from python"

        assert await ctx.eval_async("await fetch_thing()") == "from python"
        with pytest.raises(qjs.DeadlockError):
            await ctx.eval_async("await new Promise(() => {})")


async def test_modules(runtime):
    sources = {
        "@agent/config": "export const MAX_RETRIES = 3;",
        "@agent/utils": "export { slugify } from './strings.js';",
        "@agent/utils/strings.js": "export const slugify = s => s.toLowerCase().replace(/ /g, '-');",
        "util.ts": "export enum Mode { Strict = 1 } export const f = (n: number): number => n + Mode.Strict;",
    }

    def normalize(base, spec):
        if not spec.startswith("."):
            return spec
        folder = base if "." not in posixpath.basename(base) else posixpath.dirname(base)
        return posixpath.normpath(posixpath.join(folder, spec))

    runtime.set_module_loader(normalize=normalize, load=sources.get)
    with runtime.new_context() as ctx:
        code = """
            const { slugify } = await import("@agent/utils");
            const { MAX_RETRIES } = await import("@agent/config");
            slugify("Hello World") + '/' + MAX_RETRIES;
        """
        assert await ctx.eval_async(code) == "hello-world/3"
        assert await ctx.eval_async("const { f } = await import('util.ts'); f(1)") == 2


def test_snapshots(runtime):
    with runtime.new_context() as ctx:
        ctx.register("double", lambda x: 2 * x)
        ctx.eval(
            "const shared = {count: 1}; const a = shared, b = shared; const counter = (() => { let n = 0; return () => ++n })()"
        )
        payload = ctx.create_snapshot().to_bytes()
    with qjs.Runtime() as second, second.new_context() as ctx:
        ctx.register("double", lambda x: 2 * x)
        handle = ctx.eval_handle("1")
        second.restore_snapshot(qjs.Snapshot.from_bytes(payload), ctx)
        assert ctx.eval("a === b") is True and ctx.eval("counter()") == 1 and ctx.eval("double(4)") == 8
        with pytest.raises(qjs.InvalidHandleError):
            handle.is_promise()


def test_handles(runtime):
    with runtime.new_context() as ctx:
        with ctx.eval_handle(
            "({n: 1, list: [1, 2], add(x) { return this.n + x }, Box: class { constructor(v) { this.v = v } }})"
        ) as h:
            assert h.type_of == "object" and not h.is_promise() and h.has("n") and not h.has("m")
            with h.get("n") as n, h.get("list") as array, array.get_index(1) as second, h.get("add") as add:
                assert n.to_python() == 1 and second.to_python() == 2 and array.type_of == "array"
                h.set("n", 5)
                with h.call_method("add", 1) as total:
                    assert total.to_python() == 6
                with h.get("Box") as box, box.new(array) as made, made.get("v") as v:
                    assert v.to_python() == [1, 2]
                with pytest.raises(qjs.MarshalError):
                    add.to_python()
                with add.to_python(allow_opaque=True) as opaque:
                    assert isinstance(opaque, qjs.Handle)
            twin = h.dup()
        assert h.disposed
        with twin, twin.get("n") as n:
            assert n.to_python() == 5
        with pytest.raises(qjs.InvalidHandleError):
            h.get("n")
        with pytest.raises(qjs.MarshalError):
            ctx.eval("() => 1")
        with runtime.new_context() as other, other.eval_handle("({})") as foreign, pytest.raises(qjs.InvalidHandleError):
            ctx.globals["x"] = foreign
        with ctx.eval_handle("Date") as date, date.new(0) as moment, moment.call_method("getTime") as time:
            assert time.to_python() == 0


def test_a_handle_that_nobody_disposes(runtime):
    with runtime.new_context() as ctx:
        handle = ctx.eval_handle("({})")
        with pytest.warns(ResourceWarning, match="disposed"):
            del handle
            gc.collect()


def test_limits_and_errors(runtime):
    with runtime.new_context(timeout=0.05) as ctx, pytest.raises(qjs.TimeoutError):
        ctx.eval("for (;;);")
    with runtime.new_context() as ctx:
        with pytest.raises(qjs.JSError) as caught:
            ctx.eval("throw new TypeError('no')")
        assert (caught.value.name, caught.value.message) == ("TypeError", "no")
        assert runtime.memory_usage()["contexts"] == 1
        runtime.run_gc()
    with qjs.Runtime(memory_limit=8 << 20) as small, small.new_context() as ctx, pytest.raises(qjs.MemoryLimitError):
        ctx.eval("const a = []; for (;;) a.push(new Array(1000).fill(0))")


def test_typescript(runtime):
    with runtime.new_context() as ctx:
        flags = qjs.SourceTransform.SOURCE_TS | qjs.SourceTransform.STRIP_TYPESCRIPT
        assert ctx.eval("const value: number = 2; value", transform_flags=flags) == 2
        with pytest.raises(NotImplementedError):
            ctx.eval("1", transform_flags=qjs.SourceTransform.SOURCE_TSX)
        runtime.set_module_loader(
            load={"typed": "export const a: number = 1", "plain.ts": "export const b = c as any"}.get,
            transform_flags=lambda name: flags if name == "typed" else qjs.SourceTransform.NONE,
        )
        with ctx.eval_handle("import {a} from 'typed'; export const r = a", module=True) as exports, exports.get("r") as r:
            assert r.to_python() == 1
        with pytest.raises(qjs.JSError):
            ctx.eval("import 'plain.ts'", module=True)


def test_const_to_var():
    flags = qjs.SourceTransform.TOP_LEVEL_CONST_TO_VAR
    with qjs.Runtime(transform_flags=flags) as runtime, runtime.new_context() as ctx:
        ctx.eval("const exposed = 1; { const inner = 2 }")
        assert ctx.eval("globalThis.exposed") == 1 and ctx.eval("typeof inner") == "undefined"
        ctx.eval("const exposed = 3")
        assert ctx.eval("exposed") == 3
        ctx.eval("const other = 1", transform_flags=qjs.SourceTransform.NONE)
        assert ctx.eval("'other' in globalThis") is False
    assert qjs.transform_source("a.js", "export const a = 1", flags=flags) == "export var a = 1"


async def test_errors_of_functions_of_the_host(runtime):
    class OwnError(Exception):
        pass

    with runtime.new_context() as ctx:

        @ctx.function
        def fail():
            raise OwnError("secret")

        @ctx.function(name="failLater")
        async def fail_later():
            await asyncio.sleep(0)
            raise OwnError("secret")

        told = "HostError: Host function failed"
        assert ctx.eval("try { fail() } catch (e) { `${e.name}: ${e.message}` }") == told
        assert ctx.eval("try { fail() } catch (e) { e.stack.includes('secret') || 'cause' in e }") is False
        assert await ctx.eval_async("try { await failLater() } catch (e) { `${e.name}: ${e.message}` }") == told
        with pytest.raises(OwnError, match="secret"):
            ctx.eval("fail()")
        with pytest.raises(OwnError, match="secret"):
            await ctx.eval_async("await failLater()")
        with pytest.raises(qjs.HostError) as caught:
            ctx.eval("const e = new Error('made up'); e.name = 'HostError'; throw e")
        assert caught.value.message == "made up"
        with pytest.raises(qjs.JSError) as caught:
            ctx.eval("throw 42")
        assert (caught.value.name, caught.value.message, caught.value.stack) == ("Error", "42", None)
        with pytest.raises(TypeError, match="is_async"):

            def plain(): ...

            plain.__wrapped__ = fail_later
            ctx.register("plain", plain)


async def test_what_runs_at_once(runtime):
    with runtime.new_context() as ctx:

        @ctx.function
        async def slow():
            await asyncio.sleep(0.05)
            return 1

        with pytest.raises(qjs.ConcurrentEvalError, match="asynchronous"):
            ctx.eval("try { slow() } catch { 'caught' }")
        first = asyncio.create_task(ctx.eval_async("await slow()"))
        await asyncio.sleep(0.01)
        with pytest.raises(qjs.ConcurrentEvalError):
            await ctx.eval_async("1")
        with pytest.raises(qjs.ConcurrentEvalError):
            ctx.create_snapshot()
        assert await first == 1 and await ctx.eval_async("await slow()", timeout=0.02) == 1


async def test_promises_stay_with_handles(runtime):
    with runtime.new_context() as ctx:
        with await ctx.eval_handle_async("Promise.resolve({a: () => 1})") as promise:
            assert promise.is_promise()
            with await promise.await_promise() as value, value.get("a") as a:
                assert a.type_of == "function" and await value.await_promise() is value
        with pytest.raises(qjs.MarshalError, match="promise"):
            await ctx.eval_async("Promise.resolve(1)")
        with await ctx.eval_handle_async("await Promise.resolve(() => 1)") as function:
            assert function.type_of == "function"
        with pytest.raises(qjs.JSError, match="no"):
            await ctx.eval_async("await Promise.reject(new Error('no'))")


async def test_cancellation(runtime):
    with runtime.new_context() as ctx:

        @ctx.function
        async def sleep():
            await asyncio.sleep(60)

        async def cancelled(code):
            task = asyncio.create_task(ctx.eval_async(code))
            await asyncio.sleep(0.05)
            task.cancel()
            return await task

        with pytest.raises(asyncio.CancelledError):
            await cancelled("await sleep()")
        with pytest.raises(asyncio.CancelledError):
            await cancelled("for (;;);")
        assert await cancelled("try { await sleep() } catch (e) { e.name }") == "HostCancellationError"


async def test_a_context_goes_on_after_a_timeout(runtime):
    with runtime.new_context(timeout=0.05) as ctx:
        ctx.eval("globalThis.kept = 1")
        with pytest.raises(qjs.TimeoutError):
            ctx.eval("for (;;) kept = 2")
        with pytest.raises(qjs.TimeoutError):
            await ctx.eval_async("await null; for (;;) kept = 3")
        assert ctx.eval("kept") == 3
        ctx.create_snapshot()


RESTORE = """
import asyncio, sys
from halfword import quickjs_rs
quickjs_rs.install()
from quickjs_rs import Runtime, Snapshot
async def main():
    with Runtime() as runtime, runtime.new_context() as ctx:
        ctx.register("log", print)
        @ctx.function
        async def ask(question): return question.upper()
        runtime.restore_snapshot(Snapshot.from_bytes(sys.stdin.buffer.read()), ctx)
        await ctx.eval_async("tools.log(kept, await tools.ask('why'))")
        ctx.register("later", lambda: 5)
        assert ctx.eval("later()") == 5
        with runtime.new_context() as bare:
            runtime.restore_snapshot(ctx.create_snapshot(), bare)
            assert bare.eval("try { tools.log() } catch (e) { e.name }") == "HostError"
            try: runtime.restore_snapshot(Snapshot(b"nothing"), bare)
            except ValueError: print("refused")
asyncio.run(main())
"""


def test_functions_of_a_snapshot_are_bound_by_name_in_a_new_process(runtime):
    with runtime.new_context() as ctx:
        ctx.register("log", lambda *values: None)
        ctx.register("ask", lambda question: None, is_async=True)
        ctx.eval("const kept = 'kept'; const tools = {log, ask}; globalThis.unrelated = undefined; 0")
        snapshot = ctx.create_snapshot()
    done = subprocess.run([sys.executable, "-c", RESTORE], input=snapshot.to_bytes(), capture_output=True, check=False)
    assert (done.stdout.decode(), done.stderr.decode()) == ("kept WHY\nrefused\n", "")


def test_thread_workers(runtime):
    async def whole():
        with qjs.Runtime() as own, own.new_context() as ctx:
            return ctx.eval("1 + 1"), threading.current_thread().name

    async def fail():
        raise RuntimeError("kaboom")

    async def from_a_loop():
        return await worker.run_async(whole())

    async def within():
        with pytest.raises(RuntimeError, match="itself"):
            worker.run_sync(whole())

    with qjs.ThreadWorker(name="own") as worker:
        assert worker.run_sync(whole()) == asyncio.run(from_a_loop()) == (2, "own")
        with pytest.raises(RuntimeError, match="kaboom"):
            worker.run_sync(fail())
        worker.run_sync(within())
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            assert [*pool.map(lambda _: worker.run_sync(whole())[0], range(8))] == [2] * 8
        ctx = worker.run_sync(made_on(runtime))  # what one thread has made, any other may use and drop
        assert ctx.eval("1 + 1") == 2
    worker.close()
    with pytest.raises(RuntimeError, match="closed"):
        worker.run_sync(whole())


async def made_on(runtime):
    return runtime.new_context()
