"""JavaScript isolates for Python: limits that hold, images, objects that any thread may use.

>>> import halfword as hw
>>> hw.eval("2 ** 10")
1024
"""

from typing import TYPE_CHECKING, Any

from . import _halfword, _helpers, errors
from .errors import (
    BusyError,
    ClosedError,
    DeadlockError,
    FuelError,
    HalfwordError,
    HostCancellationError,
    ImageError,
    InterruptError,
    InvalidHandleError,
    JSError,
    MarshalError,
    MemoryLimitError,
    StackOverflowError,
    SuspendedError,
    TerminatedError,
    TimeoutError,
    WorkerError,
)  # fmt: skip
from .values import UNDEFINED, Array, BigInt, Function, Map, Object, Promise, Undefined, Value

_halfword.setup(
    {
        "errors": errors,
        "value": Value,
        "object": Object,
        "array": Array,
        "function": Function,
        "promise": Promise,
        "bigint": BigInt,
        "map": Map,
        "undefined": UNDEFINED,
        "helpers": _helpers,
    }
)

from .images import Budget, Image, Pool
from .isolate import Globals, Host, Isolate, Script, Source, Suspended, eval

if TYPE_CHECKING:
    from .processes import ProcessPool


def __getattr__(name: str) -> Any:
    if name == "ProcessPool":  # what it needs takes longer to import than all else
        from .processes import ProcessPool

        return ProcessPool
    raise AttributeError(f"module 'halfword' has no attribute '{name}'")


__version__ = _halfword.VERSION
__all__ = [
    "UNDEFINED", "Array", "BigInt", "Budget", "BusyError", "ClosedError", "DeadlockError", "FuelError", "Function", "Globals",
    "HalfwordError", "Host", "HostCancellationError", "Image", "ImageError", "InterruptError", "InvalidHandleError", "Isolate",
    "JSError", "Map", "MarshalError", "MemoryLimitError", "Object", "Pool", "ProcessPool", "Promise", "Script", "Source",
    "StackOverflowError", "Suspended", "SuspendedError", "TerminatedError", "TimeoutError", "Undefined", "Value",
    "WorkerError", "eval",
]  # fmt: skip
