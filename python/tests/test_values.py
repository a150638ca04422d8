"""Conversions, both ways: each row of the table in the README."""

import dataclasses
import datetime
import math
import zoneinfo

import halfword as hw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

SHARED = hw.Isolate()
same = SHARED.eval("x => x")
LARGEST = 2**53 - 1


@pytest.mark.parametrize(
    "code, value",
    [
        ("undefined", None),
        ("null", None),
        ("true", True),
        ("'text'", "text"),
        ("''", ""),
        ("'ä€😀'", "ä€😀"),
        ("'\\ud800x'", "\ud800x"),
        ("1", 1),
        ("-5", -5),
        ("1.5", 1.5),
        ("9007199254740991", LARGEST),
        ("9007199254740992", 9007199254740992.0),
        ("1e300", 1e300),
        ("Infinity", math.inf),
        ("[1, 'a', [true]]", [1, "a", [True]]),
        ("({a: 1, b: {c: []}})", {"a": 1, "b": {"c": []}}),
        ("({a: undefined})", {"a": None}),
        ("[, 1]", [None, 1]),
        ("new Map([['a', 1], [2, [3]]])", {"a": 1, 2: [3]}),
        ("new Set([1, 'b'])", {1, "b"}),
        ("({deep: new Map([[1, new Set([2])]])})", {"deep": {1: {2}}}),
        ("new Date(1e12)", datetime.datetime(2001, 9, 9, 1, 46, 40, tzinfo=datetime.UTC)),
        ("Temporal.PlainDate.from('2024-02-29')", datetime.date(2024, 2, 29)),
        ("Temporal.PlainTime.from('01:02:03.5')", datetime.time(1, 2, 3, 500000)),
        ("Temporal.PlainDateTime.from('2024-02-29T01:02:03')", datetime.datetime(2024, 2, 29, 1, 2, 3)),
        ("Temporal.Duration.from('PT90M')", datetime.timedelta(minutes=90)),
        ("Temporal.Duration.from('-P1DT0.5S')", -datetime.timedelta(days=1, milliseconds=500)),
    ],
)
def test_values_come_to_python(iso, code, value):
    got = iso.eval(code)
    assert got == value and type(got) is type(value)


def test_numbers_are_int_only_where_that_loses_nothing(iso):
    assert type(iso.eval("2.0")) is int
    minus = iso.eval("-0")
    assert type(minus) is float and math.copysign(1, minus) == -1
    assert math.isnan(iso.eval("NaN"))


def test_temporal_moments(iso):
    assert iso.eval("Temporal.Instant.from('2024-01-01T00:00:00Z')") == datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
    zoned = iso.eval("Temporal.ZonedDateTime.from('2024-07-01T12:00:00[Europe/Paris]')")
    assert zoned.tzinfo == zoneinfo.ZoneInfo("Europe/Paris") and zoned.hour == 12
    assert isinstance(iso.eval("Temporal.Duration.from('P1M')"), hw.Value)


def test_dates_beyond_python_are_numbers(iso):
    assert iso.eval("new Date(8.64e15)") == 8.64e15
    assert math.isnan(iso.eval("new Date(NaN)"))


def test_bigints_keep_their_class(iso):
    big = iso.eval("2n ** 200n")
    assert big == 2**200 and isinstance(big, hw.BigInt)
    assert iso.eval("-5n") == -5
    assert iso.eval("x => typeof x")(hw.BigInt(1)) == "bigint"
    assert iso.eval("x => typeof x")(1) == "number"
    assert iso.eval("x => typeof x")(2**53) == "bigint"
    assert iso.eval("x => typeof x")(LARGEST) == "number"


@pytest.mark.parametrize(
    "value, code",
    [
        (None, "x === null"),
        (hw.UNDEFINED, "x === undefined"),
        (True, "x === true"),
        (1.0, "x === 1"),
        (-0.0, "Object.is(x, -0)"),
        ("\udc00", "x.charCodeAt(0) === 0xdc00 && x.length === 1"),
        ("😀", "x.length === 2"),
        ((1, 2), "Array.isArray(x) && x.join() === '1,2'"),
        ({"a": 1, 2: "b"}, "x.a === 1 && x[2] === 'b'"),
        ({"__proto__": 1}, "Object.hasOwn(x, '__proto__')"),
        (hw.Map({1: 2, "a": [3]}), "x instanceof Map && x.get(1) === 2 && x.get('a')[0] === 3"),
        ({1, 2}, "x instanceof Set && x.has(2) && x.size === 2"),
        (frozenset(), "x instanceof Set && x.size === 0"),
        (datetime.date(2024, 2, 29), "x.equals('2024-02-29')"),
        (datetime.time(1, 2, 3), "x.hour === 1 && x.second === 3"),
        (datetime.timedelta(days=-1, seconds=1), "x.total('seconds') === -86399"),
        (datetime.datetime(2001, 9, 9, 1, 46, 40, tzinfo=datetime.UTC), "x.getTime() === 1e12"),
        (zoneinfo.ZoneInfo, "typeof x === 'function'"),
        (len, "x.name === 'len' && x([1, 2]) === 2"),
    ],
)
def test_values_go_to_the_guest(iso, value, code):
    assert iso.eval(f"x => {code}")(value) is True


def test_dataclasses_become_objects(iso):
    @dataclasses.dataclass
    class Point:
        x: int
        y: list[int]

    assert iso.eval("p => JSON.stringify(p)")(Point(1, [2])) == '{"x":1,"y":[2]}'


def test_naive_datetimes_are_refused(iso):
    with pytest.raises(ValueError, match="time zone"):
        same_here = iso.eval("x => x")
        same_here(datetime.datetime(2024, 1, 1))


def test_cycles_are_refused_both_ways(iso):
    with pytest.raises(hw.MarshalError, match="itself"):
        iso.eval("const o = {}; o.o = o; o")
    loop = []
    loop.append([loop])
    with pytest.raises(hw.MarshalError, match="itself"):
        same(loop)
    again = iso.eval("const p = {n: 1}; ({a: p, b: p})")
    assert again == {"a": {"n": 1}, "b": {"n": 1}}


def test_deep_values_are_refused_not_crashed(iso):
    with pytest.raises(hw.MarshalError):
        iso.eval("let d = 1; for (let i = 0; i < 1e5; i++) d = [d]; d")
    deep = 1
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(hw.MarshalError):
        same(deep)
    while isinstance(deep, list):
        deep = deep[0]


def test_collections_that_contain_themselves_are_refused(iso):
    for code in (
        "const m = new Map(); m.set(1, m); m",
        "const s = new Set(); s.add(s); s",
        "let d = new Map(); for (let i = 0; i < 1e5; i++) d = new Map([[1, d]]); d",
        "const a = []; a.push(new Map([[1, a]])); a",
    ):
        with pytest.raises(hw.MarshalError, match="themselves|itself"):
            iso.eval(f"{{ {code} }}")
    loop = hw.Map()
    loop["a"] = loop
    with pytest.raises(hw.MarshalError, match="themselves"):
        same(loop)
    mixed = []
    mixed.append(hw.Map({1: mixed}))
    with pytest.raises(hw.MarshalError, match="themselves"):
        same(mixed)
    deep = hw.Map()
    for _ in range(50):
        deep = hw.Map({1: deep})
    assert same(deep) == deep


def test_what_has_no_counterpart_is_refused(iso):
    with pytest.raises(hw.MarshalError, match="object"):
        same(object())
    with pytest.raises(hw.MarshalError, match="key"):
        same({1.5: 1})
    with pytest.raises(hw.MarshalError, match="Map"):
        iso.eval("new Map([[[1], 2]])")
    with pytest.raises(hw.MarshalError, match="too long"):
        iso.eval("new Array(4e9)")


def test_a_dict_that_changes_meanwhile_is_an_error():
    grows = {}

    @dataclasses.dataclass
    class Adds:
        @property
        def x(self):
            grows[len(grows)] = 1
            return 1

    Adds.__dataclass_fields__ = {"x": dataclasses.field()}
    Adds.__dataclass_fields__["x"].name = "x"
    Adds.__dataclass_fields__["x"]._field_type = dataclasses._FIELD
    grows.update(a=Adds(), b=2)
    with pytest.raises(RuntimeError, match="changed"):
        same(grows)


def test_objects_stay_live_where_they_are_not_copied(iso):
    o = iso.eval("globalThis.o = {a: 1, f() { return this.a }, g: [1, 2]}", live=True)
    assert isinstance(o, hw.Object) and o["a"] == 1 and o.f() == 1
    o.a = 5
    o["b"] = {"c": 1}
    assert iso.eval("o.a + o.b.c") == 6 and set(o) == {"a", "f", "g", "b"} and len(o) == 4
    assert "a" in o and "z" not in o and o.get("z", 7) == 7
    del o["b"]
    with pytest.raises(KeyError):
        o["b"]
    with pytest.raises(AttributeError):
        _ = o.nothing
    assert o == iso["o"] and o is not iso["o"] and hash(o) == hash(iso["o"])
    assert o.g.to_python() == [1, 2]
    f = o.f
    assert isinstance(f, hw.Function) and f() == 5 and f.this({"a": 9})() == 9


def test_arrays_are_sequences(iso):
    a = iso.eval("globalThis.a = [3, 1]", live=True)
    a.append(2)
    a.insert(0, 9)
    assert list(a) == [9, 3, 1, 2] and a[-1] == 2 and a[1:3] == [3, 1] and len(a) == 4
    del a[0]
    a[0] = "x"
    assert iso.eval("a") == ["x", 1, 2] and 1 in a and a.index(2) == 2
    assert a.pop() == 2 and list(reversed(a)) == [1, "x"]
    with pytest.raises(IndexError):
        a[5]


def test_functions_can_construct(iso):
    point = iso.eval("class P { constructor(x) { this.x = x } get double() { return 2 * this.x } }; P")
    made = point.new(4)
    assert isinstance(made, hw.Object) and made.x == 4 and made.double == 8
    with pytest.raises(hw.JSError, match="class constructor|new"):
        point(1)


def test_symbols_and_others_are_handles(iso):
    symbol = iso.eval("globalThis.s = Symbol('tag')")
    assert type(symbol) is hw.Value and symbol.type_of == "symbol" and "tag" in str(symbol)
    iso["o"] = {}
    iso["o"][symbol] = 3
    assert iso.eval("o[s]") == 3
    assert iso.eval("/a/g").kind == "regexp" and str(iso.eval("/a/g")) == "/a/g"
    assert iso.eval("new WeakMap()").kind == "weak"


def test_errors_are_exceptions_as_values(iso):
    error = iso.eval("new RangeError('far', {cause: 1})")
    assert isinstance(error, hw.JSError) and (error.name, error.message, error.cause) == ("RangeError", "far", 1)
    assert iso.eval("(e) => e instanceof RangeError && e.message")(error) == "far"


def test_undefined_is_one_object():
    assert hw.Undefined() is hw.UNDEFINED and not hw.UNDEFINED and repr(hw.UNDEFINED) == "UNDEFINED"


def test_ten_megabytes_of_text(iso):
    for letter in ("a", "ä", "€", "😀"):
        text = letter * (10 * 1024 * 1024 // len(letter.encode()))
        assert iso.eval("s => s.length")(text) == len(text.encode("utf-16-le")) // 2
        assert iso.eval("s => s + '!'")(text) == text + "!"


def test_many_arguments(iso):
    assert iso.eval("(...all) => all.map(o => o.n).reduce((a, b) => a + b)")(*({"n": i} for i in range(500))) == 124750


texts = st.text(st.characters())
numbers = st.integers() | st.floats(allow_nan=False)
plain = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=20,
)


def as_guest_has_it(value):
    """What a value is after it was in a guest."""
    if (
        isinstance(value, float)
        and value.is_integer()
        and abs(value) <= LARGEST
        and not (value == 0 and math.copysign(1, value) < 0)
    ):
        return int(value)
    if isinstance(value, list):
        return [as_guest_has_it(element) for element in value]
    if isinstance(value, dict):
        return {key: as_guest_has_it(member) for key, member in value.items()}
    return value


@settings(deadline=None)
@given(plain)
def test_plain_data_survives_the_way(value):
    got = same(value)
    assert got == value and repr(as_guest_has_it(value)) == repr(got).replace("BigInt(", "").replace(")", "") or got == value


@settings(deadline=None)
@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_any_text_survives_the_way(text):
    assert same(text) == text
    assert SHARED.eval("s => [...Array(s.length).keys()].map(i => s.charCodeAt(i))")(text) == [
        unit for unit in memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H")
    ]


@settings(deadline=None)
@given(st.integers())
def test_any_integer_survives_the_way(number):
    got = same(number)
    assert got == number and isinstance(got, hw.BigInt) == (abs(number) > LARGEST)
    assert SHARED.eval("x => x.toString()")(number) == str(number)


@settings(deadline=None)
@given(st.floats())
def test_any_float_survives_the_way(number):
    got = same(number)
    assert got == number and math.copysign(1, got) == math.copysign(1, number) or math.isnan(got) and math.isnan(number)


@settings(deadline=None)
@given(st.datetimes(timezones=st.just(datetime.UTC), min_value=datetime.datetime(1, 1, 2)))
def test_moments_survive_to_the_millisecond(moment):
    assert same(moment) == moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@settings(deadline=None)
@given(
    st.timedeltas(min_value=datetime.timedelta(days=-(10**6)), max_value=datetime.timedelta(days=10**6)), st.dates(), st.times()
)
def test_temporal_survives_the_way(length, date, time):
    assert same(length) == length and same(date) == date and same(time) == time
