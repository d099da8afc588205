"""Makes all pictures anew: ``make art``."""

from __future__ import annotations

import sys

from tools.art.files import ROOT, rendered
from tools.art.raster import png


def main() -> int:
    """Write the files; the process's exit code."""
    total = 0
    pictures = rendered()
    for path, picture in pictures.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        total += path.write_bytes(png(picture))
    sys.stdout.write(f"{len(pictures)} files, {total // 1000} kB, in {ROOT}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
