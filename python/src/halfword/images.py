"""Images, pools and budgets."""

import contextlib
import os
import weakref
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _halfword
from .errors import ImageError
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


_known: "weakref.WeakValueDictionary[bytes, Image]" = weakref.WeakValueDictionary()  # those that were unpickled


def _unpickled(name: bytes, data: bytes) -> "Image":
    """An image that comes again, with each task of a worker for instance, is the one that is there."""
    image = _known.get(name)
    if image is None:
        image = _known.setdefault(name, Image.from_bytes(data))
    return image


def _checked(key: bytes | None, bound: bytes | None) -> tuple[bytes, bytes]:
    key, bound = b"" if key is None else bytes(key), bytes(bound or b"")
    if bound and not key:
        raise ValueError("What an image is bound to is covered by its key: give a key, too")
    if key and not 16 <= len(key) <= 64:
        raise ValueError("The key of an image has 16 to 64 bytes")
    return key, bound


class Image:
    """An isolate as it was when it was frozen. It is immutable, and any thread may use it.

    An image is code: open only what you trust, or what was written with a key that only you have. It fits the very
    build of the engine that made it. It can be pickled; so can its deltas, which are bytes.

    key: 16 to 64 bytes. Who lacks them can neither write a file that is opened with them, nor change one.
    bound: further bytes that the key covers and the file lacks, such as the name of the thread whose image it is.
    """

    def __init__(self, _capsule: Any = None) -> None:
        if type(_capsule).__name__ != "PyCapsule":
            raise TypeError("Images are made by freeze(), Image.open() and Image.from_bytes()")
        self._capsule = _capsule

    @classmethod
    def open(
        cls,
        path: "str | os.PathLike[str]",
        *,
        bases: "Iterable[Image]" = (),
        key: bytes | None = None,
        bound: bytes | None = None,
    ) -> "Self":
        """Opens the image in a file. `bases` are the images of which one may be the base of a delta."""
        bases = list(bases)
        if not bases and key is None and bound is None:
            return cls(_halfword.image_open(os.fspath(path)))
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            raise ImageError(f"The image cannot be read: {error}") from error
        return cls.from_bytes(data, bases=bases, key=key, bound=bound)

    @classmethod
    def from_bytes(
        cls, data: bytes, *, bases: "Iterable[Image]" = (), key: bytes | None = None, bound: bytes | None = None
    ) -> "Self":
        """Opens an image in bytes, as open() does."""
        capsules = [_capsule("bases", "Image", base) for base in bases]
        return cls(_halfword.image_open_bytes(bytes(data), capsules, *_checked(key, bound)))

    def save(self, path: "str | os.PathLike[str]", *, key: bytes | None = None, bound: bytes | None = None) -> None:
        """Writes the image to a file."""
        _halfword.image_save(self._capsule, os.fspath(path), *_checked(key, bound))

    def to_bytes(self, *, key: bytes | None = None, bound: bytes | None = None) -> bytes:
        """The image in bytes, without what is zero."""
        return _halfword.image_bytes(self._capsule, None, *_checked(key, bound))

    def delta(self, base: "Image", *, key: bytes | None = None, bound: bytes | None = None) -> bytes:
        """Gives the bytes in which the image differs from a base. They are opened where the base is there, too."""
        return _halfword.image_bytes(self._capsule, _capsule("base", "Image", base), *_checked(key, bound))

    @property
    def name(self) -> str:
        """The same 64 digits for images with the same contents, and for no others."""
        return _halfword.image_name(self._capsule).hex()

    def isolate(self, **options: Any) -> Isolate:
        """An isolate that starts as the image was. Functions of its host are bound by their names."""
        return Isolate(image=self, **options)

    def __reduce__(self) -> Any:
        return _unpickled, (_halfword.image_name(self._capsule), self.to_bytes())


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
