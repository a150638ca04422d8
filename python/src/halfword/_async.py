"""Guests and asyncio: promises are watched, never polled."""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from . import _halfword
from .errors import ClosedError, DeadlockError, HostCancellationError, InterruptError, SuspendedError, TerminatedError
from .values import Promise, Value

if TYPE_CHECKING:
    from .isolate import Isolate

_COPY = 1
# The run that a task, or a callback of a guest, belongs to.
_run: contextvars.ContextVar["Run | None"] = contextvars.ContextVar("halfword_run", default=None)
# Isolates whose waiting call the current task is to answer: it must not enter them.
_answering: contextvars.ContextVar[tuple[Any, ...]] = contextvars.ContextVar("halfword_answering", default=())


class Run:
    """One eval_async(): its loop, and the tasks that its guest has started."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.entries: set[Entry] = set()


class Entry:
    """An awaitable of Python that a promise of the guest stands for."""

    def __init__(self, isolate: "Isolate", promise: Value, awaitable: Awaitable[Any], run: Run) -> None:
        self.isolate, self.promise, self.awaitable, self.run = isolate, promise, awaitable, run
        self.loop = run.loop
        self.done: asyncio.Future[None] = self.loop.create_future()
        self.future: asyncio.Future[Any] | None = None
        self.is_cancelled = self.is_answering = False
        try:
            is_here = asyncio.get_running_loop() is self.loop
        except RuntimeError:
            is_here = False
        if is_here:
            self._begin()
        else:
            self.loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        self.future = asyncio.ensure_future(self.awaitable)
        self.task = self.loop.create_task(self._work(self.future))
        self.task.add_done_callback(self._end)
        if self.is_cancelled:
            self.future.cancel()

    def _end(self, task: "asyncio.Task[None]") -> None:
        self.isolate._tasks.discard(self)
        self.run.entries.discard(self)
        if not task.cancelled() and task.exception():
            self.loop.call_exception_handler(
                {"message": "A guest could not be given an answer", "exception": task.exception(), "task": task}
            )
        if not self.done.done():
            self.done.set_result(None)

    def cancel(self) -> None:
        self.is_cancelled = True
        if self.future:
            self.future.cancel()

    async def _work(self, future: "asyncio.Future[Any]") -> None:
        answer, is_error = await _awaited(future)
        self.is_answering = True
        try:
            await enter(self.isolate, lambda: self._settle(answer, is_error), ends_guest=False)
        except (ClosedError, TerminatedError):
            pass  # there is nobody left to tell

    def _settle(self, answer: Any, is_error: bool) -> None:
        try:
            _halfword.settle(self.isolate, self.promise, answer, is_error)
        except (TypeError, ValueError) as error:
            _halfword.settle(self.isolate, self.promise, error, True)
        self.isolate._run_jobs()


async def _awaited(awaitable: "asyncio.Future[Any]") -> tuple[Any, bool]:
    """What came of an awaitable, and whether that is an exception."""
    try:
        return await awaitable, False
    except asyncio.CancelledError:
        return HostCancellationError("The call was cancelled"), True
    except Exception as error:
        return error, True


def start(isolate: "Isolate", awaitable: Awaitable[Any]) -> Value:
    """Has an awaitable run on the event loop; gives the promise of its answer."""
    run = _run.get()
    if run is None:
        try:
            run = Run()
        except RuntimeError:
            close = getattr(awaitable, "close", None)
            if close:
                close()
            raise RuntimeError("There is no event loop to await this on: use eval_async() or call_async()") from None
    promise: Value = _halfword.new_promise(isolate)
    entry = Entry(isolate, promise, awaitable, run)
    isolate._tasks.add(entry)
    run.entries.add(entry)
    return promise


def _lock(isolate: "Isolate") -> asyncio.Lock:
    loop = asyncio.get_running_loop()
    found: tuple[asyncio.AbstractEventLoop, asyncio.Lock] | None = isolate.__dict__.get("_entry_lock")
    if found is None or found[0] is not loop:
        found = isolate.__dict__["_entry_lock"] = (loop, asyncio.Lock())
    return found[1]


async def enter(isolate: "Isolate", function: Callable[[], Any], ends_guest: bool = True) -> Any:
    """Calls a function that enters the isolate in a thread, and answers functions that the guest waits for.

    ends_guest: whether a guest that runs is interrupted if the task is cancelled. Otherwise the guest ends its run.
    """
    if any(other is isolate for other in _answering.get()):
        raise SuspendedError("The function is to answer a guest that waits: it cannot use the guest's isolate")
    async with _lock(isolate):
        was_cancelled = None
        while True:
            try:
                result = await _in_thread(isolate, function, ends_guest)
            except SuspendedError:
                waiting = isolate.suspended
                if waiting is None or waiting.name not in isolate.host._waiting:
                    raise
                token = _answering.set((*_answering.get(), isolate))
                try:
                    answer, is_error = await _called(isolate.host._waiting[waiting.name], waiting.args)
                except asyncio.CancelledError as error:
                    was_cancelled = error
                    answer, is_error = HostCancellationError("The call was cancelled"), True
                finally:
                    _answering.reset(token)

                def function(answer: Any = answer, is_error: bool = is_error) -> Any:
                    return _halfword.resume(isolate, answer, is_error, _COPY)

                continue
            except BaseException:
                if was_cancelled:
                    raise was_cancelled from None
                raise
            if was_cancelled:
                raise was_cancelled
            return result


async def _called(function: Callable[..., Any], arguments: list[Any]) -> tuple[Any, bool]:
    try:
        answer = function(*arguments)
        if asyncio.iscoroutine(answer) or hasattr(answer, "__await__"):
            answer = await answer
        return answer, False
    except Exception as error:
        return error, True


async def _in_thread(isolate: "Isolate", function: Callable[[], Any], ends_guest: bool) -> Any:
    """Runs the guest in a thread, so that the loop goes on."""
    work = asyncio.ensure_future(asyncio.to_thread(function))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        if not work.done():
            if ends_guest and isolate._is_entered():
                isolate.interrupt()
            await asyncio.wait({work})
        if not work.cancelled():
            error = work.exception()
            if error and not isinstance(error, (InterruptError, SuspendedError)):
                raise asyncio.CancelledError from error
        raise


async def drive(isolate: "Isolate", outcome: Any, future: "asyncio.Future[None]") -> None:
    """Waits until a promise is settled. In an eval_async() that never ends if nothing is left to settle it."""
    if _run.get() is None:
        await future
        return
    while not outcome.is_settled:
        if not isolate._tasks:
            raise DeadlockError("A promise is pending, and nothing is left that could settle it")
        await asyncio.wait({future, *(entry.done for entry in isolate._tasks)}, return_when=asyncio.FIRST_COMPLETED)


async def _awaited_result(result: Any) -> Any:
    return await result if isinstance(result, Promise) else result


async def run_async(
    isolate: "Isolate", function: Callable[[], Any], finish: Callable[[Any], Awaitable[Any]] = _awaited_result
) -> Any:
    """Runs a guest, and awaits the promise that it gives, or does with its result what `finish` does."""
    run = Run()
    token = _run.set(run)
    try:
        result = await enter(isolate, function)
        result = await finish(result)
        # The promise may be settled while the thread that has settled it is still in the guest.
        while answering := {entry.done for entry in run.entries if entry.is_answering}:
            await asyncio.wait(answering)
        return result
    except asyncio.CancelledError:
        left = list(run.entries)
        for entry in left:
            entry.cancel()
        if left:
            await asyncio.wait({entry.done for entry in left})  # the guest's handlers have run then
        raise
    finally:
        _run.reset(token)


def run_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Runs an event loop on this thread until it is stopped, and ends what is left on it."""
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


_TIMERS = """(sleep) => {
  let last = 0;
  const active = new Map();
  const begin = (callback, delay, again, given) => {
    if (typeof callback !== 'function') throw new TypeError('A timer calls a function');
    const id = ++last;
    const tick = () => sleep(id, Math.max(0, Number(delay) || 0)).then((rang) => {
      if (!rang || !active.has(id)) return;
      if (again) tick(); else active.delete(id);
      callback(...given);
    });
    active.set(id, true);
    tick();
    return id;
  };
  const define = (name, value) =>
    Object.defineProperty(globalThis, name, {value, writable: true, configurable: true});
  define('setTimeout', (callback, delay, ...given) => begin(callback, delay, false, given));
  define('setInterval', (callback, delay, ...given) => begin(callback, delay, true, given));
  const end = (id) => { if (active.delete(id)) sleep(id, -1) };
  define('clearTimeout', end);
  define('clearInterval', end);
}"""


def install_timers(isolate: "Isolate") -> None:
    """Gives a guest setTimeout and its kin. A timer is a task that sleeps, so an eval_async() can wait for it."""
    sleeping: dict[int, asyncio.Event] = {}
    loops: dict[int, asyncio.AbstractEventLoop] = {}

    async def sleep(number: int, event: asyncio.Event, delay: float) -> bool:
        try:
            await asyncio.wait_for(event.wait(), delay / 1000)
            return False
        except TimeoutError:
            return True
        finally:
            sleeping.pop(number, None)

    def timer(number: int, delay: float) -> Any:
        if delay >= 0:
            begun = sleeping[number] = asyncio.Event()
            run = _run.get()
            if run:
                loops[number] = run.loop
            return sleep(number, begun, delay)
        event = sleeping.pop(number, None)
        loop = loops.pop(number, None)
        if event and loop:
            loop.call_soon_threadsafe(event.set)
        return None

    isolate._eval(_TIMERS, "halfword:timers", 0, None, 0)(timer)
