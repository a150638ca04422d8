"""Values of a guest in Python: live objects, and the few classes that Python has no counterpart for."""

import functools
from collections.abc import Callable, Generator, Iterator, MutableMapping, MutableSequence
from typing import TYPE_CHECKING, Any, Self

from . import _halfword
from .errors import DeadlockError, JSError, SuspendedError

if TYPE_CHECKING:
    import asyncio

    from .isolate import Isolate

_LIVE = 0
_KINDS = (
    "none", "object", "array", "function", "error", "date", "regexp", "map", "set", "weak", "promise", "proxy", "buffer", "view",
    "boxed", "generator", "iterator", "namespace", "external", "host", "intl", "temporal", "other",
)  # fmt: skip
_TYPES = ("undefined", "null", "boolean", "number", "string", "symbol", "bigint", "object", "function")


class Undefined:
    """The class of UNDEFINED."""

    _only: Self | None = None

    def __new__(cls) -> Self:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __repr__(self) -> str:
        return "UNDEFINED"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "UNDEFINED"


UNDEFINED = Undefined()


class BigInt(int):
    """A BigInt of a guest. As an argument it becomes a BigInt, however small it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"BigInt({int(self)})"


class Map(dict[Any, Any]):
    """A dict that becomes a Map in the guest, with keys of any kind; other dicts become objects."""


class Value(_halfword.ValueBase):
    """A handle of a value in a guest. Any thread may use it, and drop it."""

    isolate: "Isolate"

    def __init__(self) -> None:
        raise TypeError("Handles of values are made by isolates only")

    @property
    def type_of(self) -> str:
        """What `typeof` says; "null" for null."""
        return _TYPES[self._type()]

    @property
    def kind(self) -> str:
        """What kind of object it is, whatever its prototype says: "map", "regexp", "none"."""
        return _KINDS[self._kind()]

    def __repr__(self) -> str:
        if not self._is_valid():
            return f"<halfword.{type(self).__name__}, no longer valid>"
        try:
            return f"<halfword.{type(self).__name__} {self._describe()}>"
        except SuspendedError:
            return f"<halfword.{type(self).__name__}>"

    def __str__(self) -> str:
        """What String(value) gives. It may run guest code."""
        if self.type_of == "symbol":
            return str(self._describe())
        return self._text()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self is other or self._same(other)

    def __hash__(self) -> int:
        return hash(id(self.isolate))  # two handles of one object must have the same

    def __reduce__(self) -> Any:
        raise TypeError("A handle cannot be pickled: copy the value with to_python()")

    def dup(self) -> "Value":
        """Another handle of the same value."""
        twin: Value = self._copy()
        return twin


def _key(key: Any) -> Any:
    if isinstance(key, (str, Value)) or isinstance(key, int) and not isinstance(key, bool):
        return key
    raise TypeError(f"A key of an object is a str, an int or a symbol, not a {type(key).__name__}")


class Object(Value):
    """An object that stays in its guest: a mapping of its own properties, with attributes for all.

    A method that is taken as an attribute keeps its object: `o.f(1)` does what it does in JavaScript.
    """

    def __getitem__(self, key: Any) -> Any:
        if not self._has_own(_key(key)):
            raise KeyError(key)
        return self._get(key, _LIVE)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._set(_key(key), value)

    def __delitem__(self, key: Any) -> None:
        if not self._has_own(_key(key)):
            raise KeyError(key)
        if not self._delete(key):
            raise TypeError(f"The property {key!r} cannot be deleted")

    def __contains__(self, key: object) -> bool:
        return self._has_own(_key(key))

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys())

    def __len__(self) -> int:
        return len(self._keys())

    def __bool__(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if not self._has(name):
            raise AttributeError(f"The object has no property '{name}'")
        return self._get_method(name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self._set(name, value)

    def __delattr__(self, name: str) -> None:
        self._delete(name)

    # The abstract classes have a metaclass that native classes cannot have, so their methods are taken one by one.
    keys: Any = MutableMapping.keys
    values: Any = MutableMapping.values
    items: Any = MutableMapping.items
    get: Any = MutableMapping.get
    pop: Any = MutableMapping.pop
    setdefault: Any = MutableMapping.setdefault
    update: Any = MutableMapping.update
    clear: Any = MutableMapping.clear

    def method(self, name: str, *arguments: Any) -> Any:
        """Calls a method, and copies its result."""
        return self._get_method(name)(*arguments)


class Array(Object):
    """An array that stays in its guest: a mutable sequence."""

    def _index(self, index: int) -> int:
        length = len(self)
        if index < 0:
            index += length
        if not 0 <= index < length:
            raise IndexError("The index is out of range")
        return index

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._get(i, _LIVE) for i in range(*index.indices(len(self)))]
        return self._get(self._index(index), _LIVE)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            raise TypeError("Slices of an array cannot be set: set its elements")
        self._set(self._index(index), value)

    def __delitem__(self, index: Any) -> None:
        if isinstance(index, slice):
            for i in sorted(range(*index.indices(len(self))), reverse=True):
                del self[i]
            return
        self._get_method("splice")(self._index(index), 1)

    def __len__(self) -> int:
        return int(self._get("length", _LIVE))

    def __iter__(self) -> Iterator[Any]:
        index = 0
        while index < len(self):
            yield self._get(index, _LIVE)
            index += 1

    def __contains__(self, value: object) -> bool:
        return any(value is element or value == element for element in self)

    def __reversed__(self) -> Iterator[Any]:
        for index in range(len(self) - 1, -1, -1):
            yield self._get(index, _LIVE)

    def insert(self, index: int, value: Any) -> None:
        self._get_method("splice")(index, 0, value)

    append: Any = MutableSequence.append
    extend: Any = MutableSequence.extend
    index: Any = MutableSequence.index
    count: Any = MutableSequence.count
    pop: Any = MutableSequence.pop
    remove: Any = MutableSequence.remove
    reverse: Any = MutableSequence.reverse
    clear: Any = MutableSequence.clear


MutableMapping.register(Object)
MutableSequence.register(Array)


class Function(Object):
    """A function of a guest. Called, it copies its result as eval() does."""

    def this(self, receiver: Any) -> "Function":
        """The same function, with an object for `this`."""
        bound: Function = self._bind(receiver)
        return bound

    def new(self, *arguments: Any) -> Any:
        """Does what `new` does, and gives the object itself."""
        return self._new(*arguments)

    def live(self, *arguments: Any) -> Any:
        """Calls the function, and leaves its result in the guest if it is an object."""
        return self._call(None, *arguments, mode=_LIVE)

    async def async_(self, *arguments: Any) -> Any:
        """Calls the function, and awaits what it promises."""
        from ._async import run_async

        return await run_async(self.isolate, lambda: self(*arguments))


class _Outcome:
    """How a promise was settled, once it is."""

    __slots__ = ("callbacks", "is_good", "is_settled", "result")

    def __init__(self) -> None:
        self.is_settled = self.is_good = False
        self.result: Any = None
        self.callbacks: list[Callable[[], object]] = []

    def __call__(self, is_good: bool, result: Any) -> None:
        self.is_settled, self.is_good, self.result = True, is_good, result
        for callback in self.callbacks:
            callback()
        self.callbacks.clear()


def _finish(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


class Promise(Object):
    """A promise of a guest. It can be awaited, by any number of tasks."""

    _outcome: _Outcome

    @property
    def _settle(self) -> _Outcome:
        """For the native part, which calls it when the promise is settled."""
        if "_outcome" not in self.__dict__:
            object.__setattr__(self, "_outcome", _Outcome())
        return self._outcome

    @property
    def state(self) -> str:
        """ "pending", "fulfilled" or "rejected"."""
        outcome = self._settle
        return "pending" if not outcome.is_settled else "fulfilled" if outcome.is_good else "rejected"

    def result(self) -> Any:
        """The value of a fulfilled promise. Raises the reason of a rejected one, and DeadlockError for a pending one."""
        outcome = self._settle
        if not outcome.is_settled:
            raise DeadlockError("The promise is pending: await it, or let something settle it")
        if outcome.is_good:
            return outcome.result
        raise outcome.result

    def __await__(self) -> Generator[Any, None, Any]:
        return self._wait().__await__()

    async def _wait(self) -> Any:
        await self._settled()
        return self.result()

    async def _settled(self) -> None:
        import asyncio  # takes longer than all else of the package

        from ._async import drive, enter

        outcome, loop = self._settle, asyncio.get_running_loop()
        if not outcome.is_settled and self.isolate._has_jobs():
            await enter(self.isolate, self.isolate._run_jobs)
        while not outcome.is_settled:
            future: asyncio.Future[None] = loop.create_future()
            outcome.callbacks.append(functools.partial(loop.call_soon_threadsafe, _finish, future))
            await drive(self.isolate, outcome, future)


__all__ = ["UNDEFINED", "Array", "BigInt", "Function", "JSError", "Map", "Object", "Promise", "Undefined", "Value"]
