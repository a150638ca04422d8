"""What the native part asks Python for: conversions that are easier said here."""

import datetime
import operator
from collections.abc import Awaitable, Mapping
from typing import TYPE_CHECKING, Any

from .errors import MarshalError
from .values import Map, Value

if TYPE_CHECKING:
    from .isolate import Isolate

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def datetime_of(milliseconds: float) -> Any:
    """A Date. One that is invalid, or beyond Python's years, is its number of milliseconds."""
    try:
        return _EPOCH + datetime.timedelta(milliseconds=milliseconds)
    except (OverflowError, ValueError):
        return milliseconds


# ---- To the guest

_MAKERS = {
    "map": "(keys, values) => { const m = new Map(); keys.forEach((k, i) => m.set(k, values[i])); return m }",
    "set": "(values) => new Set(values)",
    "temporal": "(kind, text) => Temporal[kind].from(text)",
    "date": "(milliseconds) => new Date(milliseconds)",
}


def _maker(isolate: "Isolate", name: str) -> Any:
    makers = isolate._makers
    found = makers.get(name)
    if found is None or not found._is_valid():
        found = makers[name] = isolate._eval(_MAKERS[name], "halfword:conversions", 0, None, 0)
    return found


def collection_to_guest(isolate: "Isolate", value: Any) -> Value:
    """A Map or a Set."""
    made: Value
    if isinstance(value, Map):
        made = _maker(isolate, "map")._call(None, list(value.keys()), list(value.values()), mode=3)
    else:
        made = _maker(isolate, "set")._call(None, list(value), mode=3)
    return made


def _duration(value: datetime.timedelta) -> str:
    microseconds = value // datetime.timedelta(microseconds=1)
    sign = "-" if microseconds < 0 else ""
    seconds, rest = divmod(abs(microseconds), 1_000_000)
    return f"{sign}PT{seconds}.{rest:06d}S"


def to_guest(isolate: "Isolate", value: Any) -> Any:
    """What stands for a value in the guest, or NotImplemented."""
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError("A datetime without a time zone is no moment: give it one, for instance datetime.timezone.utc")
        milliseconds = (value - _EPOCH) // datetime.timedelta(milliseconds=1)
        return _maker(isolate, "date")._call(None, milliseconds, mode=3)
    temporal = None
    if isinstance(value, datetime.date):
        temporal = "PlainDate", value.isoformat()
    elif isinstance(value, datetime.time):
        temporal = "PlainTime", value.replace(tzinfo=None).isoformat()
    elif isinstance(value, datetime.timedelta):
        temporal = "Duration", _duration(value)
    if temporal:
        return _maker(isolate, "temporal")._call(None, *temporal, mode=3)
    if isinstance(value, Awaitable):
        from ._async import start

        return start(isolate, value)
    if hasattr(type(value), "__dataclass_fields__"):
        import dataclasses

        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    if callable(value):
        return NotImplemented
    if hasattr(type(value), "__index__"):
        return operator.index(value)
    if hasattr(type(value), "__float__"):
        return float(value)
    return NotImplemented


# ---- To Python

_DURATION = r"([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,9}))?S)?)?"


def temporal_of(value: Value) -> Any:
    """A value of Temporal; as a handle if Python has nothing like it."""
    import zoneinfo

    tag = value._get_method("constructor").name
    text = value._text()
    try:
        match tag:
            case "PlainDate":
                return datetime.date.fromisoformat(text.partition("[")[0])
            case "PlainTime":
                return datetime.time.fromisoformat(text)
            case "PlainDateTime":
                return datetime.datetime.fromisoformat(text.partition("[")[0])
            case "Instant":
                return datetime.datetime.fromisoformat(text)
            case "ZonedDateTime":
                moment, _, zone = text.partition("[")
                return datetime.datetime.fromisoformat(moment).astimezone(zoneinfo.ZoneInfo(zone.partition("]")[0]))
            case "Duration":
                length = _timedelta(text)
                return value if length is None else length
    except (ValueError, OverflowError, zoneinfo.ZoneInfoNotFoundError):
        return value  # beyond what Python's class holds
    return value


def _timedelta(text: str) -> datetime.timedelta | None:
    import re

    found = re.fullmatch(_DURATION, text)
    if not found:
        return None  # years and months are no length of time
    sign, weeks, days, hours, minutes, seconds, fraction = found.groups()
    length = datetime.timedelta(weeks=int(weeks or 0), days=int(days or 0), hours=int(hours or 0), minutes=int(minutes or 0),
                                seconds=int(seconds or 0), microseconds=int((fraction or "").ljust(6, "0")[:6] or 0))  # fmt: skip
    return -length if sign == "-" else length


__all__ = ["MarshalError", "collection_to_guest", "datetime_of", "temporal_of", "to_guest"]
