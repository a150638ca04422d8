"""Hosts and isolates: what most programs use."""

import atexit
import contextlib
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar, overload

from . import _halfword
from .errors import BusyError, ClosedError, DeadlockError, JSError, SuspendedError
from .values import Object, Promise, Value

if TYPE_CHECKING:
    from . import _async
    from .images import Budget, Image, Pool

_F = TypeVar("_F", bound=Callable[..., Any])
_LIVE, _COPY = 0, 1
_TYPESCRIPT = _halfword.SOURCE_TYPESCRIPT
_REASONS = (None, "memory", "fuel", "interrupt", "timeout", "stopped", "stack")
_isolates: "weakref.WeakSet[Isolate]" = weakref.WeakSet()


class Source(str):
    """The source of a module that says itself whether it is TypeScript; of others the name says it, by .ts at its end."""

    typescript: bool

    def __new__(cls, text: str, *, typescript: bool = False) -> Self:
        made = super().__new__(cls, text)
        made.typescript = typescript
        return made


class Host(_halfword.HostBase):
    """What guests may call, import and print to. Many isolates may share one, on any threads.

    console: called with a level ("log", "info", "warn", "error", "debug") and a text; True prints.
    modules: names of modules and their sources; a mapping instead of a source is a module of these exports.
    load_module: called with the name of a module that is in no `modules`; gives the same, or None.
    resolve_module: called with a specifier and the name of the module that imports; gives the module's name, or None.
    timers: whether guests have setTimeout, setInterval and their kin, in eval_async.
    time_zone: an IANA name; that of the process otherwise.
    """

    def __init__(
        self,
        *,
        console: Callable[[str, str], None] | bool = False,
        modules: Mapping[str, str | Mapping[str, Any]] | None = None,
        load_module: Callable[[str], str | Mapping[str, Any] | None] | None = None,
        resolve_module: Callable[[str, str], str | None] | None = None,
        timers: bool = False,
        time_zone: str = "",
    ) -> None:
        known = dict(modules or {})

        def load(name: str) -> str | Mapping[str, Any] | None:
            return known[name] if name in known else load_module(name) if load_module else None

        if console is True:
            console = lambda level, text: print(text, flush=True)
        super().__init__(console or None, load if known or load_module else None, resolve_module, time_zone)
        self._waiting: dict[str, Callable[..., Any]] = {}
        self.timers = timers

    @overload
    def function(self, function: _F) -> _F: ...
    @overload
    def function(self, *, name: str | None = None, wait: bool = False, copy: bool = False) -> Callable[[_F], _F]: ...
    def function(self, function: Any = None, *, name: str | None = None, wait: bool = False, copy: bool = False) -> Any:
        """Offers a function to guests, by its name. An `async def` gives the guest a promise.

        wait: the guest waits in the middle of its call, whatever it is doing, until the answer is there. In
        eval_async() the function is called and awaited; elsewhere SuspendedError says so, and resume() answers.
        copy: objects among the arguments come as dict and list, not as live objects.
        """

        def define(function: _F) -> _F:
            if not callable(function):
                raise TypeError(f"A function of a host is a callable, not a {type(function).__name__}")
            shown = name or function.__name__
            self._define(shown, function, wait, copy)
            if wait:
                self._waiting[shown] = function
            return function

        return define if function is None else define(function)


class Suspended(NamedTuple):
    """A guest's call that waits for its answer."""

    name: str
    args: list[Any]


class Globals(MutableMapping[str, Any]):
    """The global variables of an isolate, also those of `let`, `const` and `class`."""

    def __init__(self, isolate: "Isolate") -> None:
        object.__setattr__(self, "_isolate", isolate)
        object.__setattr__(self, "_object", isolate._global())

    _isolate: "Isolate"
    _object: Object

    def __getitem__(self, name: str) -> Any:
        if self._object._has(name):
            return self._object._get(name, _LIVE)
        if isinstance(name, str) and name.replace("$", "_").isidentifier():
            try:
                return self._isolate._eval(name, "halfword:globals", 0, None, _LIVE)
            except JSError:
                pass
        raise KeyError(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self._object._set(name, value)

    def __delitem__(self, name: str) -> None:
        del self._object[name]

    def __contains__(self, name: object) -> bool:
        try:
            self[name]  # type: ignore[index]
        except KeyError:
            return False
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(self._object)

    def __len__(self) -> int:
        return len(self._object)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"There is no global variable '{name}'") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class Script:
    """A compiled script: each call runs it."""

    def __init__(self, isolate: "Isolate", handle: Value) -> None:
        self._isolate, self._handle = isolate, handle

    def __call__(self) -> Any:
        return self._isolate._run(self._handle, _COPY, None)


class _Code:
    """Code that may have `await` at its top level: called, it runs."""

    def __init__(
        self,
        isolate: "Isolate",
        code: str,
        name: str,
        strict: bool,
        typescript: bool,
        *,
        timeout: float | None = None,
        mode: int = _COPY,
    ) -> None:
        self._isolate, self._code, self._name, self._timeout, self._mode = isolate, code, name, timeout, mode
        self._strict, self._typescript = strict, typescript
        self.awaits = False  # whether it has come to be the body of an async function, which gives a promise

    def __call__(self) -> Any:
        flags = _TYPESCRIPT if self._typescript else 0
        plain = "'use strict';" + self._code if self._strict else self._code
        if "await" not in plain:
            return self._isolate._eval(plain, self._name, flags, self._timeout, self._mode)
        from . import _source

        variants = _source.with_await(self._code, strict=self._strict, typescript=self._typescript)
        failed: JSError | None = None
        for text in [*variants, plain] if _source.calls_await(self._code) else [plain, *variants]:
            try:
                script = self._isolate._compile(text, self._name, flags)
            except JSError as error:
                if text is plain:
                    failed = error
                continue
            self.awaits = text is not plain
            return self._isolate._run(script, self._mode, self._timeout)
        assert failed is not None
        raise failed


_default_host: Host | None = None


def _host_or_default(host: Host | None) -> Host:
    global _default_host
    if host is not None:
        if not isinstance(host, Host):
            raise TypeError(f"host is a halfword.Host, not a {type(host).__name__}")
        return host
    if _default_host is None:
        _default_host = Host()
    return _default_host


class Isolate(_halfword.IsolateBase):
    """A JavaScript world of its own: private in memory, and limited in memory, time and fuel.

    Any thread may use it; one at a time is inside, others wait (or get BusyError with blocking=False).

    memory_limit: bytes of its heap and of its ArrayBuffers.
    fuel: calls and loop iterations, counted the same way each time.
    timeout: seconds of each call.
    budget: limits that several isolates share.
    eval: whether guests have eval() and Function().
    jit: whether machine code is made for this isolate.
    release_gil: whether other Python threads run meanwhile. False makes short calls and callbacks faster.
    """

    host: Host

    def __init__(
        self,
        *,
        host: Host | None = None,
        image: "Image | None" = None,
        memory_limit: int | None = None,
        fuel: int | None = None,
        timeout: float | None = None,
        stack_limit: int | None = None,
        budget: "Budget | None" = None,
        eval: bool = True,
        jit: bool = True,
        blocking: bool = True,
        release_gil: bool = True,
        proposals: bool = False,
        _pool: "Pool | None" = None,
    ) -> None:
        self.host = host = _host_or_default(host)
        super().__init__(
            host,
            _capsule("image", "Image", image),
            _natural("memory_limit", memory_limit),
            _natural("fuel", fuel),
            _seconds(timeout),
            _natural("stack_limit", stack_limit),
            not eval,
            not jit,
            blocking,
            release_gil,
            _halfword.FEATURE_HARMONY if proposals else 0,
            _capsule("budget", "Budget", budget),
            _pool,
        )
        self._makers: dict[str, Value] = {}
        self._tasks: set[_async.Entry] = set()
        _isolates.add(self)
        if host.timers and image is None and _pool is None:
            from ._async import install_timers

            install_timers(self)

    # ---- Running

    def eval(
        self,
        code: str,
        *,
        name: str = "<eval>",
        module: bool = False,
        strict: bool = False,
        typescript: bool = False,
        timeout: float | None = None,
        live: bool = False,
    ) -> Any:
        """Runs a script, and jobs of promises, and gives its value: plain data as copies, live=True as live objects.

        module: the code is a module; the value is the object of its exports, which stays live.
        typescript: types are dropped, and enums and the like become code.
        timeout: seconds, for this call only.
        """
        if module:
            return self.exec_module(code, name=name, typescript=typescript, timeout=timeout)
        if strict:
            code = "'use strict';" + code
        return self._eval(code, name, _TYPESCRIPT if typescript else 0, timeout, _LIVE if live else _COPY)

    def exec_module(self, code: str, *, name: str = "<module>", typescript: bool = False, timeout: float | None = None) -> Object:
        """Runs a module with all that it imports, and gives the object of its exports."""
        flags = _TYPESCRIPT if typescript else 0
        exports: Object
        promise, exports = self._eval_module(code, name, flags, timeout)
        if isinstance(promise, Promise) and promise.state == "pending":
            raise DeadlockError("The module awaits something that is not there: use exec_module_async()")
        return exports

    def compile(self, code: str, *, name: str = "<script>", typescript: bool = False) -> Script:
        """Compiles a script once, to be run often."""
        return Script(self, self._compile(code, name, _TYPESCRIPT if typescript else 0))

    def call(self, function: str, *arguments: Any) -> Any:
        """Calls a function by its name; "console.log" is the function of an object."""
        if not isinstance(function, str):
            raise TypeError(f"A function is called by its name, a str, not by a {type(function).__name__}")
        first, *rest = function.split(".")
        found = self.globals[first]
        for part in rest:
            found = found._get_method(part)
        return found(*arguments)

    async def eval_async(
        self, code: str, *, name: str = "<eval>", module: bool = False, strict: bool = False, typescript: bool = False
    ) -> Any:
        """Runs a script as eval() does, in a thread of its own, and awaits the promise that it gives.

        Functions of the host that are `async def` run on the event loop meanwhile. Code may have `await` at its top
        level. Then its value is that of its last statement, if that is an expression, and what it declares there
        becomes global variables that can be assigned and declared again; of TypeScript it is its own.
        """
        if module:
            return await self.exec_module_async(code, name=name, typescript=typescript)
        from . import _async

        return await _async.run_async(self, _Code(self, code, name, strict, typescript))

    async def exec_module_async(self, code: str, *, name: str = "<module>", typescript: bool = False) -> Object:
        """Runs a module, and awaits what it awaits."""
        from . import _async

        flags = _TYPESCRIPT if typescript else 0
        made: list[Object] = []

        def run() -> Any:
            promise, exports = self._eval_module(code, name, flags, None)
            made.append(exports)
            return promise

        await _async.run_async(self, run)
        return made[0]

    async def call_async(self, function: str, *arguments: Any) -> Any:
        """Calls a function by its name, and awaits what it promises."""
        from . import _async

        return await _async.run_async(self, lambda: self.call(function, *arguments))

    # ---- Values

    @property
    def globals(self) -> Globals:
        """The global variables, as a mapping and as attributes."""
        return Globals(self)

    def __getitem__(self, name: str) -> Any:
        return self.globals[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._global()._set(name, value)

    def __delitem__(self, name: str) -> None:
        del self.globals[name]

    def __contains__(self, name: object) -> bool:
        return name in self.globals

    def value(self, value: Any) -> Any:
        """Brings a value of Python into the guest: objects come back live."""
        return self._make(value)

    # ---- A guest that waits

    @property
    def suspended(self) -> Suspended | None:
        """The call of a function with wait=True that waits for resume(), or None."""
        found = _halfword.suspended(self)
        return None if found is None else Suspended(*found)

    def resume(self, value: Any) -> Any:
        """Answers the call that waits. Gives what the eval() or call() gives that has been waiting."""
        return _halfword.resume(self, value, False, _COPY)

    def resume_error(self, error: BaseException) -> Any:
        """Answers the call that waits by an exception."""
        return _halfword.resume(self, error, True, _COPY)

    # ---- Limits and life

    @property
    def terminated(self) -> str | None:
        """Why the guest was ended: "memory", "fuel", "timeout", "interrupt", "stopped", "stack"; None if it was not."""
        return _REASONS[self._reason()]

    def set_fuel(self, fuel: int | None) -> None:
        """What is left from now on; None: no limit."""
        self._set_fuel(_natural("fuel", fuel))

    def set_timeout(self, seconds: float | None) -> None:
        """The limit of each call from now on."""
        self._set_timeout(_seconds(seconds))

    def freeze(self, *, compact: bool = False) -> "Image":
        """Makes an image of the isolate as it is: any number of isolates can start from it.

        compact: garbage is also looked for among the objects of the image that the isolate came from. Chains of
        images, each made from the one before, do that by themselves when they have grown.
        """
        from .images import Image

        return Image(_halfword.freeze(self, compact))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("An isolate cannot be pickled: freeze() it, and pickle the image")

    def __repr__(self) -> str:
        return "<halfword.Isolate, closed>" if self.closed else f"<halfword.Isolate at {id(self):#x}>"


def _capsule(name: str, kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind not in (base.__name__ for base in type(value).__mro__) or not hasattr(value, "_capsule"):
        raise TypeError(f"{name} is a halfword.{kind}, not a {type(value).__name__}")
    return value._capsule


def _natural(name: str, value: int | None) -> int:
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < 1 << 62:
        raise ValueError(f"{name} is a whole number above 0, or None; not {value!r}")
    return value


def _seconds(value: float | None) -> float:
    if value is None:
        return 0.0
    if not isinstance(value, (int, float)) or not 0 < value < 1e9:
        raise ValueError(f"A timeout is a number of seconds above 0, or None; not {value!r}")
    return float(value)


def eval(code: str, **options: Any) -> Any:
    """Runs code in an isolate of its own: for one line, and for tests."""
    return Isolate().eval(code, **options)


@atexit.register
def _end_guests() -> None:
    """A thread that Python ends inside of a guest would take the process along: none is inside when it shuts down."""
    deadline = time.monotonic() + 5
    for isolate in list(_isolates):
        with contextlib.suppress(ClosedError, BusyError, SuspendedError):
            while isolate._is_entered() and not isolate._is_inside() and time.monotonic() < deadline:
                isolate.interrupt()
                time.sleep(0.001)
