"""Write `docs/rules/GAME.md` anew from `docs/rules/GAME.toml`: `make rules`.

Given a folder of rulebooks (`make rules RULEBOOKS=DIR`, each as DIR/GAME.md), say as well where a rulebook has other
headings, or more or fewer paragraphs under one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.rulebook import RULES, differences, page, read


def main() -> None:
    """Every page, and what differs."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("rulebooks", nargs="?", metavar="DIR", help="where the rulebooks are")
    folder = arguments.parse_args().rulebooks
    differs = False
    for path in sorted(RULES.glob("*.toml")):
        book = read(path.stem)
        path.with_suffix(".md").write_text(page(book), "utf-8")
        if folder:
            for difference in differences(book, (Path(folder) / f"{book.game}.md").read_text("utf-8")):
                differs = True
                print(difference)
    sys.exit(differs)


if __name__ == "__main__":
    main()
