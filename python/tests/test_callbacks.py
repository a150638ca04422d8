"""Python functions in guests, hosts, the console and modules."""

import gc
import weakref

import halfword as hw
import pytest


def test_functions_of_a_host():
    host = hw.Host()

    @host.function
    def greet(name: str) -> str:
        return f"hi {name}"

    @host.function(name="sum", copy=True)
    def _(numbers):
        assert type(numbers) is list
        return sum(numbers)

    with hw.Isolate(host=host) as iso:
        assert iso.eval("greet('Ada') + sum([1, 2, 3])") == "hi Ada6"
        assert iso.call("greet", "Grace") == "hi Grace"
        assert iso.eval("typeof greet + greet.name") == "functiongreet"
    with pytest.raises(ValueError, match="already"):
        host.function(greet)
    with pytest.raises(ValueError, match="ASCII"):
        host.function(name="größe")(len)


def test_a_host_may_grow():
    host = hw.Host()
    with hw.Isolate(host=host) as before:
        host.function(name="late")(lambda: 1)
        with hw.Isolate(host=host) as after:
            assert before.eval("typeof late") == "undefined" and after.eval("late()") == 1


def test_arguments_are_live_objects(iso):
    def change(o):
        assert isinstance(o, hw.Object)
        o["n"] += 1
        return o

    iso["change"] = change
    assert iso.eval("const o = {n: 1}; change(o) === o && o.n") == 2


def test_many_arguments_reach_python(iso):
    iso["count"] = lambda *all: len(all) + all[-1]
    assert iso.eval("count(...Array(1000).keys())") == 1999


def test_callbacks_may_call_back(iso):
    iso["twice"] = lambda f, x: f(f(x))
    assert iso.eval("twice(x => twice(y => y + 1, x) * 2, 1)") == 16


def test_what_a_callback_gives_is_converted(iso):
    iso["give"] = lambda: {"a": [1, {2}], "f": lambda: 3}
    assert iso.eval("const g = give(); [g.a[0], g.a[1].has(2), g.f()]") == [1, True, 3]
    iso["bad"] = lambda: object()
    assert iso.eval("try { bad() } catch (e) { e.name }") == "MarshalError"
    iso["none"] = lambda: None
    assert iso.eval("none() === null") is True


def test_functions_are_let_go(iso):
    class Callable:
        def __call__(self):
            return 1

    callback = Callable()
    seen = weakref.ref(callback)
    iso["f"] = callback
    del callback
    gc.collect()
    assert seen() is not None and iso.eval("f()") == 1 and iso.usage()["held_objects"] == 1
    del iso["f"]
    iso.eval("for (let i = 0; i < 50; i++) ({})")
    iso.collect()
    iso.eval("0")
    assert seen() is None and iso.usage()["held_objects"] == 0


def test_a_cycle_through_both_heaps_is_collected_with_its_isolate():
    iso = hw.Isolate()
    held = []
    iso["f"] = lambda: held
    held.append(iso)
    held.append(iso["f"])
    seen = weakref.ref(iso)
    held = iso = None
    gc.collect()
    assert seen() is None


def test_the_console():
    lines = []
    with hw.Isolate(host=hw.Host(console=lambda level, text: lines.append((level, text)))) as iso:
        iso.eval("console.log('a', 1); console.error({b: 2})")
    assert lines[0] == ("log", "a 1") and lines[1][0] == "error" and "b: 2" in lines[1][1]


def test_the_console_can_print(capsys):
    with hw.Isolate(host=hw.Host(console=True)) as iso:
        iso.eval("console.log('hello')")
    assert capsys.readouterr().out == "hello\n"


def test_modules():
    asked = []

    def load(name):
        asked.append(name)
        return "export default 7" if name == "seven" else None

    host = hw.Host(
        modules={"math": "export const twice = x => 2 * x", "host": {"pi": 3.14, "f": lambda: 5}, "data.json": "[1]"},
        load_module=load,
    )
    with hw.Isolate(host=host) as iso:
        module = iso.exec_module(
            "import {twice} from 'math'; import seven from 'seven'; import {pi, f} from 'host';"
            "import data from 'data.json' with {type: 'json'};"
            "export const n = twice(seven); export default {pi, f: f(), data}",
            name="main.js",
        )
        assert module.n == 14 and module["default"].to_python() == {"pi": 3.14, "f": 5, "data": [1]}
        assert asked == ["seven"]
        with pytest.raises(hw.JSError, match="no module 'other'"):
            iso.exec_module("import 'other'")
    with hw.Isolate() as iso:
        assert iso.exec_module("export const n = 1", name="m.js").n == 1
        with pytest.raises(hw.JSError, match="no module"):
            iso.exec_module("import 'any'")
        with pytest.raises(hw.DeadlockError):
            iso.exec_module("await new Promise(() => {})")
        with pytest.raises(hw.JSError, match="oh"):
            iso.exec_module("throw new Error('oh')")


def test_names_of_modules_can_be_resolved():
    host = hw.Host(modules={"lib/a.js": "export default 1"}, resolve_module=lambda specifier, referrer: f"lib/{specifier}.js")
    with hw.Isolate(host=host) as iso:
        assert iso.exec_module("import a from 'a'; export {a}", name="main").a == 1
    with hw.Isolate(host=hw.Host(resolve_module=lambda specifier, referrer: None)) as iso, pytest.raises(hw.JSError):
        iso.exec_module("import 'a'")


def test_a_loader_that_fails():
    def load(name):
        raise KeyError(name)

    with hw.Isolate(host=hw.Host(load_module=load)) as iso, pytest.raises(KeyError, match="gone"):
        iso.exec_module("import 'gone'")
    with hw.Isolate(host=hw.Host(load_module=lambda name: 5)) as iso, pytest.raises(TypeError, match="load_module"):
        iso.exec_module("import 'five'")


def test_typescript(iso):
    assert iso.eval("enum E { A = 3 }; const n: number = E.A; n", typescript=True) == 3
    assert iso.exec_module("export const n: number = 4", typescript=True).n == 4


def test_strict_code(iso):
    with pytest.raises(hw.JSError, match="undeclared|defined"):
        iso.eval("undeclared = 1", strict=True)
    assert iso.eval("declared = 1") == 1


def test_compiled_scripts(iso):
    code = iso.compile("var n = (globalThis.n ?? 0) + 1; n")
    assert [code(), code(), code()] == [1, 2, 3]
    with pytest.raises(hw.JSError):
        iso.compile("let 1")


def test_globals_are_a_mapping(iso):
    iso.eval("var a = 1; let b = 2; const c = 3")
    assert (iso["a"], iso["b"], iso["c"]) == (1, 2, 3) and iso.globals.b == 2
    assert "a" in iso and "b" in iso and "zzz" not in iso
    with pytest.raises(KeyError):
        iso["zzz"]
    with pytest.raises(KeyError):
        iso["a; b"]
    iso["total"] = 3
    assert iso.globals.total == 3 and iso.eval("total") == 3
    iso.globals.total = 4
    del iso["total"]
    assert "total" not in iso
    assert iso.call("Math.max", 1, 5, 2) == 5


def test_without_letting_the_gil_go():
    with hw.Isolate(release_gil=False) as iso:
        iso["f"] = lambda x: x + 1
        assert iso.eval("f(f(1))") == 3
