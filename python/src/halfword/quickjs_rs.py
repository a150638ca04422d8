"""The interface of the package quickjs-rs over isolates of Halfword, written from its documentation.

    import halfword.quickjs_rs as quickjs_rs

Differences: each Context is an isolate of its own with the runtime's limits; a guest that a limit has ended stays ended, and
its context with it; a snapshot fits the build of Halfword that made it; TOP_LEVEL_CONST_TO_VAR, transform_source and
ThreadWorker are not there.
"""

import enum
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

from . import _halfword, values
from .errors import (
    BusyError,
    DeadlockError,
    HalfwordError,
    HostCancellationError,
    InterruptError,
    InvalidHandleError,
    JSError,
    MarshalError,
    MemoryLimitError,
    TimeoutError,
)  # fmt: skip
from .images import Image
from .isolate import Host, Isolate
from .values import UNDEFINED, Promise, Undefined, Value

QuickJSError = HalfwordError
HostError = HalfwordError
ConcurrentEvalError = BusyError
_HANDLE = 3  # all objects stay in the guest


class SourceTransform(enum.IntFlag):
    """What is done to a source before it is compiled."""

    NONE = 0
    SOURCE_TS = 1
    STRIP_TYPESCRIPT = 2
    TOP_LEVEL_CONST_TO_VAR = 4


def default_module_transform_flags(name: str) -> SourceTransform:
    """Types are dropped of modules whose names say that they have some."""
    if name.endswith((".ts", ".mts", ".cts")):
        return SourceTransform.SOURCE_TS | SourceTransform.STRIP_TYPESCRIPT
    return SourceTransform.NONE


def _is_typescript(flags: SourceTransform | None) -> bool:
    if flags and flags & SourceTransform.TOP_LEVEL_CONST_TO_VAR:
        raise NotImplementedError("Halfword compiles sources as they are: there is no TOP_LEVEL_CONST_TO_VAR")
    return bool(flags and flags & SourceTransform.STRIP_TYPESCRIPT)


class Snapshot:
    """A context as it was."""

    def __init__(self, image: Image) -> None:
        self._image = image

    def to_bytes(self) -> bytes:
        return self._image.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        return cls(Image.from_bytes(data))


class Handle:
    """A value that stays in its context."""

    def __init__(self, context: "Context", value: Any) -> None:
        self._context, self._value, self._isolate = context, value, context._isolate
        self._is_disposed = False

    def _use(self) -> Any:
        if self._is_disposed or self._context._isolate is not self._isolate or self._isolate.closed:
            raise InvalidHandleError("The handle is disposed, or its context is closed or was restored")
        return self._value

    def _object(self) -> Value:
        value = self._use()
        if not isinstance(value, Value):
            raise MarshalError(f"A {self.type_of} has no members")
        return value

    @property
    def type_of(self) -> str:
        value = self._use()
        if isinstance(value, Value):
            return "object" if value.type_of == "null" else value.type_of
        names = {bool: "boolean", str: "string", Undefined: "undefined", values.BigInt: "bigint", type(None): "object"}
        return names.get(type(value), "number")

    @property
    def is_promise(self) -> bool:
        return isinstance(self._use(), Promise)

    def get(self, key: str) -> "Handle":
        return Handle(self._context, self._object()._get(key, _HANDLE))

    def get_index(self, index: int) -> "Handle":
        return Handle(self._context, self._object()._get(index, _HANDLE))

    def set(self, key: str, value: Any) -> None:
        self._object()._set(key, value._use() if isinstance(value, Handle) else value)

    def has(self, key: str) -> bool:
        return self._object()._has(key)

    def call(self, *arguments: Any) -> "Handle":
        return Handle(self._context, self._object()._call(None, *map(_argument, arguments), mode=_HANDLE))

    def call_method(self, name: str, *arguments: Any) -> "Handle":
        method = self._object()._get(name, _HANDLE)
        return Handle(self._context, method._call(self._value, *map(_argument, arguments), mode=_HANDLE))

    def new(self, *arguments: Any) -> "Handle":
        return Handle(self._context, self._object()._new(*map(_argument, arguments)))

    def to_python(self, *, allow_opaque: bool = False) -> Any:
        value = self._use()
        copied = value.to_python() if isinstance(value, Value) else value
        return self._context._checked(copied, allow_opaque)

    def dup(self) -> "Handle":
        value = self._use()
        return Handle(self._context, value.dup() if isinstance(value, Value) else value)

    async def await_promise(self) -> "Handle":
        value = self._use()
        return Handle(self._context, await value if isinstance(value, Promise) else value)

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


def _argument(value: Any) -> Any:
    return value._use() if isinstance(value, Handle) else value


class Globals:
    """The global variables of a context."""

    def __init__(self, context: "Context") -> None:
        self._context = context

    def __getitem__(self, name: str) -> Any:
        value = self._context._isolate[name]
        return self._context._checked(value.to_python() if isinstance(value, Value) else value, False)

    def __setitem__(self, name: str, value: Any) -> None:
        self._context._isolate[name] = _argument(value)

    def __contains__(self, name: object) -> bool:
        return name in self._context._isolate

    def get_handle(self, name: str) -> Handle:
        return Handle(self._context, self._context._isolate.globals._object._get(name, _HANDLE))


class Context:
    """A JavaScript world of its own."""

    def __init__(self, runtime: "Runtime", timeout: float) -> None:
        self._runtime, self._timeout = runtime, timeout
        self._functions: dict[str, Callable[..., Any]] = {}
        self._isolate = self._make(None)

    def _make(self, image: Image | None) -> Isolate:
        runtime = self._runtime
        isolate = Isolate(
            host=runtime._host,
            image=image,
            memory_limit=runtime._memory_limit,
            stack_limit=runtime._stack_limit,
            timeout=self._timeout,
        )
        isolate._set_undefined(UNDEFINED)
        return isolate

    def _checked(self, value: Any, allow_opaque: bool) -> Any:
        if isinstance(value, Value):
            if allow_opaque:
                return Handle(self, value)
            raise MarshalError(f"A {value.type_of} cannot be copied: use a handle")
        if isinstance(value, list):
            return [self._checked(element, allow_opaque) for element in value]
        if isinstance(value, dict):
            return {key: self._checked(member, allow_opaque) for key, member in value.items()}
        return bytes(value) if isinstance(value, memoryview) else value

    def _options(self, module: bool, strict: bool, filename: str, flags: SourceTransform | None) -> dict[str, Any]:
        typescript = _is_typescript(self._runtime._transform_flags if flags is None else flags)
        return {"module": module, "strict": strict, "name": filename, "typescript": typescript}

    def eval(
        self,
        code: str,
        *,
        module: bool = False,
        strict: bool = False,
        filename: str = "<eval>",
        timeout: float | None = None,
        transform_flags: SourceTransform | None = None,
    ) -> Any:
        value = self._isolate.eval(code, timeout=timeout, **self._options(module, strict, filename, transform_flags))
        return UNDEFINED if module else self._checked(value, False)

    def eval_handle(
        self, code: str, *, filename: str = "<eval>", timeout: float | None = None, transform_flags: SourceTransform | None = None
    ) -> Handle:
        typescript = _is_typescript(self._runtime._transform_flags if transform_flags is None else transform_flags)
        flags = _halfword.SOURCE_TYPESCRIPT if typescript else 0
        return Handle(self, self._isolate._eval(code, filename, flags, timeout, _HANDLE))

    async def eval_async(
        self,
        code: str,
        *,
        module: bool = False,
        strict: bool = False,
        filename: str = "<eval>",
        transform_flags: SourceTransform | None = None,
    ) -> Any:
        value = await self._isolate.eval_async(code, **self._options(module, strict, filename, transform_flags))
        return UNDEFINED if module else self._checked(value, False)

    @property
    def globals(self) -> Globals:
        return Globals(self)

    def register(self, name: str, function: Callable[..., Any], is_async: bool | None = None) -> None:
        """Offers a function to the guest; one that gives an awaitable gives the guest a promise."""

        def call(*arguments: Any) -> Any:
            return function(*(a.to_python() if isinstance(a, (values.Array, values.Object)) else a for a in arguments))

        call.__name__ = name
        self._functions[name] = call
        self._isolate[name] = call

    def function(self, function: Any = None, *, name: str | None = None, is_async: bool | None = None) -> Any:
        def define(function: Callable[..., Any]) -> Callable[..., Any]:
            self.register(name or function.__name__, function, is_async)
            return function

        return define if function is None else define(function)

    def create_snapshot(self) -> Snapshot:
        return Snapshot(self._isolate.freeze())

    async def create_snapshot_async(self) -> Snapshot:
        return self.create_snapshot()

    def _restore(self, image: Image, inject_globals: bool) -> None:
        old, self._isolate = self._isolate, self._make(image)
        old.close()
        if inject_globals:
            for name, function in self._functions.items():
                self._isolate[name] = function

    def close(self) -> None:
        self._isolate.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Runtime:
    """Limits and modules of contexts."""

    def __init__(
        self, *, memory_limit: int | None = 64 << 20, stack_limit: int = 1 << 20, transform_flags: SourceTransform | None = None
    ) -> None:
        self._memory_limit, self._stack_limit, self._transform_flags = memory_limit, stack_limit, transform_flags
        self._contexts: list[Context] = []
        self._normalize: Callable[[str, str], str | None] | None = None
        self._load: Callable[[str], str | None] | None = None
        self._host = Host(load_module=self._load_module, resolve_module=self._resolve)

    def _resolve(self, specifier: str, referrer: str) -> str | None:
        return self._normalize(referrer, specifier) if self._normalize else specifier

    def _load_module(self, name: str) -> str | Mapping[str, Any] | None:
        return self._load(name) if self._load else None

    def set_module_loader(
        self, *, normalize: Callable[[str, str], str | None] | None = None, load: Callable[[str], str | None] | None = None
    ) -> None:
        """Says what specifiers mean, and where sources come from. Names that end in .ts are TypeScript."""
        self._normalize, self._load = normalize, load

    def new_context(self, *, timeout: float = 5.0) -> Context:
        context = Context(self, timeout)
        self._contexts.append(context)
        return context

    def run_gc(self) -> None:
        for context in self._contexts:
            if not context._isolate.closed:
                context._isolate.collect()

    def memory_usage(self) -> dict[str, int]:
        """Sums over the contexts that are open."""
        total = {"heap_bytes": 0, "external_bytes": 0, "contexts": 0}
        for context in self._contexts:
            if not context._isolate.closed:
                usage = context._isolate.usage()
                total["heap_bytes"] += usage["heap_bytes"]
                total["external_bytes"] += usage["external_bytes"]
                total["contexts"] += 1
        return total

    def create_snapshot(self, context: Context) -> Snapshot:
        return context.create_snapshot()

    def restore_snapshot(self, snapshot: Snapshot, context: Context, inject_globals: bool = True) -> None:
        """Puts a context into the state of a snapshot. Handles of before are invalid."""
        context._restore(snapshot._image, inject_globals)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


__all__ = [
    "UNDEFINED", "ConcurrentEvalError", "Context", "DeadlockError", "Globals", "Handle", "HostCancellationError", "HostError",
    "InterruptError", "InvalidHandleError", "JSError", "MarshalError", "MemoryLimitError", "QuickJSError", "Runtime", "Snapshot",
    "SourceTransform", "TimeoutError", "Undefined", "default_module_transform_flags",
]  # fmt: skip
