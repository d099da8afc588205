"""The match record, ``bridgette-match/1``: written, read strictly, traced and verified (docs/record.md)."""

from bridgette.record.house import MIXED, HouseSeat
from bridgette.record.parse import parse_json
from bridgette.record.read import ReadDeal, Reading, read_record
from bridgette.record.shapes import FORMAT
from bridgette.record.trace import Line, decisions, trace_record
from bridgette.record.verify import Verified, read_seal, verify_record
from bridgette.record.write import write_record

__all__ = [
    "FORMAT",
    "MIXED",
    "HouseSeat",
    "Line",
    "ReadDeal",
    "Reading",
    "Verified",
    "decisions",
    "parse_json",
    "read_record",
    "read_seal",
    "trace_record",
    "verify_record",
    "write_record",
]
