"""Programs that use the package pass mypy's strict checks, and mistakes in them do not."""

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio
import halfword as hw
from halfword import mini_racer, quickjs_rs

host = hw.Host(console=True, timers=True)


@host.function
def greet(name: str) -> str:
    return f"hi {name}"


@host.function(wait=True, copy=True)
async def later(name: str) -> str:
    return name


async def main() -> None:
    with hw.Isolate(host=host, memory_limit=64 << 20, timeout=1.0) as iso:
        text: str = iso.eval("greet('x')")
        print(text, await iso.eval_async("await 1"), iso.revive())
        image = iso.freeze(compact=True)
    delta = image.delta(image, key=b"x" * 16, bound=b"y")
    again = hw.Image.from_bytes(delta, bases=[image], key=b"x" * 16, bound=b"y")
    print(again.name, hw.Source("export const a = 1", typescript=True))
    with hw.ProcessPool(again, functions={"greet": greet, "later": print}, size=1) as pool:
        print(pool.eval("1"), pool.pids, pool.has_network)
    with quickjs_rs.Runtime() as runtime, runtime.new_context() as ctx:
        ctx.register("f", greet)
        handle = ctx.eval_handle("({})")
        print(handle.type_of, handle.is_promise(), ctx.create_snapshot().to_bytes())
    with quickjs_rs.ThreadWorker() as worker:
        worker.run_sync(asyncio.sleep(0))
    with mini_racer.mini_racer() as racer:
        promise = racer.eval("Promise.resolve(1)")
        print(await promise, racer.call("Math.max", 1), racer.heap_stats()["used_heap_size"])
"""


def mypy(tmp_path, text):
    path = tmp_path / "program.py"
    path.write_text(text)
    argv = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(path)]
    return subprocess.run(argv, capture_output=True, text=True, check=False)


def test_a_program_that_uses_it_all(tmp_path):
    done = mypy(tmp_path, PROGRAM)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("mistake", ["hw.Isolate(fuel='much')", "hw.Image.open(3)", "hw.Isolate().evil"])
def test_mistakes_are_found(tmp_path, mistake):
    done = mypy(tmp_path, f"import halfword as hw\n\n{mistake}\n")
    assert done.returncode == 1 and "program.py:3: error" in done.stdout, done.stdout + done.stderr
