"""Exceptions of the package."""

import builtins
import types
from typing import Any

__all__ = [
    "BusyError",
    "ClosedError",
    "DeadlockError",
    "FuelError",
    "HalfwordError",
    "HostCancellationError",
    "ImageError",
    "InterruptError",
    "InvalidHandleError",
    "JSError",
    "MarshalError",
    "MemoryLimitError",
    "StackOverflowError",
    "SuspendedError",
    "TerminatedError",
    "TimeoutError",
    "WorkerError",
]  # fmt: skip


class HalfwordError(Exception):
    """The base of all exceptions of this package."""


class JSError(HalfwordError):
    """A guest has thrown something, and has not caught it.

    `value` is what was thrown: of an error a live object. `cause` is an exception, or any value, or None.
    """

    name: str
    message: str
    stack: str
    cause: Any
    value: Any
    _is_thrown = False

    def __init__(self, name: str = "Error", message: str = "", stack: str = "", cause: Any = None, value: Any = None) -> None:
        super().__init__(f"{name}: {message}" if message else name)
        self.name, self.message, self.stack, self.cause, self.value = name, message, stack, cause, value

    def __reduce__(self) -> Any:
        cause = self.cause if isinstance(self.cause, (BaseException, str, int, float, type(None))) else str(self.cause)
        return type(self), (self.name, self.message, self.stack, cause, None)


class TerminatedError(HalfwordError):
    """The guest was ended. Nothing runs in its isolate until reset() is called."""


class MemoryLimitError(TerminatedError, MemoryError):
    """The guest has reached its memory limit."""


class FuelError(TerminatedError):
    """The guest has used up its fuel."""


class TimeoutError(TerminatedError, builtins.TimeoutError):
    """A call has taken longer than its timeout."""


class InterruptError(TerminatedError):
    """interrupt() has ended the guest."""


class StackOverflowError(TerminatedError, RecursionError):
    """The calling thread has too little stack left to run a guest at all."""


class ClosedError(HalfwordError):
    """The isolate is closed."""


class BusyError(HalfwordError):
    """The isolate is in use: by another thread, by the call that a callback is in, or by a memoryview."""


class SuspendedError(HalfwordError):
    """The guest waits for the answer of a function; nothing else may run in its isolate."""


class InvalidHandleError(HalfwordError):
    """A handle was released, or is of the time before its isolate was reset."""


class MarshalError(HalfwordError, TypeError):
    """A value has no counterpart on the other side."""


class ImageError(HalfwordError):
    """An image could not be made, written or read."""


class DeadlockError(HalfwordError):
    """A promise is pending, and nothing is left that could settle it."""


class HostCancellationError(HalfwordError):
    """What a guest catches when the task that runs it was cancelled."""


class WorkerError(HalfwordError):
    """A process of a ProcessPool has ended in the middle of a call."""


_RAISES = compile("raise _error", "<guest>", "exec")


def _frame(name: str, file: str, line: int) -> types.TracebackType | None:
    """A traceback of one frame that looks as if it were in a file of the guest."""
    code = _RAISES.replace(co_filename=file, co_name=name, co_qualname=name, co_firstlineno=line)
    try:
        exec(code, {"_error": _Probe(), "__name__": file})
    except _Probe as probe:
        own = probe.__traceback__
        return own.tb_next if own else None
    return None


class _Probe(Exception):
    pass


def _guest_frames(stack: str) -> list[tuple[str, str, int]]:
    frames = []
    for line in stack.splitlines():
        line = line.strip()
        if not line.startswith("at "):
            continue
        name, place = "<script>", line[3:]
        if place.endswith(")") and " (" in place:
            name, _, place = place[:-1].partition(" (")
        file, _, rest = place.rpartition(":")
        file, _, number = file.rpartition(":")
        if file and number.isdigit() and rest.isdigit() and 0 < int(number) < 100_000:
            frames.append((name, file, int(number)))
        if len(frames) == 10:
            break
    return frames


def _make(name: Any, message: Any, stack: Any, cause: Any, value: Any, is_error: bool) -> JSError:
    """For the native part: the exception for a value that was thrown."""
    error = JSError(name or "Error", message or "", stack or "", cause, value)
    if not is_error:
        error._is_thrown = True
        error.args = (f"The guest has thrown {message}",)
    if isinstance(cause, BaseException):
        error.__cause__ = cause
    above: types.TracebackType | None = None
    for function, file, line in _guest_frames(stack or ""):
        made = _frame(function, file, line)
        if made:
            above = types.TracebackType(above, made.tb_frame, made.tb_lasti, made.tb_lineno)
    if above:
        error.__traceback__ = above
    return error


def _parts(error: BaseException) -> tuple[str, str, list[str]]:
    """For the native part: the name, the message and the lines of the stack of an exception that a guest gets."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__, limit=-10)
    lines = [f"    at {frame.name} ({frame.filename}:{frame.lineno})" for frame in reversed(frames)]
    name = type(error).__name__
    try:
        message = str(error)
    except Exception:
        message = ""
    if isinstance(error, JSError):
        name, message = error.name, error.message
    return name, message, lines


def _stack(parts: tuple[str, str, list[str]], guest: str) -> str:
    """For the native part: the stack that the guest sees. Python's lines come first."""
    name, message, lines = parts
    below = [line for line in guest.splitlines() if line.startswith("    at ")]
    return "\n".join([f"{name}: {message}" if message else name, *lines, *below])
