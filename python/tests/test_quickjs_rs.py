"""The interface of quickjs-rs: what its documentation shows."""

import asyncio
import posixpath

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
        assert ctx.eval("undefined") is qjs.UNDEFINED and ctx.eval("[undefined]") == [qjs.UNDEFINED]
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
        handle = ctx.eval_handle("({})")
        second.restore_snapshot(qjs.Snapshot.from_bytes(payload), ctx)
        assert ctx.eval("a === b") is True and ctx.eval("counter()") == 1 and ctx.eval("double(4)") == 8
        with pytest.raises(qjs.InvalidHandleError):
            handle.get("x")


def test_handles(runtime):
    with runtime.new_context() as ctx:
        with ctx.eval_handle(
            "({n: 1, list: [1, 2], add(x) { return this.n + x }, Box: class { constructor(v) { this.v = v } }})"
        ) as h:
            assert h.type_of == "object" and not h.is_promise and h.has("n") and not h.has("m")
            assert h.get("n").to_python() == 1 and h.get("list").get_index(1).to_python() == 2
            h.set("n", 5)
            assert h.call_method("add", 1).to_python() == 6
            assert h.get("Box").new(h.get("list")).get("v").to_python() == [1, 2]
            with pytest.raises(qjs.MarshalError):
                h.get("add").to_python()
            assert isinstance(h.get("add").to_python(allow_opaque=True), qjs.Handle)
            twin = h.dup()
        assert h.disposed and twin.get("n").to_python() == 5
        with pytest.raises(qjs.InvalidHandleError):
            h.get("n")
        with pytest.raises(qjs.MarshalError):
            ctx.eval("() => 1")


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
            ctx.eval("1", transform_flags=qjs.SourceTransform.TOP_LEVEL_CONST_TO_VAR)
