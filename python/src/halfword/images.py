"""Images, pools and budgets."""

import contextlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from . import _halfword
from .isolate import Host, Isolate, _capsule, _host_or_default, _natural, _seconds

if TYPE_CHECKING:
    from typing import Self


class Budget:
    """Memory, in bytes, and fuel for all isolates that are made with it, in addition to the limits of each."""

    def __init__(self, *, memory: int | None = None, fuel: int | None = None) -> None:
        self._capsule = _halfword.new_budget(_natural("memory", memory), _natural("fuel", fuel))

    @property
    def memory_left(self) -> int | None:
        """Bytes that are left; None: no limit."""
        return _halfword.budget_left(self._capsule)[0]

    @property
    def fuel_left(self) -> int | None:
        """Fuel that is left; None: no limit."""
        return _halfword.budget_left(self._capsule)[1]

    def add_fuel(self, fuel: int) -> None:
        """Adds fuel. Isolates that were ended stay so."""
        _halfword.budget_add_fuel(self._capsule, _natural("fuel", fuel))


def _from_bytes(data: bytes) -> "Image":
    return Image.from_bytes(data)


class Image:
    """An isolate as it was when it was frozen. It is immutable, and any thread may use it.

    An image is code: open only what you trust. It can be pickled, and fits the very build of the engine that made it.
    """

    def __init__(self, _capsule: Any = None) -> None:
        if type(_capsule).__name__ != "PyCapsule":
            raise TypeError("Images are made by freeze(), Image.open() and Image.from_bytes()")
        self._capsule = _capsule

    @classmethod
    def open(cls, path: "str | os.PathLike[str]") -> "Self":
        """Opens the image in a file."""
        return cls(_halfword.image_open(os.fspath(path)))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Self":
        """Opens an image in bytes."""
        return cls(_halfword.image_from_bytes(bytes(data)))

    def save(self, path: "str | os.PathLike[str]") -> None:
        """Writes the image to a file."""
        _halfword.image_save(self._capsule, os.fspath(path))

    def to_bytes(self) -> bytes:
        """The bytes of the image's file."""
        return _halfword.image_bytes(self._capsule)

    def isolate(self, **options: Any) -> Isolate:
        """An isolate that starts as the image was. Functions of its host are bound by their names."""
        return Isolate(image=self, **options)

    def __reduce__(self) -> Any:
        return _from_bytes, (self.to_bytes(),)


class Pool:
    """Isolates of one configuration that are ready, and whose memory stays. Any thread may take one."""

    def __init__(
        self,
        image: Image | None = None,
        *,
        host: Host | None = None,
        size: int = 8,
        memory_limit: int | None = None,
        fuel: int | None = None,
        timeout: float | None = None,
        stack_limit: int | None = None,
        budget: Budget | None = None,
        eval: bool = True,
        jit: bool = True,
    ) -> None:
        self.host = _host_or_default(host)
        self._image, self._timeout = image, timeout
        self._capsule = _halfword.new_pool(
            _capsule("image", "Image", image),
            self.host,
            _natural("size", size),
            _natural("memory_limit", memory_limit),
            _natural("fuel", fuel),
            _seconds(timeout),
            _natural("stack_limit", stack_limit),
            not eval,
            not jit,
            _capsule("budget", "Budget", budget),
        )

    def take(self) -> Isolate:
        """An isolate as the image has it. close() gives it back."""
        return Isolate(host=self.host, timeout=self._timeout, _pool=self)

    @contextlib.contextmanager
    def isolate(self) -> Iterator[Isolate]:
        """Lends an isolate; it is put back to its image, and values of it are invalid then."""
        isolate = self.take()
        try:
            yield isolate
        finally:
            isolate.close()

    def __reduce__(self) -> Any:
        raise TypeError("A pool cannot be pickled: pickle its image")
