"""What the buttons below the question about a result ask for."""

VOID = "voidresult"
KEEP = "keepresult"
