"""A worker of a ProcessPool: python -m halfword._worker. It takes its orders from standard input."""

import contextlib
import ctypes
import dataclasses  # noqa: F401  (these are imported by others when they need them; later no file can be opened)
import os
import re  # noqa: F401
import resource
import threading
import time
import traceback  # noqa: F401
import zoneinfo  # noqa: F401
from typing import Any, BinaryIO

from . import _wire
from .errors import HalfwordError, JSError
from .images import Image, Pool
from .isolate import Host

_PR_SET_NO_NEW_PRIVS = 38
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000


def _end_with(parent: int) -> None:
    """The process ends when its parent has, whatever its guest does. (The system would tell of the parent's thread.)"""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _give_up_rights(memory: int | None, parent: int) -> bool:
    """From here on the process opens, writes and starts nothing. Says whether it has no network either."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    is_cut_off = libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()  # one thread alone may leave its network
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: 0, resource.RLIMIT_NPROC: 0, resource.RLIMIT_NOFILE: 3}
    if memory is not None:
        limits[resource.RLIMIT_DATA] = memory
    for limit, value in limits.items():
        hard = resource.getrlimit(limit)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (value, value))
    return bool(is_cut_off)


class _Answers:
    """Functions of the host are called in the process of the pool."""

    def __init__(self, orders: BinaryIO, answers: BinaryIO) -> None:
        self.orders, self.answers = orders, answers

    def function(self, name: str) -> Any:
        def call(*arguments: Any) -> Any:
            _wire.send(self.answers, "call", name, list(arguments))
            kind, *values = _wire.receive(self.orders)
            if kind == "raise":
                raise JSError(values[0], values[1])
            return values[0]

        call.__name__ = name
        return call


def _answer(pool: Pool, kind: str, *values: Any) -> Any:
    with pool.isolate() as isolate:
        if kind == "eval":
            return isolate.eval(values[0], name=values[1])
        return isolate.call(values[0], *values[1])


def main() -> None:
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)  # what is printed here is no message
    os.close(null)
    _, options, names = _wire.receive(orders)
    asked = _Answers(orders, answers)
    host = Host()
    for name in names:
        host.function(name=name, copy=True)(asked.function(name))
    data = options.pop("image")
    image = Image.from_bytes(data) if data else None
    memory, parent = options.pop("memory"), options.pop("parent")
    pool = Pool(image, host=host, size=1, **options)
    with pool.isolate() as isolate:  # what the engine opens when it is used first is open then
        isolate.eval("1")
    _wire.send(answers, "ready", _give_up_rights(memory, parent))
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            kind, *values = _wire.receive(orders)
            try:
                _wire.send(answers, "value", _answer(pool, kind, *values))
            except JSError as error:
                _wire.send(answers, "thrown", error.name, error.message, error.stack)
            except (HalfwordError, KeyError, TypeError, ValueError) as error:
                _wire.send(answers, "failed", type(error).__name__, str(error))


if __name__ == "__main__":
    main()
