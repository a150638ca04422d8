"""Exceptions both ways."""

import pickle
import traceback

import halfword as hw
import pytest


def test_an_error_has_its_parts(iso):
    with pytest.raises(hw.JSError) as caught:
        iso.eval("function inner() { throw new TypeError('no', {cause: new Error('why')}) }\ninner()", name="file.js")
    error = caught.value
    assert (error.name, error.message, str(error)) == ("TypeError", "no", "TypeError: no")
    assert "inner" in error.stack and "file.js:1" in error.stack
    assert isinstance(error.cause, hw.JSError) and error.cause.message == "why" and error.__cause__ is error.cause
    assert isinstance(error.value, hw.Object) and error.value["message"] == "no"


def test_tracebacks_show_the_guest(iso):
    with pytest.raises(hw.JSError) as caught:
        iso.eval("function inner() { null.x }\ninner()", name="file.js")
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [(f.filename, f.lineno, f.name) for f in frames if f.filename == "file.js"] == [
        ("file.js", 2, "<script>"),
        ("file.js", 1, "inner"),
    ]


@pytest.mark.parametrize("code, value", [("42", 42), ("'text'", "text"), ("null", None), ("({a: 1})", None)])
def test_anything_can_be_thrown(iso, code, value):
    with pytest.raises(hw.JSError, match="has thrown") as caught:
        iso.eval(f"throw {code}")
    if value is not None:
        assert caught.value.value == value


def test_a_syntax_error_says_where(iso):
    with pytest.raises(hw.JSError) as caught:
        iso.eval("let 1", name="bad.js")
    assert caught.value.name == "SyntaxError"


def test_the_same_exception_comes_out(iso):
    class Mine(ValueError):
        pass

    mine = Mine("mine")

    def fail():
        raise mine

    iso["fail"] = fail
    with pytest.raises(Mine) as caught:
        iso.eval("fail()")
    assert caught.value is mine
    with pytest.raises(Mine) as caught:
        iso.eval("try { fail() } catch (e) { throw e }")
    assert caught.value is mine
    assert iso.eval("try { fail() } catch (e) { [e.name, e.message, e instanceof RangeError, Object.keys(e).length] }") == [
        "Mine",
        "mine",
        True,
        0,
    ]
    stack = iso.eval("try { fail() } catch (e) { e.stack }")
    lines = stack.splitlines()
    assert lines[0] == "Mine: mine" and lines[1].startswith("    at fail (") and "test_errors.py" in lines[1] and len(lines) > 2


@pytest.mark.parametrize(
    "exception, name",
    [
        (TypeError, "TypeError"),
        (IndexError, "RangeError"),
        (NameError, "ReferenceError"),
        (KeyError, "Error"),
        (OSError, "Error"),
    ],
)
def test_exceptions_have_the_nearest_type(iso, exception, name):
    def fail():
        raise exception("x")

    iso["fail"] = fail
    assert iso.eval(f"try {{ fail() }} catch (e) {{ Object.getPrototypeOf(e) === {name}.prototype }}") is True


def test_an_exception_that_cannot_be_shown_is_the_same_all_the_same(iso):
    class Mute(Exception):
        def __str__(self):
            raise ValueError

    mute = Mute()

    def fail():
        raise mute

    iso["fail"] = fail
    with pytest.raises(Mute) as caught:
        iso.eval("fail()")
    assert caught.value is mute


def test_causes_go_along(iso):
    def fail():
        raise ValueError("outer") from KeyError("inner")

    iso["fail"] = fail
    assert iso.eval("try { fail() } catch (e) { e.cause.name }") == "KeyError"


def test_a_guests_error_passes_through_python_unchanged(iso):
    iso["call"] = lambda f: f()
    assert iso.eval("const e = new Error('x'); try { call(() => { throw e }) } catch (got) { got === e }") is True
    assert iso.eval("try { call(() => { throw 42 }) } catch (got) { got === 42 }") is True


def test_errors_of_another_isolate(iso):
    with hw.Isolate() as other:

        def fail():
            other.eval("throw new RangeError('there')")

        iso["fail"] = fail
        assert iso.eval("try { fail() } catch (e) { e.message }") == "there"
        with pytest.raises(hw.JSError, match="there"):
            iso.eval("fail()")


def test_hostile_errors_do_no_harm(iso):
    for code in (
        "const e = new Error('x'); Object.defineProperty(e, 'name', {get() { throw 1 }}); throw e",
        "const e = new Error('x'); e.cause = e; throw e",
        "const e = new Error('x'); e.message = 5; e.stack = {}; throw e",
        "throw new Proxy(new Error('x'), {get() { throw 1 }})",
        "const e = new Error('x'); e.stack = 'at f (file:99999999999:1)\\n at g (\\0:1:1)'; throw e",
        "Error.prepareStackTrace = () => { throw 1 }; null.x",
    ):
        with pytest.raises(hw.JSError):
            iso.eval(f"{{ {code} }}")


def test_system_exit_and_keyboard_interrupt_are_not_for_guests():
    for exception in (SystemExit, KeyboardInterrupt):
        with hw.Isolate() as iso:

            def fail(exception=exception):
                raise exception

            iso["fail"] = fail
            with pytest.raises(exception):
                iso.eval("try { fail() } catch (e) { 1 } finally { for (;;) ; }")
            assert iso.terminated == "stopped"
            with pytest.raises(hw.TerminatedError):
                iso.eval("1")
            iso.reset()
            assert iso.eval("1") == 1


def test_errors_can_be_pickled(iso):
    with pytest.raises(hw.JSError) as caught:
        iso.eval("throw new TypeError('no')")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.name, again.message) == ("TypeError", "no")


def test_unhandled_errors_in_jobs(iso):
    assert iso.eval("Promise.resolve().then(() => { globalThis.ran = true }); 1") == 1
    assert iso["ran"] is True
