"""Bring the catalogues up to date with the program: `make messages`.

What is new gets an entry without words, what is gone goes, what has changed a little keeps its words, marked
`fuzzy`, until somebody has looked at them. `--new LANGUAGE [GAME]` begins a catalogue. A game of a package of its own
is named by its folder.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from api.catalogues import fits, messages, templates_of
from templates import GAMES, ROOT, Template, games, of_game, of_house

HEAD = "# The words of {what}. See docs/translating.md.\n"


def main() -> None:
    """Update every catalogue there is, and say what is still missing."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--new", metavar="LANGUAGE", help="begin a catalogue: of GAME, or of the house")
    what = "a game's folder: rome_and_back, or the path to a package of its own"
    arguments.add_argument("game", nargs="?", metavar="GAME", help=what)
    given = arguments.parse_args()
    elsewhere = [Path(given.game).resolve()] if given.game and Path(given.game).is_dir() else []
    if given.new:
        folder = elsewhere[0] if elsewhere else GAMES / given.game if given.game else ROOT / "companion"
        begun = folder / "locale" / f"{given.new}.po"
        begun.parent.mkdir(exist_ok=True)
        if not begun.exists():
            begun.write_text("", "utf-8")
    folders = dict.fromkeys([*games(), *elsewhere])
    catalogues = [(ROOT / "companion", of_house()), *((folder, of_game(folder)) for folder in folders)]
    for folder, templates in catalogues:
        for file in sorted((folder / "locale").glob("*.po")):
            update(file, templates, folder.name)


def update(file: Path, templates: Iterable[Template], what: str) -> None:
    """One catalogue."""
    wanted = Catalog()
    for template in templates:
        key = (template.one, template.many) if template.many else template.one
        wanted.add(key, locations=[(template.file, 0)])
    with file.open("rb") as opened:
        catalogue = read_po(opened, locale=file.stem)
    catalogue.update(wanted, update_header_comment=False)
    catalogue.header_comment = HEAD.format(what=what)
    catalogue.fuzzy = False
    written = io.BytesIO()
    write_po(
        written,
        catalogue,
        width=0,
        sort_output=True,
        include_lineno=False,
        ignore_obsolete=True,
        omit_header=True,
    )
    head = (
        f"# The words of {what} in {catalogue.locale.english_name}. See docs/translating.md.\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {file.stem}\\n"\n'
        '"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    file.write_text(head + written.getvalue().decode(), "utf-8")
    missing = [message for message in messages(catalogue) if message.fuzzy or not fits(message)]
    print(f"{file.relative_to(ROOT) if file.is_relative_to(ROOT) else file}: {len(missing)} to do")
    for item in missing:
        print(f"  {'look again' if item.fuzzy else 'missing or unfit'}: {templates_of(item)[0]}")


if __name__ == "__main__":
    main()
