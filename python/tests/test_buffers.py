"""Bytes without copies."""

import array
import ctypes
import gc
import weakref

import halfword as hw
import pytest


def test_views_of_the_guests_bytes(iso):
    view = iso.eval("globalThis.a = new Uint8Array([1, 2, 3])")
    assert isinstance(view, memoryview) and view.format == "B" and list(view) == [1, 2, 3] and not view.readonly
    view[0] = 9
    assert iso.eval("a[0]") == 9
    iso.eval("a[1] = 7; 0")
    assert view[1] == 7
    assert iso["a"][2] == 3 and list(iso.eval("a.buffer")) == [9, 7, 3]


@pytest.mark.parametrize(
    "kind, format",
    [
        ("Int8", "b"), ("Uint8", "B"), ("Uint8Clamped", "B"), ("Int16", "h"), ("Uint16", "H"), ("Int32", "i"), ("Uint32", "I"),
        ("Float16", "e"), ("Float32", "f"), ("Float64", "d"), ("BigInt64", "q"), ("BigUint64", "Q"),
    ],
)  # fmt: skip
def test_kinds_of_elements(iso, kind, format):
    number = "2n" if kind.startswith("Big") else "2"
    view = iso.eval(f"new {kind}Array([{number}, {number}])")
    assert (view.format, view.shape) == (format, (2,))
    if format != "e":  # Python has no element of that kind
        assert view[1] == 2
        values = array.array(format, [1, 2])
        assert iso.eval("a => a.constructor.name")(values) == f"{kind.replace('Clamped', '')}Array"


def test_a_buffer_in_use_cannot_be_detached(iso):
    view = iso.eval("globalThis.b = new ArrayBuffer(8)")
    with pytest.raises(hw.JSError, match="pinned|use|detach"):
        iso.eval("b.transfer()")
    view.release()
    del view
    assert iso.eval("b.transfer().byteLength") == 8
    assert len(iso.eval("b")) == 0


def test_bytes_outlive_their_isolate():
    iso = hw.Isolate()
    view = iso.eval("new Uint8Array([5, 6])")
    iso.close()
    gc.collect()
    assert bytes(view) == b"\5\6"
    view.release()
    del view
    with hw.Isolate() as other:
        kept = other.eval("new Uint8Array(100)")
        with pytest.raises(hw.BusyError, match="memoryview"):
            other.reset()
        del kept
        other.reset()


def test_bytes_of_python_are_not_copied(iso):
    data = bytearray(b"abc")
    iso["data"] = data
    assert iso.eval("data.constructor.name + data.length") == "Uint8Array3"
    iso.eval("data[0] = 65; 0")
    assert data == b"Abc"
    data[1] = 66
    assert iso.eval("data[1]") == 66
    with pytest.raises(BufferError):
        data.append(1)
    del iso["data"]
    iso.eval("0")
    iso.collect()
    iso.eval("0")
    data.append(1)


def test_immutable_bytes_stay_so(iso):
    data = b"abc"
    iso["data"] = data
    assert iso.eval("'use strict'; try { data[0] = 1 } catch (e) { e.name }") in ("TypeError", None)
    assert data == b"abc" and iso.eval("data[0]") == 97
    assert iso["data"].readonly
    with pytest.raises(TypeError):
        iso["data"][0] = 1


def test_to_python_copies(iso):
    value = iso.eval("({b: new Uint8Array([1, 2]), f: new Float64Array([1])})", live=True).to_python()
    assert value["b"] == b"\1\2" and len(value["f"]) == 8


def test_a_view_of_a_part(iso):
    assert list(iso.eval("new Uint16Array(new Uint16Array([1, 2, 3, 4]).buffer, 2, 2)")) == [2, 3]
    assert bytes(iso.eval("new DataView(new Uint8Array([1, 2, 3]).buffer, 1)")) == b"\2\3"


def test_what_is_not_contiguous_is_copied(iso):
    assert list(iso.eval("x => x")(memoryview(b"abcdef")[::2])) == list(b"ace")


def test_empty_bytes(iso):
    assert iso.eval("x => x.length")(b"") == 0 and len(iso.eval("new Uint8Array(0)")) == 0


def test_formats_without_a_typed_array(iso):
    class Pair(ctypes.Structure):
        _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_int)]

    with pytest.raises(hw.MarshalError, match="format"):
        iso.eval("x => x")(Pair())


def test_owners_are_let_go(iso):
    class Bytes(bytearray):
        pass

    owner = Bytes(1000)
    seen = weakref.ref(owner)
    for _ in range(10):
        iso.eval("x => x.length")(owner)
    del owner
    iso.collect()
    iso.eval("0")
    assert seen() is None


def test_a_large_buffer_is_neither_copied_nor_counted_twice():
    with hw.Isolate() as iso:
        data = bytearray(100 << 20)
        data[-1] = 3
        before = resident()
        iso["data"] = data
        assert iso.eval("data[data.length - 1]") == 3
        view = iso["data"]
        assert view.nbytes == len(data) and resident() - before < 8 << 20


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
