"""The interface of the package quickjs-rs over isolates of Halfword, written from its documentation.

    import halfword.quickjs_rs as quickjs_rs

A program that imports `quickjs_rs` itself, as langchain-quickjs does, gets this module after install(). Differences are in
docs/python.md.
"""

import asyncio
import contextlib
import enum
import inspect
import sys
import threading
import warnings
from collections.abc import Callable, Coroutine, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from . import _halfword, errors, values
from ._async import run_async, run_loop
from .images import Image
from .isolate import Host, Isolate, Source, _Code
from .values import UNDEFINED, Promise, Undefined, Value

if TYPE_CHECKING:
    from concurrent.futures import Future

_HANDLE = 3  # all objects stay in the guest
_CALL = "halfword:quickjs_rs"
# Makes a function of the guest that calls one of the host by its name.
_MAKER = """(() => {
  const symbol = Symbol.for('halfword:quickjs_rs');
  const call = globalThis[symbol.description];
  delete globalThis[symbol.description];
  const make = (name) => ({[name]: (...given) => call(name, ...given)})[name];
  Object.defineProperty(globalThis, symbol, {value: make});
  return make;
})()"""
_MAKER_AGAIN = "globalThis[Symbol.for('halfword:quickjs_rs')]"


class QuickJSError(Exception):
    """The base of all errors of this module."""


class JSError(QuickJSError):
    """The guest has thrown something, and has not caught it."""

    def __init__(self, name: str, message: str, stack: str | None = None) -> None:
        super().__init__(f"{name}: {message}")
        self.name, self.message, self.stack = name, message, stack


class HostError(JSError):
    """A guest catches this when a function of the host has failed: it is not told why."""


class MarshalError(QuickJSError):
    """A value has no counterpart on the other side."""


class InterruptError(QuickJSError):
    """The guest was interrupted."""


class TimeoutError(InterruptError):
    """The guest has run for too long. Its context can be used again."""


class MemoryLimitError(QuickJSError):
    """The guest has reached its memory limit. Its context has ended."""


class InvalidHandleError(QuickJSError):
    """A handle is disposed, or of another context, or its context is closed or was restored."""


class HostCancellationError(QuickJSError):
    """A guest catches this when the task that runs it was cancelled."""


class ConcurrentEvalError(QuickJSError):
    """The context runs something else, or an asynchronous function was called in a synchronous eval."""


class DeadlockError(QuickJSError):
    """A promise is pending, and nothing is left that could settle it."""


class _HostFailure(errors.JSError):
    """Goes through the guest in place of an exception of a function of the host."""

    def __init__(self, original: BaseException) -> None:
        super().__init__("HostError", "Host function failed")
        self.original = original


_SAME: tuple[tuple[type[BaseException], type[QuickJSError]], ...] = (
    (errors.MarshalError, MarshalError),
    (errors.MemoryLimitError, MemoryLimitError),
    (errors.InvalidHandleError, InvalidHandleError),
    (errors.HostCancellationError, HostCancellationError),
    (errors.BusyError, ConcurrentEvalError),
    (errors.DeadlockError, DeadlockError),
)


def _translated(error: errors.HalfwordError) -> BaseException:
    """Gives the exception of this module for one of Halfword."""
    if isinstance(error, _HostFailure):
        return error.original
    if isinstance(error, errors.JSError):
        if error._is_thrown:
            return JSError("Error", str(error.value), None)
        kind = HostError if error.name == "HostError" else JSError
        return kind(error.name, error.message, error.stack or None)
    for theirs, ours in _SAME:
        if isinstance(error, theirs):
            return ours(str(error))
    return QuickJSError(str(error))


class SourceTransform(enum.IntFlag):
    """What is done to a source before it is compiled."""

    NONE = 0
    SOURCE_TS = 1
    SOURCE_TSX = 2
    STRIP_TYPESCRIPT = 256
    TOP_LEVEL_CONST_TO_VAR = 512


_Flags = SourceTransform | int | Callable[[str], SourceTransform | int]


def default_module_transform_flags(name: str) -> SourceTransform:
    """Types are dropped of modules whose names say that they have some."""
    if name.endswith(".tsx"):
        return SourceTransform.SOURCE_TSX | SourceTransform.STRIP_TYPESCRIPT
    if name.endswith((".ts", ".mts", ".cts")):
        return SourceTransform.SOURCE_TS | SourceTransform.STRIP_TYPESCRIPT
    return SourceTransform.NONE


def _transformed(code: str, flags: SourceTransform) -> str:
    if flags & SourceTransform.SOURCE_TSX:
        raise NotImplementedError("Halfword reads TypeScript, but no JSX")
    if flags & SourceTransform.TOP_LEVEL_CONST_TO_VAR:
        from . import _source

        with contextlib.suppress(ValueError):  # it is no code: who compiles it says why
            return _source.const_to_var(code)
    return code


def transform_source(name: str, source: str, *, flags: SourceTransform | int | None = None) -> str:
    """The source with `var` for each `const` of its top level, if the flags say so."""
    chosen = default_module_transform_flags(name) if flags is None else SourceTransform(flags)
    if chosen & SourceTransform.STRIP_TYPESCRIPT:
        raise NotImplementedError("Halfword drops types when it compiles: there is no text without them")
    return _transformed(source, chosen)


class Snapshot:
    """A context as it was, in bytes."""

    def __init__(self, data: bytes) -> None:
        self._data = bytes(data)

    def to_bytes(self) -> bytes:
        return self._data

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        return cls(data)

    def __repr__(self) -> str:
        return f"<Snapshot of {len(self._data)} bytes>"


class Handle:
    """A value that stays in its context."""

    def __init__(self, context: "Context", value: Any) -> None:
        self._context, self._value, self._isolate = context, value, context._isolate
        self._is_disposed = False

    def _use(self) -> Any:
        if self._is_disposed:
            raise InvalidHandleError("handle is disposed")
        if self._isolate.closed or self._context._isolate is not self._isolate:
            raise InvalidHandleError("handle's owning context is closed, or was restored")
        return self._value

    def _object(self) -> Value:
        value = self._use()
        if not isinstance(value, Value):
            raise MarshalError(f"A {self.type_of} has no members")
        return value

    def _given(self, value: Any) -> Any:
        return self._context._given(value)

    def _run(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> "Handle":
        with self._context._running():
            return Handle(self._context, function(*arguments, **options))

    @property
    def type_of(self) -> str:
        value = self._use()
        if isinstance(value, Value):
            return "array" if isinstance(value, values.Array) else value.type_of
        names = {bool: "boolean", str: "string", Undefined: "undefined", values.BigInt: "bigint", type(None): "null"}
        return names.get(type(value), "number")

    def is_promise(self) -> bool:
        return isinstance(self._use(), Promise)

    def get(self, key: str) -> "Handle":
        return self._run(self._object()._get, key, _HANDLE)

    def get_index(self, index: int) -> "Handle":
        return self._run(self._object()._get, index, _HANDLE)

    def set(self, key: str, value: Any) -> None:
        target, given = self._object(), self._given(value)
        with self._context._running():
            target._set(key, given)

    def has(self, key: str) -> bool:
        target = self._object()
        with self._context._running():
            return target._has(key)

    def call(self, *args: Any) -> "Handle":
        return self._run(self._object()._call, None, *map(self._given, args), mode=_HANDLE)

    def call_method(self, name: str, *args: Any) -> "Handle":
        target, given = self._object(), [*map(self._given, args)]

        def call() -> Any:
            method = target._get(name, _HANDLE)
            if not isinstance(method, Value):
                raise errors.JSError("TypeError", f"{name} is not a function")
            return method._call(target, *given, mode=_HANDLE)

        return self._run(call)

    def new(self, *args: Any) -> "Handle":
        return self._run(self._object()._new, *map(self._given, args))

    def to_python(self, *, allow_opaque: bool = False) -> Any:
        value = self._use()
        with self._context._running():
            return self._context._checked(value.to_python() if isinstance(value, Value) else value, allow_opaque)

    def dup(self) -> "Handle":
        value = self._use()
        return Handle(self._context, value.dup() if isinstance(value, Value) else value)

    async def await_promise(self, *, timeout: float | None = None) -> "Handle":
        """The value of a promise; of any other value, the handle itself."""
        value = self._use()
        if not isinstance(value, Promise):
            return self
        return await self._context._drive(lambda: value, timeout, lambda: True)

    def dispose(self) -> None:
        if not self._is_disposed:
            self._is_disposed = True
            if isinstance(self._value, Value) and not self._isolate.closed:
                self._value.release()

    @property
    def disposed(self) -> bool:
        return self._is_disposed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.dispose()

    def __del__(self) -> None:
        if not getattr(self, "_is_disposed", True) and isinstance(self._value, Value):
            warnings.warn(f"{self!r} was not disposed", ResourceWarning, source=self, stacklevel=2)


class Globals:
    """The global variables of a context."""

    def __init__(self, context: "Context") -> None:
        self._context = context

    def __getitem__(self, name: str) -> Any:
        with self.get_handle(name) as handle:
            return handle.to_python()

    def __setitem__(self, name: str, value: Any) -> None:
        given = self._context._given(value)
        with self._context._running():
            self._context._isolate[name] = given

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        with self.get_handle(name) as handle:
            return handle.type_of != "undefined"

    def __delitem__(self, name: str) -> None:
        raise TypeError("Global variables cannot be deleted: delete them in the guest")

    def get_handle(self, name: str) -> Handle:
        with self._context._running():
            return Handle(self._context, self._context._isolate.globals._object._get(name, _HANDLE))


def _is_async(function: Callable[..., Any]) -> bool:
    if inspect.iscoroutinefunction(function):
        return True
    if inspect.iscoroutinefunction(inspect.unwrap(function)):
        raise TypeError(
            f"{function!r} is a plain function around a coroutine function (__wrapped__): pass is_async=True or is_async=False"
        )
    return False


class Context:
    """A JavaScript world of its own. `timeout` is of each call, in seconds."""

    def __init__(self, runtime: "Runtime", *, timeout: float = 5.0) -> None:
        self._runtime, self._timeout = runtime, timeout
        self._functions: dict[str, tuple[Callable[..., Any], bool]] = {}
        self._depth = 0  # of synchronous calls, one within another
        self._is_driving = self._has_modules = False
        self._refused: ConcurrentEvalError | None = None
        # Functions go into snapshots as what calls this one by their names.
        self._host = Host(load_module=runtime._load_module, resolve_module=runtime._resolve)
        self._host.function(name=_CALL, copy=True)(self._call)
        self._isolate = self._make(None)
        self._maker: Value = self._isolate._eval(_MAKER, "quickjs_rs", 0, None, _HANDLE)
        runtime._contexts.append(self)

    def _make(self, image: Image | None) -> Isolate:
        runtime = self._runtime
        isolate = Isolate(
            host=self._host,
            image=image,
            memory_limit=runtime._memory_limit,
            stack_limit=runtime._stack_limit,
            timeout=self._timeout,
        )
        isolate._set_undefined(UNDEFINED)
        return isolate

    # ---- Values and errors

    def _given(self, value: Any) -> Any:
        if not isinstance(value, Handle):
            return value
        if value._context is not self:
            raise InvalidHandleError("handle belongs to another context")
        return value._use()

    def _checked(self, value: Any, allow_opaque: bool, is_inner: bool = False) -> Any:
        """A copy without objects of the guest; allow_opaque: with handles of them."""
        if isinstance(value, Value):
            if allow_opaque:
                return Handle(self, value)
            kind = "promise" if isinstance(value, Promise) else value.type_of
            raise MarshalError(f"cannot marshal a JS {kind} to Python")
        if isinstance(value, list):
            return [self._checked(element, allow_opaque, True) for element in value]
        if isinstance(value, dict):
            return {key: self._checked(member, allow_opaque, True) for key, member in value.items()}
        if isinstance(value, memoryview):
            return bytes(value)
        return None if value is UNDEFINED and not is_inner else value

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        isolate = self._isolate
        try:
            yield
        except errors.TimeoutError:
            self._revive(isolate)
            raise TimeoutError("interrupted") from None
        except errors.InterruptError:
            self._revive(isolate)
            raise InterruptError("interrupted") from None
        except errors.ClosedError:
            raise QuickJSError("context is closed") from None
        except errors.HalfwordError as error:
            raise _translated(error) from None

    def _revive(self, isolate: Isolate) -> None:
        if not isolate.closed and not isolate._is_inside():
            isolate.revive()

    @contextlib.contextmanager
    def _running(self) -> Iterator[None]:
        """A synchronous call: asynchronous functions of the host are refused meanwhile, whatever the guest makes of it."""
        self._depth += 1
        try:
            with self._errors():
                yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                refused, self._refused = self._refused, None
                if refused:
                    raise refused

    # ---- Code

    def _chosen(self, flags: "_Flags | None", name: str) -> SourceTransform:
        chosen = self._runtime._transform_flags if flags is None else flags
        return SourceTransform((chosen(name) if callable(chosen) else chosen) or 0)

    def _eval(self, code: str, module: bool, strict: bool, filename: str, timeout: float | None, flags: Any) -> Any:
        chosen = self._chosen(flags, filename)
        code, typescript = _transformed(code, chosen), bool(chosen & SourceTransform.STRIP_TYPESCRIPT)
        if module:
            self._has_modules = True
            return self._isolate.exec_module(code, name=filename, typescript=typescript, timeout=timeout)
        code = "'use strict';" + code if strict else code
        return self._isolate._eval(code, filename, _halfword.SOURCE_TYPESCRIPT if typescript else 0, timeout, _HANDLE)

    def eval_handle(
        self,
        code: str,
        *,
        module: bool = False,
        strict: bool = False,
        filename: str = "<eval>",
        timeout: float | None = None,
        transform_flags: "_Flags | None" = None,
    ) -> Handle:
        with self._running():
            return Handle(self, self._eval(code, module, strict, filename, timeout, transform_flags))

    def eval(
        self,
        code: str,
        *,
        module: bool = False,
        strict: bool = False,
        filename: str = "<eval>",
        timeout: float | None = None,
        transform_flags: "_Flags | None" = None,
    ) -> Any:
        with self.eval_handle(
            code, module=module, strict=strict, filename=filename, timeout=timeout, transform_flags=transform_flags
        ) as handle:
            return None if module else handle.to_python()

    async def eval_handle_async(
        self,
        code: str,
        *,
        module: bool = False,
        strict: bool = False,
        filename: str = "<eval>",
        timeout: float | None = None,
        transform_flags: "_Flags | None" = None,
    ) -> Handle:
        """Runs code that may have `await` at its top level. A promise that is the value of other code stays one."""
        chosen = self._chosen(transform_flags, filename)
        code, typescript = _transformed(code, chosen), bool(chosen & SourceTransform.STRIP_TYPESCRIPT)
        if module:
            self._has_modules = True
            flags = _halfword.SOURCE_TYPESCRIPT if typescript else 0
            return await self._drive(
                lambda: self._isolate._eval_module(code, filename, flags, timeout)[0], timeout, lambda: True, discards=True
            )
        begin = _Code(self._isolate, code, filename, strict, typescript, timeout=timeout, mode=_HANDLE)
        return await self._drive(begin, timeout, lambda: begin.awaits)

    async def eval_async(
        self,
        code: str,
        *,
        module: bool = False,
        strict: bool = False,
        filename: str = "<eval>",
        timeout: float | None = None,
        transform_flags: "_Flags | None" = None,
    ) -> Any:
        """Runs code as eval_handle_async() does, and copies its value."""
        with await self.eval_handle_async(
            code, module=module, strict=strict, filename=filename, timeout=timeout, transform_flags=transform_flags
        ) as handle:
            return handle.to_python()

    async def _drive(
        self,
        begin: Callable[[], Any],
        timeout: float | None,
        awaits: Callable[[], bool],
        discards: bool = False,
    ) -> Handle:
        """Runs the guest, and waits for the promise that it gives, if it `awaits` that. Values stay in the guest."""
        if self._is_driving:
            raise ConcurrentEvalError("another eval_async is in flight on this context")
        isolate = self._isolate
        promise: Promise | None = None

        def outcome(settled: Promise) -> Any:
            return UNDEFINED if discards else _halfword.promise_result(isolate, settled, _HANDLE)

        async def finish(result: Any) -> Any:
            nonlocal promise
            if not isinstance(result, Promise) or not awaits():
                return result
            promise = result
            await result._settled()
            return outcome(result)

        self._is_driving = True
        try:
            with self._errors():
                if timeout is not None:
                    isolate.set_timeout(timeout)
                return Handle(self, await run_async(isolate, begin, finish))
        except asyncio.CancelledError:
            self._revive(isolate)
            if promise is None or promise.state != "fulfilled":
                raise
            return Handle(self, outcome(promise))  # the guest has caught the cancellation
        finally:
            self._is_driving = False
            if timeout is not None and not isolate.closed:
                isolate.set_timeout(self._timeout)

    @property
    def globals(self) -> Globals:
        return Globals(self)

    # ---- Functions of the host

    def register(self, name: str, fn: Callable[..., Any], *, is_async: bool | None = None) -> Callable[..., Any]:
        """Offers a function to the guest. An asynchronous one gives it a promise, and can be called in eval_async() only."""
        self._functions[name] = fn, _is_async(fn) if is_async is None else is_async
        with self._errors():
            self._isolate[name] = self._maker._call(None, name, mode=_HANDLE)
        return fn

    def _call(self, name: str, *arguments: Any) -> Any:
        """Does for the guest what it has called."""
        fn, awaits = self._functions.get(name, (None, False))
        if fn is None:
            raise _HostFailure(QuickJSError(f"{name}() is not registered on this context"))
        if awaits and not self._is_driving:
            self._refused = ConcurrentEvalError(f"{name}() is asynchronous: call it in eval_async()")
            raise _HostFailure(self._refused)
        try:
            answer = fn(*(self._checked(argument, False) for argument in arguments))
            return _sanitized(answer) if awaits else self._given(answer)
        except Exception as error:
            raise _HostFailure(error) from None

    def function(self, fn: Any = None, *, name: str | None = None, is_async: bool | None = None) -> Any:
        def define(function: Callable[..., Any]) -> Callable[..., Any]:
            self.register(name or function.__name__, function, is_async=is_async)
            return function

        return define if fn is None else define(fn)

    # ---- Snapshots

    def create_snapshot(self) -> Snapshot:
        if self._is_driving:
            raise ConcurrentEvalError("no snapshot can be taken while eval_async is in flight")
        if self._isolate._tasks:
            raise QuickJSError("no snapshot can be taken while async host tasks are pending")
        if self._has_modules:
            raise NotImplementedError("no snapshot can be taken of a context that has run a module")
        with self._errors():
            return Snapshot(self._isolate.freeze().to_bytes())

    async def create_snapshot_async(self, *, timeout: float | None = None) -> Snapshot:
        return self.create_snapshot()

    def _restore(self, image: Image) -> None:
        """Handles of before are invalid. Functions that the snapshot lacks are there afterwards, too."""
        old, self._isolate = self._isolate, self._make(image)
        old.close()
        with self._errors():
            self._maker = self._isolate._eval(_MAKER_AGAIN, "quickjs_rs", 0, None, _HANDLE)
            for name in self._functions:
                if not self._isolate.globals._object._has(name):
                    self._isolate[name] = self._maker._call(None, name, mode=_HANDLE)

    def close(self) -> None:
        self._isolate.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


async def _sanitized(awaitable: Any) -> Any:
    """Awaits an asynchronous function for the guest, which is not told why one has failed."""
    try:
        return await awaitable
    except Exception as error:
        raise _HostFailure(error) from None


class Runtime:
    """Limits and modules of contexts. Each context has the limits for itself."""

    def __init__(
        self,
        *,
        memory_limit: int | None = 64 << 20,
        stack_limit: int | None = 1 << 20,
        transform_flags: "_Flags | None" = None,
    ) -> None:
        self._memory_limit, self._stack_limit, self._transform_flags = memory_limit, stack_limit, transform_flags
        self._contexts: list[Context] = []
        self._normalize: Callable[[str, str], str | None] | None = None
        self._load: Callable[[str], str | None] | None = None
        self._module_flags: _Flags | None = None
        self._is_closed = False

    def _resolve(self, specifier: str, referrer: str) -> str | None:
        return self._normalize(referrer, specifier) if self._normalize else specifier

    def _load_module(self, name: str) -> str | Mapping[str, Any] | None:
        source = self._load(name) if self._load else None
        if source is None:
            return None
        flags = self._module_flags if self._module_flags is not None else self._transform_flags
        if flags is None:
            flags = default_module_transform_flags
        chosen = SourceTransform(flags(name) if callable(flags) else flags)
        return Source(_transformed(source, chosen), typescript=bool(chosen & SourceTransform.STRIP_TYPESCRIPT))

    def set_module_loader(
        self,
        *,
        normalize: Callable[[str, str], str | None] | None = None,
        load: Callable[[str], str | None],
        transform_flags: "_Flags | None" = None,
    ) -> None:
        """Says what specifiers mean, and where sources come from. Names that end in .ts are TypeScript."""
        self._normalize, self._load, self._module_flags = normalize, load, transform_flags

    def _open_contexts(self) -> list[Context]:
        if self._is_closed:
            raise QuickJSError("runtime is closed")
        self._contexts = [context for context in self._contexts if not context._isolate.closed]
        return self._contexts

    def new_context(self, *, timeout: float = 5.0) -> Context:
        self._open_contexts()
        return Context(self, timeout=timeout)

    def run_gc(self) -> None:
        for context in self._open_contexts():
            context._isolate.collect()

    def memory_usage(self) -> dict[str, int]:
        """Sums over the contexts that are open: bytes of objects, of buffers, and of images below them."""
        total = {"memory_used_size": 0, "binary_object_size": 0, "malloc_size": 0, "contexts": 0}
        for context in self._open_contexts():
            usage = context._isolate.usage()
            total["memory_used_size"] += usage["heap_bytes"]
            total["binary_object_size"] += usage["external_bytes"]
            total["malloc_size"] += usage["heap_bytes"] + usage["external_bytes"]
            total["contexts"] += 1
        return total

    def create_snapshot(self, ctx: Context) -> Snapshot:
        return ctx.create_snapshot()

    async def create_snapshot_async(self, ctx: Context, *, timeout: float | None = None) -> Snapshot:
        return await ctx.create_snapshot_async(timeout=timeout)

    def restore_snapshot(self, snapshot: Snapshot, ctx: Context, *, inject_globals: bool = True) -> None:
        """Puts a context into the state of a snapshot; inject_globals=False only looks whether that is possible."""
        try:
            image = Image.from_bytes(snapshot.to_bytes())
        except errors.ImageError as error:
            raise ValueError(f"The snapshot cannot be restored: {error}") from error
        if inject_globals:
            ctx._restore(image)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        self._is_closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class ThreadWorker:
    """A thread with an event loop, which coroutines of other threads and loops are run on, in order of their coming."""

    def __init__(self, name: str = "quickjs-worker") -> None:
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None  # from the first coroutine on
        self._is_closed = False

    def _submit(self, coro: Coroutine[Any, Any, Any]) -> "Future[Any]":
        why = None
        with self._lock:
            if self._is_closed:
                why = "The worker is closed"
            elif threading.current_thread() is self._thread:
                why = "The worker cannot wait for itself: await the coroutine"
            elif self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=run_loop, args=(self._loop,), name=self._name, daemon=True)
                self._thread.start()
            if why is None and self._loop is not None:
                return asyncio.run_coroutine_threadsafe(coro, self._loop)
        coro.close()
        raise RuntimeError(why)

    def run_sync(self, coro: Coroutine[Any, Any, Any]) -> Any:
        """Waits for a coroutine, and gives its result or raises its exception."""
        return self._submit(coro).result()

    def run_async(self, coro: Coroutine[Any, Any, Any]) -> "asyncio.Future[Any]":
        """A future on the loop of the caller."""
        return asyncio.wrap_future(self._submit(coro))

    def close(self) -> None:
        """Ends the thread when what runs on it is done. A second call does nothing."""
        with self._lock:
            was_closed, self._is_closed = self._is_closed, True
        if not was_closed and self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await asyncio.to_thread(self.close)


def install() -> None:
    """Has `import quickjs_rs` find this module, in this process."""
    sys.modules["quickjs_rs"] = sys.modules[__name__]


__all__ = [
    "UNDEFINED", "ConcurrentEvalError", "Context", "DeadlockError", "Globals", "Handle", "HostCancellationError", "HostError",
    "InterruptError", "InvalidHandleError", "JSError", "MarshalError", "MemoryLimitError", "QuickJSError", "Runtime", "Snapshot",
    "SourceTransform", "ThreadWorker", "TimeoutError", "Undefined", "default_module_transform_flags", "install",
    "transform_source",
]  # fmt: skip
