"""The interface of mini-racer: what its documentation shows.

With HALFWORD_TEST_MINI_RACER=real the tests run over the package itself, where it is installed, to see that they judge
rightly.
"""

import asyncio
import datetime
import json
import os
import time

import pytest

is_real = os.environ.get("HALFWORD_TEST_MINI_RACER") == "real"
if is_real:
    import py_mini_racer as racer
else:
    from halfword import mini_racer as racer


@pytest.fixture
def ctx():
    with racer.mini_racer() as made:
        yield made


def test_the_quickstart(ctx):
    assert ctx.eval("Array.from('foobar').reverse().join('')") == "raboof"
    assert ctx.eval("var x = 1; x + 1") == 2 and ctx.eval("x") == 1
    obj = ctx.eval("var obj = {'foo': 'bar'}; obj")
    assert obj["foo"] == "bar" and list(obj.keys()) == ["foo"]
    arr = ctx.eval("var arr = ['a', 'b']; arr")
    assert arr[1] == "b" and "a" in arr
    arr.append(obj)
    assert ctx.eval("JSON.stringify(arr)") == '["a","b",{"foo":"bar"}]'
    ctx.eval("var fun = () => ({foo: 1})")
    assert ctx.call("fun") == {"foo": 1}
    assert ctx.execute("[1,2,3].includes(5)") is False
    assert list(ctx.eval("[null, undefined]")) == [None, racer.JSUndefined]
    assert ctx.call("Math.max", 1, 2) == 2 and ctx.call("(function() { return arguments.length })", *range(20)) == 20


def test_an_encoder(ctx):
    class Encoder(json.JSONEncoder):
        def default(self, value):
            return value.isoformat() if isinstance(value, datetime.datetime) else super().default(value)

    now = datetime.datetime.now(datetime.timezone.utc)
    assert ctx.call("(x => x)", now, encoder=Encoder) == now.isoformat()


@pytest.mark.parametrize("value", [1, 1.5, 2**31, 2**33, -1, "text", "nul \0 byte", "Δ", True, None])
def test_values_come_back(ctx, value):
    assert ctx.execute(json.dumps(value)) == value
    array = ctx.eval("[]")
    array.append(value)
    assert array[0] == value


def test_kinds_of_values(ctx):
    assert ctx.eval("") is racer.JSUndefined and not racer.JSUndefined and repr(racer.JSUndefined) == "JSUndefined"
    for code, kind in (
        ("({})", racer.JSMappedObject),
        ("[]", racer.JSArray),
        ("() => 1", racer.JSFunction),
        ("Symbol('s')", racer.JSSymbol),
        ("Promise.resolve(1)", racer.JSPromise),
        ("new Error('e')", racer.JSMappedObject),
    ):
        made = ctx.eval(code)
        assert isinstance(made, kind) and isinstance(made, racer.JSObject) and hash(made) is not None, code
    moment = datetime.datetime(2014, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    assert ctx.eval("new Date(Date.UTC(2014, 0, 2, 3, 4, 5))") == moment
    view = ctx.eval("var b = new ArrayBuffer(1024); var v = new Uint8Array(b, 1, 1); v[0] = 0x42; v")
    assert isinstance(view, memoryview) and view.tobytes() == b"\x42"


def test_objects_are_mappings(ctx):
    obj = ctx.eval(
        "var proto = {inherited: 1}; var a = Object.create(proto); Object.assign(a, {5: 'n', s: 42, null: 'x', undefined: 'y'})"
    )
    assert sorted(obj.keys(), key=str) == [5, "inherited", "null", "s", "undefined"]
    assert obj["5"] == obj[5] == obj[5.0] == "n" and obj[None] == "x" and obj[racer.JSUndefined] == "y"
    assert len(obj) == 5 and obj["inherited"] == 1 and 5 in obj and None in obj and "elvis" not in obj
    for use in (lambda: obj["elvis"], lambda: obj.pop("elvis")):
        with pytest.raises(KeyError):
            use()
    with pytest.raises(racer.JSKeyError):
        del obj["elvis"]
    other = ctx.eval("({})")
    assert not other
    other.update({"a": 1, None: 2})
    other[5.0] = 3
    assert dict(other) == {5: 3, "a": 1, "null": 2} and other.pop(None) == 2 and other.setdefault("a", 9) == 1
    other["inner"] = obj
    assert other["inner"]["s"] == 42
    other.clear()
    assert not other
    assert ctx.eval("({a: 1})") == ctx.eval("({a: 1})")


def test_arrays_are_sequences(ctx):
    arr = ctx.eval("['some', 42, undefined, null]")
    assert list(arr) == ["some", 42, racer.JSUndefined, None] and arr[-3] == 42 and len(arr) == 4
    for index in (4, -5):
        with pytest.raises(IndexError):
            arr[index]
        with pytest.raises(IndexError):
            del arr[index]
    arr.insert(1, "x")
    arr.insert(-1, "y")
    assert list(arr) == ["some", "x", 42, racer.JSUndefined, "y", None]
    del arr[0], arr[-1]
    arr[0] = "z"
    assert list(arr) == ["z", 42, racer.JSUndefined, "y"]


def test_functions(ctx):
    thing = ctx.eval(
        "class Thing { constructor(a) { this.blob = a } stuff(extra) { return this.blob + extra } }; new Thing('start')"
    )
    assert thing["stuff"]("end", this=thing) == "startend"
    same = ctx.eval("a => a")
    assert same(42) == 42 and list(same(ctx.eval("[41, 42]"))) == [41, 42] and same(racer.JSUndefined) is racer.JSUndefined


def test_exceptions(ctx):
    with pytest.raises(racer.JSEvalException) as caught:
        ctx.eval("\nfunction f() { throw new TypeError('blah') }\nf()")
    text = caught.value.args[0]
    assert text.startswith("<anonymous>:2: TypeError: blah\n")
    assert "\n\nTypeError: blah\n    at f (<anonymous>:2:22)\n    at <anonymous>:3:1\n" in text
    with pytest.raises(racer.JSEvalException, match="^<anonymous>:1: blah\n"):
        ctx.eval("throw 'blah'")
    for code in ("var f = function(", "a b"):
        with pytest.raises(racer.JSParseException, match="^<anonymous>:1: SyntaxError: "):
            ctx.eval(code)
    with pytest.raises(racer.JSEvalException) as caught:
        ctx.eval("throw new SyntaxError('own')")
    assert type(caught.value) is racer.JSEvalException
    with pytest.raises(racer.JSEvalException, match="not a string"):
        ctx.eval(5)
    with pytest.raises(Exception, match="return value type"):
        ctx.execute("undefined")
    assert issubclass(racer.JSTimeoutException, (racer.JSEvalException, TimeoutError))


def test_timeouts(ctx):
    loop = ctx.eval("() => { while (1) {} }")
    for run in (
        lambda: ctx.eval("while (1) {}", timeout_sec=0.1),
        lambda: ctx.eval("while (1) {}", timeout=100),
        lambda: loop(timeout_sec=0.1),
        lambda: ctx.eval("new Promise(() => {})").get(timeout=0.1),
    ):
        with pytest.raises(racer.JSTimeoutException, match="^JavaScript was terminated by timeout$"):
            run()
        assert ctx.eval("1") == 1


@pytest.mark.parametrize("soft, hard", [(None, 100_000_000), (100_000_000, 100_000_000)])
def test_memory_limits(soft, hard):
    with racer.mini_racer() as ctx:
        if soft:
            ctx.set_soft_memory_limit(soft)
        ctx.set_hard_memory_limit(hard)
        with pytest.raises(racer.JSOOMException, match="^JavaScript memory limit reached$"):
            ctx.eval(
                "let s = 1000; var a = new Array(s).fill(0);"
                "while (true) { s *= 1.1; a = a.concat(new Array(Math.floor(s)).fill(0)) }"
            )
        assert ctx.was_soft_memory_limit_reached() is bool(soft) and ctx.was_hard_memory_limit_reached()


def test_promises_and_timers(ctx):
    assert ctx.eval("Promise.resolve(42)").get() == 42
    assert list(ctx.eval("Promise.resolve([1, 2])").get()) == [1, 2]
    promise = ctx.eval("new Promise((res, rej) => setTimeout(() => res(42), 10))")
    assert promise.get(timeout=5) == 42 and promise.get() == 42
    with pytest.raises(
        racer.JSPromiseError, match="^JavaScript rejected promise with reason: Error: no\n    at <anonymous>:1:16"
    ):
        ctx.eval("Promise.reject(new Error('no'))").get()
    with pytest.raises(racer.JSPromiseError, match="reason: 5"):
        ctx.eval("Promise.reject(5)").get()
    ctx.eval("var rang = 0; clearTimeout(setTimeout(() => { rang = 1 }, 1)); setTimeout(() => { throw 'nobody hears this' }, 1)")
    assert ctx.eval("new Promise(done => setTimeout(() => done(rang), 20))").get(timeout=5) == 0


def test_asyncio():
    async def main():
        with racer.mini_racer() as ctx:
            assert await ctx.eval("new Promise(done => setTimeout(() => done('late'), 10))") == "late"
            assert await ctx.eval_cancelable("1 + 1") == 2
            for endless in (ctx.eval_cancelable("while (true) {}"), ctx.eval("() => { while (true) {} }").cancelable()()):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(endless, timeout=0.1)
                assert ctx.eval("1") == 1
            with pytest.raises(racer.JSEvalException, match="no"):
                await ctx.eval_cancelable("throw new Error('no')")

    asyncio.run(main())


def test_functions_of_python():
    async def main():
        calls = []

        async def read(*arguments):
            calls.append(arguments)
            await asyncio.sleep(0.01)
            return "foobar"

        async def fail():
            raise RuntimeError("boo")

        async def never():
            calls.append("never")
            await asyncio.sleep(10_000)

        with racer.mini_racer() as ctx:
            async with ctx.wrap_py_function(read) as js_read, ctx.wrap_py_function(fail) as js_fail:
                ctx.eval("this")["read"] = js_read
                ctx.eval("x => { this.fail = x }")(js_fail)
                assert await ctx.eval("read(42, 'x')") == "foobar" and calls.pop() == (42, "x")
                assert await asyncio.gather(*[ctx.eval("read()") for _ in range(20)]) == ["foobar"] * 20
                with pytest.raises(racer.JSPromiseError, match="Error running Python function:\nTraceback") as caught:
                    await ctx.eval("fail()")
                assert "RuntimeError: boo" in str(caught.value)
            calls.clear()
            async with ctx.wrap_py_function(never) as js_never:
                assert isinstance(js_never(), racer.JSPromise)
                while not calls:
                    await asyncio.sleep(0.01)

    asyncio.run(main())


def test_memory_and_life(ctx):
    stats = ctx.heap_stats()
    assert stats["used_heap_size"] > 0 and stats["total_heap_size"] >= stats["used_heap_size"]
    assert ctx.heap_snapshot()["strings"] and ctx.low_memory_notification() is None and ctx.v8_version
    with racer.StrictMiniRacer() as other:
        other.eval("setTimeout(() => { while (1); }, 1)")
        time.sleep(0.1)
    many = [racer.MiniRacer() for _ in range(10)]
    for number, made in enumerate(many):
        made.eval(f"var x = {number}")
    assert [made.eval("x") for made in many] == [*range(10)]


@pytest.mark.skipif(is_real, reason="it is about this package")
def test_what_is_its_own(ctx):
    assert ctx.v8_version.startswith("Halfword ")
    ctx.eval("1")
    with pytest.raises(racer.MiniRacerBaseException, match="before"):
        ctx.set_hard_memory_limit(1 << 30)
    racer.install()
    import py_mini_racer

    assert py_mini_racer is racer
    ctx.close()
    with pytest.raises(racer.MiniRacerBaseException, match="closed"):
        ctx.eval("1")
