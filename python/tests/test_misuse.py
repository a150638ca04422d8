"""Misuse is an exception with a sentence, and the isolate goes on."""

import halfword as hw
import pytest


@pytest.mark.parametrize(
    "kind, words, use",
    [
        (TypeError, "str", lambda iso: iso.eval(5)),
        (TypeError, "str", lambda iso: iso.eval("1", name=3)),
        (UnicodeEncodeError, "surrogates", lambda iso: iso.eval("'\ud800'")),
        (TypeError, "halfword.Host", lambda iso: hw.Isolate(host=3)),
        (TypeError, "halfword.Image", lambda iso: hw.Isolate(image=3)),
        (TypeError, "halfword.Budget", lambda iso: hw.Isolate(budget=hw.Host())),
        (TypeError, "halfword.Image", lambda iso: hw.Pool("image")),
        (TypeError, "freeze", lambda iso: hw.Image(None)),
        (ValueError, "size", lambda iso: hw.Pool(size=0)),
        (TypeError, "name", lambda iso: iso.call(3)),
        (KeyError, "nothing", lambda iso: iso.call("nothing")),
        (hw.JSError, "function", lambda iso: iso.eval("({})", live=True)()),
        (TypeError, "callable", lambda iso: hw.Host().function(3)),
        (TypeError, "key", lambda iso: iso.eval("({})", live=True)[1.5]),
        (hw.HalfwordError, "time zone", lambda iso: hw.Isolate(host=hw.Host(time_zone="No/Where"))),
        (hw.HalfwordError, "waits", lambda iso: iso.resume(1)),
        (hw.HalfwordError, "stack", lambda iso: hw.Isolate(stack_limit=1 << 40)),
        (hw.HalfwordError, "snapshot", lambda iso: iso.heap_snapshot("/no/where")),
        (hw.JSError, "frozen|extensible|read", lambda iso: iso.eval("Object.freeze({})", live=True).update(a=1)),
        (TypeError, "deleted", lambda iso: iso.eval("Object.freeze({a: 1})", live=True).pop("a")),
        (
            hw.JSError,
            "trap",
            lambda iso: iso.eval("new Proxy({}, {get() { throw new Error('trap') }, has: () => true})", live=True).a,
        ),
    ],
)
def test_misuse(iso, kind, words, use):
    with pytest.raises(kind, match=words):
        use(iso)
    assert iso.eval("1 + 1") == 2


def test_accessors_run_where_objects_are_live(iso):
    o = iso.eval("({get a() { return 7 }, get b() { throw new Error('getter') }})", live=True)
    assert o["a"] == 7 and o.to_python() == {"a": None, "b": None}
    with pytest.raises(hw.JSError, match="getter"):
        o["b"]
