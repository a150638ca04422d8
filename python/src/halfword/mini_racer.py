"""The interface of the package mini-racer (py_mini_racer) over isolates of Halfword, written from its documentation.

    import halfword.mini_racer as py_mini_racer

A program that imports `py_mini_racer` itself gets this module after install(). Differences are in docs/python.md.
"""

import asyncio
import builtins
import contextlib
import json
import os
import sys
import tempfile
import threading
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping, MutableSequence
from types import TracebackType
from typing import Any, ClassVar, Self

from . import _async, _halfword, errors, values
from .isolate import Host, Isolate
from .values import UNDEFINED, Value

_LIVE = 0
_FILE = "<anonymous>"


class MiniRacerBaseException(Exception):
    """The base of all exceptions of this module."""


class JSEvalException(MiniRacerBaseException):
    """The guest has thrown something, and has not caught it. The text has the guest's stack."""


class JSParseException(JSEvalException):
    """The code is no JavaScript."""


class JSKeyError(JSEvalException, KeyError):
    """An object has no such property."""


class JSValueError(JSEvalException, ValueError):
    """An argument is wrong."""


class JSOOMException(JSEvalException):
    """The guest has reached its memory limit. It has ended."""


class JSTimeoutException(JSEvalException, builtins.TimeoutError):
    """The guest has run for too long, or a promise was not settled in time. The guest can be used again."""

    def __init__(self) -> None:
        super().__init__("JavaScript was terminated by timeout")


class JSConversionException(MiniRacerBaseException):
    """A value has no counterpart on the other side."""


class WrongReturnTypeException(MiniRacerBaseException):
    """The value is nothing that JSON has."""


class JSArrayIndexError(IndexError, MiniRacerBaseException):
    """An array has no such element."""

    def __init__(self) -> None:
        super().__init__("The index is out of range")


class JSPromiseError(MiniRacerBaseException):
    """A promise was rejected; `reason` is the reason, as the guest shows it if it is an error."""

    def __init__(self, reason: Any) -> None:
        super().__init__(f"JavaScript rejected promise with reason: {reason}\n")
        self.reason = reason


class JSUndefinedType:
    """The class of JSUndefined."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "JSUndefined"


JSUndefined = JSUndefinedType()

# For all that JavaScript does with an object, and Python's classes of handles don't.
_HELPERS = """(() => ({
  keys(object) { const found = []; for (const key in object) found.push(key); return found },
  has: (object, key) => key in Object(object),
}))()"""
_TIMERS = """(start) => {
  let last = 0;
  const waiting = new Map();
  globalThis.setTimeout = (callback, delay, ...given) => {
    waiting.set(++last, () => callback(...given));
    start(last, Number(delay) || 0);
    return last;
  };
  globalThis.clearTimeout = (id) => { waiting.delete(id) };
  return (id) => { const callback = waiting.get(id); if (waiting.delete(id)) callback() };
}"""


class JSObject:
    """An object that stays in the guest."""

    def __init__(self, owner: "MiniRacer", value: Value) -> None:
        self._owner, self._value = owner, value

    def __hash__(self) -> int:
        return hash(self._value)


class JSMappedObject(JSObject, MutableMapping[Any, Any]):
    """An object as a mapping of its enumerable properties, with those that it inherits. Indices are int."""

    __hash__ = JSObject.__hash__

    def __iter__(self) -> Iterator[Any]:
        with self._owner._errors():
            names = self._owner._helper("keys")._call(None, self._value, mode=1)
        for name in names:
            yield int(name) if name.isdecimal() and str(int(name)) == name else name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _has(self, key: Any) -> bool:
        return bool(self._owner._helper("has")._call(None, self._value, _key(key), mode=1))

    def __getitem__(self, key: Any) -> Any:
        with self._owner._errors():
            if not self._has(key):
                raise JSKeyError("No such key")
            return self._owner._to_python(self._value._get(_key(key), _LIVE))

    def __setitem__(self, key: Any, value: Any) -> None:
        with self._owner._errors():
            self._value._set(_key(key), self._owner._to_guest(value))

    def __delitem__(self, key: Any) -> None:
        with self._owner._errors():
            if not self._has(key):
                raise JSKeyError("No such key")
            self._value._delete(_key(key))

    def __contains__(self, key: object) -> bool:
        with self._owner._errors():
            return self._has(key)


def _key(key: Any) -> Any:
    if key is None or key is JSUndefined:
        return "null" if key is None else "undefined"
    return str(int(key)) if isinstance(key, float) and key.is_integer() else str(key)


class JSSymbol(JSMappedObject):
    """A symbol."""

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class JSArray(JSObject, MutableSequence[Any]):
    """An array as a sequence."""

    __hash__ = JSObject.__hash__

    def __len__(self) -> int:
        with self._owner._errors():
            return int(self._value._get("length", _LIVE))

    def _place(self, index: Any) -> int:
        length = len(self)
        place = index + length if index < 0 else index
        if not 0 <= place < length:
            raise JSArrayIndexError
        return int(place)

    def __getitem__(self, index: Any) -> Any:
        place = self._place(index)
        with self._owner._errors():
            return self._owner._to_python(self._value._get(place, _LIVE))

    def __setitem__(self, index: Any, value: Any) -> None:
        place = self._place(index)
        with self._owner._errors():
            self._value._set(place, self._owner._to_guest(value))

    def __delitem__(self, index: Any) -> None:
        self._splice(self._place(index), 1)

    def insert(self, index: int, value: Any) -> None:
        self._splice(index, 0, value)

    def _splice(self, *arguments: Any) -> None:
        with self._owner._errors():
            given = [self._owner._to_guest(argument) for argument in arguments]
            self._value._get("splice", _LIVE)._call(self._value, *given, mode=_LIVE)


class JSFunction(JSMappedObject):
    """A function of the guest. `this` is undefined if it is not given."""

    def __call__(
        self, *args: Any, this: Any = JSUndefined, timeout: float | None = None, timeout_sec: float | None = None
    ) -> Any:
        return self._owner._run(self._call(args, this), _seconds(timeout, timeout_sec))

    def _call(self, args: tuple[Any, ...], this: Any) -> Callable[[], Any]:
        given, receiver = [self._owner._to_guest(argument) for argument in args], self._owner._to_guest(this)
        return lambda: self._value._call(None if receiver is UNDEFINED else receiver, *given, mode=_LIVE)

    def cancelable(self) -> "CancelableJSFunction":
        """The same function, for asyncio: it runs in a thread, and ends if the task is cancelled."""
        return CancelableJSFunction(self._owner, self._value)


class CancelableJSFunction(JSFunction):
    """A function of the guest that is awaited."""

    async def __call__(self, *args: Any, this: Any = JSUndefined) -> Any:  # type: ignore[override]
        return await self._owner._run_cancelable(self._call(args, this))


class JSPromise(JSObject):
    """A promise of the guest: get() waits for it, so does `await`."""

    _value: values.Promise

    def get(self, *, timeout: float | None = None) -> Any:
        """Waits, on no event loop's thread; for so many seconds at most."""
        outcome, done = self._value._settle, threading.Event()
        if not outcome.is_settled:
            outcome.callbacks.append(done.set)
            if not outcome.is_settled and not done.wait(timeout):
                raise JSTimeoutException
        return self._result()

    def __await__(self) -> Any:
        return self._wait().__await__()

    async def _wait(self) -> Any:
        with self._owner._errors():
            await self._value._settled()
        return self._result()

    def _result(self) -> Any:
        try:
            return self._owner._to_python(_halfword.promise_result(self._owner._isolate, self._value, _LIVE))
        except errors.JSError as error:
            raise JSPromiseError(
                self._owner._to_python(error.value) if error._is_thrown else _shown(error).rstrip("\n")
            ) from None


def _shown(error: errors.JSError) -> str:
    """Describes an error and where it was made, as V8 does."""
    frames = [line for line in error.stack.splitlines() if line.lstrip().startswith("at ")]
    return "\n".join([f"{error.name}: {error.message}", *frames, ""])


def _seconds(timeout: float | None, timeout_sec: float | None) -> float | None:
    return timeout_sec if timeout is None else timeout / 1000


class MiniRacer:
    """A JavaScript world of its own. Its timers and its functions of Python run on the event loop that is given, or runs; with
    none, on one in a thread, which begins when it is needed.

    A memory limit must be set before code runs.
    """

    json_impl: ClassVar[Any] = json

    def __init__(self, event_loop: asyncio.AbstractEventLoop | None = None) -> None:
        self._given_loop = event_loop
        if event_loop is None:
            with contextlib.suppress(RuntimeError):
                self._given_loop = asyncio.get_running_loop()
        self._thread: threading.Thread | None = None
        self._own_loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Future[Any]] = set()
        self._hard = self._soft = 0
        self._is_exhausted = False
        self._made: Isolate | None = None
        self._helpers: values.Object | None = None

    # ---- The isolate

    @property
    def _isolate(self) -> Isolate:
        if self._made is None:
            limit = min((limit for limit in (self._hard, self._soft) if limit), default=None)
            self._made = Isolate(host=Host(), memory_limit=limit)
            self._made._set_undefined(UNDEFINED)
            self._helpers = self._made._eval(_HELPERS, "mini_racer", 0, None, _LIVE)
            self._tick = self._made._eval(_TIMERS, "mini_racer", 0, None, _LIVE)._call(None, self._start_timer, mode=_LIVE)
        return self._made

    def _helper(self, name: str) -> Value:
        assert self._isolate is not None and self._helpers is not None
        found: Value = self._helpers._get(name, _LIVE)
        return found

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        isolate = self._made
        try:
            yield
        except errors.TimeoutError:
            if isolate:
                isolate.revive()
            raise JSTimeoutException from None
        except errors.MemoryLimitError:
            self._is_exhausted = True
            raise JSOOMException("JavaScript memory limit reached") from None
        except errors.JSError as error:
            place = error.stack.partition(f"{_FILE}:")[2].partition(":")[0] or "1"
            shown = str(error.value) if error._is_thrown else f"{error.name}: {error.message}"
            text = f"{_FILE}:{place}: {shown}\n" + ("" if error._is_thrown else f"\n{_shown(error)}")
            kind = JSParseException if error.name == "SyntaxError" and _FILE not in error.stack.partition("at ")[2] else None
            raise (kind or JSEvalException)(text) from None
        except errors.MarshalError as error:
            raise JSConversionException(str(error)) from None
        except errors.HalfwordError as error:
            raise MiniRacerBaseException(str(error)) from None

    def _to_python(self, value: Any) -> Any:
        if value is UNDEFINED:
            return JSUndefined
        if isinstance(value, errors.JSError):
            value = value.value
        if not isinstance(value, Value):
            return value
        kinds: tuple[tuple[type[Value], type[JSObject]], ...] = (
            (values.Promise, JSPromise),
            (values.Function, JSFunction),
            (values.Array, JSArray),
            (values.Object, JSMappedObject),
        )
        kind = next((ours for theirs, ours in kinds if isinstance(value, theirs)), JSSymbol)
        return kind(self, value)

    def _to_guest(self, value: Any) -> Any:
        if value is JSUndefined:
            return UNDEFINED
        if isinstance(value, JSObject):
            return value._value
        return value

    def _run(self, function: Callable[[], Any], timeout: float | None) -> Any:
        isolate = self._isolate
        with self._errors():
            if timeout is None:
                return self._to_python(function())
            isolate.set_timeout(timeout)
            try:
                return self._to_python(function())
            finally:
                if not isolate.closed:
                    isolate.set_timeout(None)

    async def _run_cancelable(self, function: Callable[[], Any]) -> Any:
        isolate = self._isolate
        try:
            with self._errors():
                return self._to_python(await _async._in_thread(isolate, function, True))
        except asyncio.CancelledError:
            isolate.revive()
            raise

    # ---- Code

    def eval(
        self, code: str, timeout: float | None = None, timeout_sec: float | None = None, max_memory: int | None = None
    ) -> Any:
        """Runs code. timeout_sec: seconds; timeout: the same in milliseconds, as it used to be."""
        if not isinstance(code, str):
            raise JSEvalException("code is not a string")
        if max_memory is not None:
            self.set_hard_memory_limit(max_memory)
        return self._run(lambda: self._isolate._eval(code, _FILE, 0, None, _LIVE), _seconds(timeout, timeout_sec))

    async def eval_cancelable(self, code: str) -> Any:
        """Runs code in a thread; it ends if the task is cancelled."""
        return await self._run_cancelable(lambda: self._isolate._eval(code, _FILE, 0, None, _LIVE))

    def execute(
        self, expr: str, timeout: float | None = None, timeout_sec: float | None = None, max_memory: int | None = None
    ) -> Any:
        """The value of an expression, through JSON."""
        text = f"JSON.stringify((function(){{return ({expr})}})())"
        found = self.eval(text, timeout=timeout, timeout_sec=timeout_sec, max_memory=max_memory)
        if not isinstance(found, str):
            raise WrongReturnTypeException(f"Unexpected return value type {type(found)}")
        return self.json_impl.loads(found)

    def call(
        self,
        expr: str,
        *args: Any,
        encoder: type[json.JSONEncoder] | None = None,
        timeout: float | None = None,
        timeout_sec: float | None = None,
        max_memory: int | None = None,
    ) -> Any:
        """Calls the function that an expression gives; arguments and the result go through JSON."""
        given = self.json_impl.dumps(args, separators=(",", ":"), cls=encoder)
        return self.execute(f"{expr}.apply(this, {given})", timeout=timeout, timeout_sec=timeout_sec, max_memory=max_memory)

    # ---- Timers and functions of Python

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        if self._given_loop is not None:
            return self._given_loop
        if self._own_loop is None:
            self._own_loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=_async.run_loop, args=(self._own_loop,), name="mini-racer", daemon=True)
            self._thread.start()
        return self._own_loop

    def _start_timer(self, number: int, delay: float) -> None:
        loop = self._loop

        async def ring() -> None:
            await asyncio.sleep(max(0.0, delay) / 1000)
            await self._enter(lambda: self._tick._call(None, number, mode=_LIVE))

        self._spawn(loop, ring())

    def _spawn(self, loop: asyncio.AbstractEventLoop, work: Any) -> None:
        def begin() -> None:
            task = loop.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        loop.call_soon_threadsafe(begin)

    async def _enter(self, function: Callable[[], Any]) -> None:
        """Runs the guest in a thread; it ends if the task is cancelled. Nobody is told of what it throws."""
        isolate = self._isolate
        with contextlib.suppress(errors.HalfwordError):
            await _async._in_thread(isolate, function, True)

    @contextlib.asynccontextmanager
    async def wrap_py_function(self, func: Callable[..., Awaitable[Any]]) -> AsyncIterator[JSFunction]:
        """A function of the guest that calls an `async def` of Python, and gives a promise. At the end calls are cancelled."""
        loop, isolate = asyncio.get_running_loop(), self._isolate
        tasks: set[asyncio.Task[None]] = set()
        is_open = True

        async def answer(promise: Value, arguments: tuple[Any, ...]) -> None:
            try:
                result, is_error = self._to_guest(await func(*arguments)), False
            except Exception:
                result, is_error = errors.JSError("Error", f"Error running Python function:\n{traceback.format_exc()}"), True

            def settle() -> None:
                _halfword.settle(isolate, promise, result, is_error)
                isolate._run_jobs()

            await self._enter(settle)

        def begin(promise: Value, arguments: tuple[Any, ...]) -> None:
            if is_open:
                task = loop.create_task(answer(promise, arguments))
                tasks.add(task)
                task.add_done_callback(tasks.discard)

        def call(*arguments: Any) -> Value:
            promise: Value = _halfword.new_promise(isolate)
            loop.call_soon_threadsafe(begin, promise, tuple(map(self._to_python, arguments)))
            return promise

        with self._errors():
            made = self._to_python(isolate.value(call))
        try:
            yield made
        finally:
            is_open = False
            left = [*tasks]
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    # ---- Memory and life

    def set_hard_memory_limit(self, limit: int) -> None:
        """Bytes that the guest may use. It ends where it needs more."""
        self._set_limit("_hard", limit)

    def set_soft_memory_limit(self, limit: int) -> None:
        """Does what the hard limit does, and is told apart from it."""
        self._set_limit("_soft", limit)

    def _set_limit(self, name: str, limit: int) -> None:
        if getattr(self, name) == limit:
            return
        if self._made is not None:
            raise MiniRacerBaseException("A memory limit must be set before code runs")
        setattr(self, name, limit)

    def was_hard_memory_limit_reached(self) -> bool:
        return self._is_exhausted and 0 < self._hard <= (self._soft or self._hard)

    def was_soft_memory_limit_reached(self) -> bool:
        return self._is_exhausted and 0 < self._soft <= (self._hard or self._soft)

    def low_memory_notification(self) -> None:
        """Collects garbage."""
        self._isolate.collect()

    def heap_stats(self) -> dict[str, int]:
        """Bytes: of the guest's objects, of these with its buffers, and the limit of both, 0 if there is none."""
        usage = self._isolate.usage()
        total = usage["heap_bytes"] + usage["external_bytes"]
        limit = min((limit for limit in (self._hard, self._soft) if limit), default=0)
        return {
            "used_heap_size": usage["heap_bytes"],
            "total_heap_size": total,
            "total_physical_size": total,
            "heap_size_limit": limit,
        }

    def heap_snapshot(self) -> Any:
        """All objects of the heap, as the JSON of a .heapsnapshot."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "heap")
            with self._errors():
                self._isolate.heap_snapshot(path)
            with open(path, encoding="utf-8") as file:
                return json.load(file)

    @property
    def v8_version(self) -> str:
        """The version of Halfword, in whose place V8 is not there."""
        return f"Halfword {_halfword.VERSION}"

    def close(
        self,
        exc_type: type[BaseException] | None = None,
        exc_val: BaseException | None = None,
        exc_tb: TracebackType | None = None,
    ) -> None:
        """Ends the guest, its timers, and the thread of its loop. A second call does nothing."""
        isolate, loop = self._made, self._own_loop or self._given_loop
        if loop is not None and loop.is_running():
            for task in list(self._tasks):
                loop.call_soon_threadsafe(task.cancel)
        if isolate is not None and not isolate.closed:
            if isolate._is_entered() and not isolate._is_inside():
                isolate.interrupt()
            isolate.close()
        if self._own_loop is not None and self._thread is not None and self._thread.is_alive():
            self._own_loop.call_soon_threadsafe(self._own_loop.stop)
            if threading.current_thread() is not self._thread:
                self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()


class StrictMiniRacer(MiniRacer):
    """The same, by the name that it used to have."""


@contextlib.contextmanager
def mini_racer(event_loop: asyncio.AbstractEventLoop | None = None) -> Iterator[MiniRacer]:
    """A MiniRacer that is closed at the end."""
    made = MiniRacer(event_loop)
    try:
        yield made
    finally:
        made.close()


def install() -> None:
    """Has `import py_mini_racer` find this module, in this process."""
    sys.modules["py_mini_racer"] = sys.modules[__name__]


__all__ = [
    "CancelableJSFunction", "JSArray", "JSArrayIndexError", "JSConversionException", "JSEvalException", "JSFunction",
    "JSKeyError", "JSMappedObject", "JSOOMException", "JSObject", "JSParseException", "JSPromise", "JSPromiseError", "JSSymbol",
    "JSTimeoutException", "JSUndefined", "JSUndefinedType", "JSValueError", "MiniRacer", "MiniRacerBaseException",
    "StrictMiniRacer", "WrongReturnTypeException", "install", "mini_racer",
]  # fmt: skip
