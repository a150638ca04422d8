"""Messages between a ProcessPool and its workers: plain data as JSON in frames with a length.

A worker may have been taken over by its guest, so nothing that comes from one is unpickled, and nothing of it is code.
"""

import base64
import datetime
import json
import math
import struct
from typing import Any, BinaryIO

from .errors import MarshalError
from .values import UNDEFINED, BigInt, Map

MAX_FRAME = 1 << 30


def _packed(value: Any) -> Any:
    """Scalars and arrays stand for themselves; all else is an object with one member."""
    if isinstance(value, BigInt):
        return {"bigint": str(int(value))}
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": str(value)}
    if isinstance(value, (list, tuple)):
        return [_packed(element) for element in value]
    if isinstance(value, Map) or (isinstance(value, dict) and not all(isinstance(key, str) for key in value)):
        return {"map": [[_packed(key), _packed(member)] for key, member in value.items()]}
    if isinstance(value, dict):
        return {"object": {key: _packed(member) for key, member in value.items()}}
    if isinstance(value, (set, frozenset)):
        return {"set": [_packed(element) for element in value]}
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, datetime.datetime):
        return {"datetime": value.isoformat()}
    if value is UNDEFINED:
        return {"undefined": True}
    raise MarshalError(f"A {type(value).__name__} cannot go from one process to another")


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(element) for element in value]
    if not isinstance(value, dict):
        return value
    ((kind, inner),) = value.items()
    match kind:
        case "object":
            return {str(key): _unpacked(member) for key, member in inner.items()}
        case "map":
            return Map((_unpacked(key), _unpacked(member)) for key, member in inner)
        case "set":
            return {_unpacked(element) for element in inner}
        case "bytes":
            return base64.b64decode(inner)
        case "datetime":
            return datetime.datetime.fromisoformat(inner)
        case "bigint":
            return BigInt(inner)
        case "float":
            return float(inner)
        case "undefined":
            return UNDEFINED
    raise ValueError(kind)


def send(stream: BinaryIO, kind: str, *values: Any) -> None:
    """Writes a message."""
    try:
        data = json.dumps([kind, *map(_packed, values)], separators=(",", ":"), allow_nan=False).encode()
    except RecursionError:
        raise MarshalError("A value is nested too deep to go from one process to another") from None
    stream.write(struct.pack("<I", len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO) -> list[Any]:
    """Reads a message: its kind, and its values. Raises EOFError at the end, and ValueError if it is none."""
    head = stream.read(4)
    if len(head) < 4:
        raise EOFError
    (size,) = struct.unpack("<I", head)
    if size > MAX_FRAME:
        raise ValueError("a message is too long")
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    try:
        kind, *values = json.loads(data)
        return [str(kind), *map(_unpacked, values)]
    except (RecursionError, TypeError, AttributeError, KeyError) as error:
        raise ValueError("a message is damaged") from error
