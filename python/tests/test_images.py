"""Images, pools and budgets."""

import multiprocessing
import pickle
import subprocess
import sys
import threading

import halfword as hw
import pytest


@pytest.fixture
def host():
    host = hw.Host()
    host.function(name="now")(lambda: 7)
    host.function(name="ask", wait=True)(lambda question: question)
    return host


@pytest.fixture
def image(host):
    with hw.Isolate(host=host) as iso:
        iso.eval("let visits = 0; function handle(name) { return `${name} ${++visits} ${now()}` }")
        assert iso.call("handle", "first") == "first 1 7"
        yield iso.freeze()


def test_isolates_start_as_the_image_was(host, image):
    for _ in range(3):
        with image.isolate(host=host) as iso:
            assert iso.call("handle", "Ada") == "Ada 2 7" and iso.call("handle", "Ada") == "Ada 3 7"


def test_an_image_lives_without_its_isolate(host):
    iso = hw.Isolate(host=host)
    iso.eval("globalThis.n = 5")
    image = iso.freeze()
    iso.close()
    with image.isolate(host=host) as clone:
        assert clone["n"] == 5


def test_images_go_through_files_and_bytes(host, image, tmp_path):
    path = tmp_path / "app.image"
    image.save(path)
    for again in (hw.Image.open(path), hw.Image.open(str(path)), hw.Image.from_bytes(image.to_bytes())):
        with again.isolate(host=host) as iso:
            assert iso.call("handle", "x") == "x 2 7"
    assert image.to_bytes() == path.read_bytes()


def test_what_is_no_image_is_refused(tmp_path, image):
    path = tmp_path / "not.image"
    path.write_bytes(b"nothing")
    with pytest.raises(hw.ImageError):
        hw.Image.open(path)
    with pytest.raises(hw.ImageError):
        hw.Image.open(tmp_path / "missing")
    damaged = bytearray(image.to_bytes())
    damaged[len(damaged) // 2] ^= 1
    for data in (b"", bytes(damaged), bytes(damaged[:-100])):
        with pytest.raises(hw.ImageError):
            hw.Image.from_bytes(data)
    with pytest.raises(hw.ImageError):
        image.save(tmp_path / "no" / "folder")


def test_a_host_that_lacks_a_function(image):
    with pytest.raises(hw.HalfwordError, match="'(ask|now)'"):
        image.isolate()


def test_functions_of_python_that_no_host_has(host):
    with hw.Isolate(host=host) as iso:
        iso["own"] = lambda: 1
        image = iso.freeze()
    with image.isolate(host=host) as clone:
        with pytest.raises(hw.JSError, match="host"):
            clone.eval("own()")
        clone["own"] = lambda: 2
        assert clone.eval("own()") == 2


def test_a_guest_that_waits_can_be_frozen(host):
    with hw.Isolate(host=host) as iso:
        with pytest.raises(hw.SuspendedError):
            iso.eval("'the answer is ' + ask('how many?')")
        image = iso.freeze()
    for answer in (42, 43):
        with image.isolate(host=host) as clone:
            assert clone.suspended == ("ask", ["how many?"])
            assert clone.resume(answer) == f"the answer is {answer}"


def test_promises_of_an_image_are_settled_in_its_clones(host):
    with hw.Isolate(host=host) as iso:
        iso.eval("globalThis.p = new Promise(r => { globalThis.settle = r })")
        assert iso["p"].state == "pending"
        image = iso.freeze()
    with image.isolate(host=host) as clone:
        promise = clone["p"]
        clone.eval("settle(5)")
        assert promise.result() == 5


def in_a_process(image):
    with image.isolate(host=hw.Host()) as iso:
        return iso.call("f", 3)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_images_can_be_pickled(method):
    with hw.Isolate(host=hw.Host()) as iso:
        iso.eval("globalThis.f = x => x * x")
        image = iso.freeze()
    assert in_a_process(pickle.loads(pickle.dumps(image))) == 9
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(in_a_process, [image]) == [9]


KEY = bytes(range(32))


def chain(count):
    """An image, and what was frozen after each of some turns that go on from it."""
    with hw.Isolate() as iso:
        iso.eval("const log = []; function turn(text) { return log.push(text) }")
        first = iso.freeze()
    images = [first]
    for n in range(count):
        with images[-1].isolate() as iso:
            assert iso.call("turn", f"turn {n}") == n + 1
            images.append(iso.freeze())
    return images


def test_a_delta_is_what_differs_from_its_base():
    first, second, third = chain(2)
    delta = second.delta(first)
    assert len(delta) < len(second.to_bytes()) / 5
    again = hw.Image.from_bytes(delta, bases=[third, first])
    assert again.name == second.name != first.name
    with again.isolate() as iso:
        assert iso.eval("log") == ["turn 0"]
    for bases in ([], [third]):
        with pytest.raises(hw.ImageError, match="base"):
            hw.Image.from_bytes(delta, bases=bases)
    with pytest.raises(TypeError, match="halfword.Image"):
        second.delta(delta)
    with pytest.raises(TypeError, match="halfword.Image"):
        hw.Image.from_bytes(delta, bases=[delta])


def test_a_delta_is_the_same_each_time():
    deltas = [image.delta(base) for base, image in [chain(1) for _ in range(2)]]
    assert deltas[0] == deltas[1]


def test_a_key_covers_all_of_an_image(tmp_path):
    base, image = chain(1)
    with_key = {"key": KEY, "bound": b"thread 1"}
    path = tmp_path / "keyed.image"
    image.save(path, **with_key)
    assert path.read_bytes() == image.to_bytes(**with_key)
    assert hw.Image.open(path, **with_key).name == image.name
    for data, bases in ((image.to_bytes(**with_key), []), (image.delta(base, **with_key), [base])):
        assert hw.Image.from_bytes(data, bases=bases, **with_key).name == image.name
        changed = bytearray(data)
        changed[len(data) // 2] ^= 1
        for bad, options in (
            (data, {}),
            (data, {"key": KEY}),
            (data, {"key": KEY, "bound": b"thread 2"}),
            (data, {"key": KEY[::-1], "bound": b"thread 1"}),
            (bytes(changed), with_key),
            (image.to_bytes(), with_key),
        ):
            with pytest.raises(hw.ImageError):
                hw.Image.from_bytes(bad, bases=bases, **options)
    with pytest.raises(ValueError, match="16 to 64"):
        image.to_bytes(key=b"short")
    with pytest.raises(ValueError, match="key"):
        image.to_bytes(bound=b"thread 1")
    with pytest.raises(hw.ImageError):
        hw.Image.open(tmp_path / "missing", key=KEY)
    with pytest.raises(hw.ImageError):
        image.save(tmp_path / "no" / "folder", key=KEY)


NEXT_TURN = """
import pickle, sys, halfword as hw
base, delta, key = pickle.load(sys.stdin.buffer)
image = hw.Image.from_bytes(delta, bases=[base], key=key) if delta else base
with image.isolate() as iso:
    count = iso.call("turn", "x" * 250)
    sys.stdout.buffer.write(pickle.dumps((count, iso.freeze().delta(base, key=key))))
"""


def test_a_chain_of_deltas_over_new_processes():
    base, delta = chain(0)[0], b""
    sizes = []
    for n in range(4):
        done = subprocess.run(
            [sys.executable, "-c", NEXT_TURN], input=pickle.dumps((base, delta, KEY)), stdout=subprocess.PIPE, check=True
        )
        count, delta = pickle.loads(done.stdout)
        assert count == n + 1
        sizes.append(len(delta))
    assert max(sizes) < len(base.to_bytes()) / 5


def test_an_unpickled_image_that_comes_again_is_the_same():
    image = chain(0)[0]
    first, second = pickle.loads(pickle.dumps([image])), pickle.loads(pickle.dumps(image))
    assert first[0] is second and second.name == image.name


def test_compaction():
    with hw.Isolate() as iso:
        iso.eval("let state = new Array(20000).fill(0).map((_, i) => ({i}))")
        image = iso.freeze()
    with image.isolate() as iso:
        iso.eval("state = null")
        plain, compact = iso.freeze(), iso.freeze(compact=True)
    assert len(compact.to_bytes()) < len(plain.to_bytes()) / 2
    with compact.isolate() as iso:
        assert iso.eval("state") is None


def test_limits_of_an_isolate_from_an_image(host, image):
    with image.isolate(host=host, fuel=10_000) as iso, pytest.raises(hw.FuelError):
        iso.eval("for (;;);")


def test_pools(host, image):
    pool = hw.Pool(image, host=host, size=2, fuel=1_000_000)
    for _ in range(5):
        with pool.isolate() as iso:
            assert iso.call("handle", "x") == "x 2 7"
            kept = iso.eval("({})", live=True)
        with pytest.raises(hw.ClosedError):
            kept["a"]
        with pytest.raises(hw.ClosedError):
            iso.eval("1")
    with pool.isolate() as a, pool.isolate() as b, pool.isolate() as c:
        assert [i.call("handle", "x") for i in (a, b, c)] == ["x 2 7"] * 3
    with pool.isolate() as iso, pytest.raises(hw.FuelError):
        iso.eval("for (;;);")
    with pool.isolate() as iso:
        assert iso.eval("1") == 1
    with pytest.raises(TypeError, match="image"):
        pickle.dumps(pool)


def test_an_isolate_outlives_its_pool(host, image):
    iso = hw.Pool(image, host=host, size=1).take()
    assert iso.call("handle", "x") == "x 2 7"
    del iso


def test_callbacks_of_a_pools_isolates():
    pool = hw.Pool(size=1)
    for n in range(3):
        with pool.isolate() as iso:
            iso["f"] = lambda n=n: n
            assert iso.eval("f()") == n and iso.usage()["held_objects"] == 1


def test_a_pool_is_shared_by_threads(host, image):
    pool = hw.Pool(image, host=host, size=2)
    results = []

    def use():
        for _ in range(20):
            with pool.isolate() as iso:
                results.append(iso.call("handle", "x"))

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == ["x 2 7"] * 80


def test_a_view_in_use_keeps_an_isolate_from_its_pool():
    pool = hw.Pool(size=1)
    with pool.isolate() as iso:
        view = iso.eval("new Uint8Array([1, 2])")
    assert iso.closed and bytes(view) == b"\1\2"
    del view
    with pool.isolate() as again:
        assert again.eval("1") == 1


def test_what_an_image_cannot_have(host):
    with hw.Isolate(host=host) as iso:
        iso["freeze"] = iso.freeze
        with pytest.raises(hw.ImageError):
            iso.eval("freeze()")
