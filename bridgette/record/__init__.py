"""The match record, ``bridgette-match/1``: written, read strictly, and traced (docs/record.md)."""

from bridgette.record.parse import parse_json
from bridgette.record.read import ReadDeal, Reading, read_record
from bridgette.record.shapes import FORMAT
from bridgette.record.trace import Line, trace_record
from bridgette.record.write import write_record

__all__ = [
    "FORMAT",
    "Line",
    "ReadDeal",
    "Reading",
    "parse_json",
    "read_record",
    "trace_record",
    "write_record",
]
