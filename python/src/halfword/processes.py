"""Isolates in processes of their own: the outer wall for hostile code."""

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, BinaryIO, Self

from . import _wire, errors
from .errors import ClosedError, HalfwordError, JSError, MarshalError, WorkerError
from .images import Image
from .isolate import _capsule, _natural, _seconds

# A worker may have raised these: no class comes from a name that is not here.
_RAISED: dict[str, type[Exception]] = {name: getattr(errors, name) for name in errors.__all__}
_RAISED |= {"KeyError": KeyError, "TypeError": TypeError, "ValueError": ValueError}


class _Worker:
    def __init__(self) -> None:
        # -P: no module comes from the folder that the program is in.
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "halfword._worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd="/",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        assert self.process.stdin and self.process.stdout
        self.orders: BinaryIO = self.process.stdin  # type: ignore[assignment]
        self.answers: BinaryIO = self.process.stdout  # type: ignore[assignment]
        self.is_cut_off = False
        self.is_late = False  # killed because it has run for too long

    def begin(self, options: dict[str, Any], names: list[str]) -> None:
        """Tells it what to do; it is ready then."""
        _wire.send(self.orders, "begin", options, names)
        kind, *values = _wire.receive(self.answers)
        if kind != "ready":
            raise ValueError(kind)
        self.is_cut_off = bool(values[0])

    def kill(self, is_late: bool = False) -> None:
        self.is_late |= is_late
        self.process.kill()

    def end(self) -> str:
        """Ends the process, and says how it has come to its end."""
        self.process.kill()
        code = self.process.wait()
        for stream in (self.orders, self.answers):
            with contextlib.suppress(OSError):
                stream.close()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


class ProcessPool:
    """Processes that run guests. Each call gets an isolate of its own, which starts as the image was.

    A guest that breaks out of its isolate has a process that opens no file, starts no process, and, where the system
    allows that, has no network. It ends with the call that has ended it; others do not notice.

    functions: what guests may call. They run in this process, on the thread that calls; arguments are plain data.
    memory: bytes of memory that the process of a worker may have, in addition to the limits of its isolates.
    grace: seconds that a call may take beyond `timeout` before its process is killed.
    """

    def __init__(
        self,
        image: Image | None = None,
        *,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        size: int | None = None,
        memory_limit: int | None = None,
        fuel: int | None = None,
        timeout: float | None = None,
        eval: bool = True,
        jit: bool = True,
        memory: int | None = None,
        grace: float = 1.0,
    ) -> None:
        _capsule("image", "Image", image)
        for name, number in (("memory_limit", memory_limit), ("fuel", fuel), ("memory", memory), ("size", size)):
            _natural(name, number)
        self._functions = dict(functions or {})
        self._deadline = _seconds(timeout) + grace if timeout is not None else None
        self._options = {
            "image": image.to_bytes() if image else b"",
            "memory_limit": memory_limit,
            "fuel": fuel,
            "timeout": timeout,
            "eval": eval,
            "jit": jit,
            "memory": memory,
            "parent": os.getpid(),
        }
        self._process = os.getpid()  # whose workers these are: after a fork they are not the child's
        self._lock = threading.Lock()
        self._is_closed = False
        self._workers: set[_Worker] = set()
        self._idle: queue.SimpleQueue[_Worker | None] = queue.SimpleQueue()  # None: one may be started
        for _ in range(size or os.cpu_count() or 1):
            self._idle.put(None)

    @property
    def pids(self) -> list[int]:
        """The processes that there are now."""
        with self._lock:
            return [worker.process.pid for worker in self._workers]

    @property
    def has_network(self) -> bool:
        """Whether the system has let a worker keep its network, or none has run yet."""
        with self._lock:
            return not self._workers or not all(worker.is_cut_off for worker in self._workers)

    def eval(self, code: str, *, name: str = "<eval>") -> Any:
        """Runs a script in an isolate of its own, and gives its value, which is plain data."""
        return self._ask("eval", code, name)

    def call(self, function: str, *arguments: Any) -> Any:
        """Calls a function of the image by its name, in an isolate of its own."""
        return self._ask("call", function, list(arguments))

    def _start(self) -> _Worker:
        worker = _Worker()
        with self._lock:
            is_closed = self._is_closed
            if not is_closed:
                self._workers.add(worker)
        if is_closed:
            worker.end()
            raise ClosedError("The pool is closed")
        try:
            worker.begin(self._options, list(self._functions))
        except (EOFError, OSError, ValueError) as error:
            how = worker.end()
            with self._lock:
                self._workers.discard(worker)
            raise WorkerError(f"A worker could not begin, and has ended by {how}") from error
        return worker

    @contextlib.contextmanager
    def _borrowed(self) -> Iterator[_Worker]:
        """A worker for one call. One that has failed is replaced when it is needed."""
        if self._is_closed:
            raise ClosedError("The pool is closed")
        if self._process != os.getpid():
            raise ClosedError("The pool is of the process before the fork: make one in this")
        worker = self._idle.get()
        is_good = False
        try:
            if worker is None:
                worker = self._start()
            yield worker
            is_good = True
        except (HalfwordError, KeyError, TypeError, ValueError):
            is_good = worker is not None and worker.process.poll() is None and not worker.is_late
            raise
        finally:
            if worker is not None and not is_good:
                worker.end()
                with self._lock:
                    self._workers.discard(worker)
            self._idle.put(worker if is_good else None)

    def _ask(self, kind: str, *values: Any) -> Any:
        with self._borrowed() as worker:
            timer = threading.Timer(self._deadline, worker.kill, [True]) if self._deadline is not None else None
            if timer:
                timer.start()
            try:
                _wire.send(worker.orders, kind, *values)
                return self._answer(worker)
            except (EOFError, OSError, _Broken) as error:
                how = worker.end()
                if worker.is_late:
                    raise errors.TimeoutError("The worker has run for too long, and was killed") from None
                raise WorkerError(f"The worker has ended by {how}: its guest may have broken out of its isolate") from error
            finally:
                if timer:
                    timer.cancel()

    def _answer(self, worker: _Worker) -> Any:
        while True:
            try:
                kind, *values = _wire.receive(worker.answers)
            except ValueError as error:
                raise _Broken from error
            match kind, values:
                case "value", [value]:
                    return value
                case "thrown", [str(name), str(message), str(stack)]:
                    raise JSError(name, message, stack)
                case "failed", [str(name), str(message)] if name in _RAISED:
                    raise _RAISED[name](message)
                case "call", [str(name), list(arguments)] if name in self._functions:
                    self._call(worker, name, arguments)
                case _:
                    raise _Broken

    def _call(self, worker: _Worker, name: str, arguments: list[Any]) -> None:
        try:
            answer = self._functions[name](*arguments)
        except Exception as error:
            _wire.send(worker.orders, "raise", type(error).__name__, str(error))
            return
        try:
            _wire.send(worker.orders, "return", answer)
        except MarshalError as error:
            _wire.send(worker.orders, "raise", "TypeError", str(error))

    def close(self) -> None:
        """Ends all workers; calls that wait for one raise WorkerError. A second call does nothing."""
        if self._process != os.getpid():
            return
        with self._lock:
            self._is_closed = True
            workers = list(self._workers)
        for worker in workers:
            worker.kill()
            worker.process.wait()
        with contextlib.suppress(queue.Empty):
            while True:
                idle = self._idle.get_nowait()
                if idle is not None:
                    idle.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    def __reduce__(self) -> Any:
        raise TypeError("A pool cannot be pickled: pickle its image")


class _Broken(Exception):
    """A worker says what none says."""


__all__ = ["ProcessPool"]
