"""The contract as a page: plain HTML, no script, nothing from elsewhere."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import current_app, render_template_string

from api.calls import routes
from api.described.paths import says
from companion.games import GAMES
from companion.vocabulary.moves import COMMON

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST contract</title>
<link rel="stylesheet" href="/static/styles/reference.css">
</head>
<body>
<main>
<h1>REST contract</h1>
<p>Base path <code>/api/v1</code>; the whole of it as <a href="/openapi.yaml">openapi.yaml</a>.</p>
<h2>Calls</h2>
<table>
<thead><tr><th>Call</th><th>What</th><th>Who</th></tr></thead>
<tbody>
{% for route in routes %}
<tr>
<td><code>{{ route.method.upper() }} {{ route.path }}</code></td>
<td>{{ route.call.says }}</td>
<td>{{ says(route.call) }}</td>
</tr>
{% endfor %}
</tbody>
</table>
<h2>Moves</h2>
{% for game in games %}
<h3>{{ game.name }}</h3>
<table>
<thead><tr><th>Move</th><th>Fields</th><th>What</th></tr></thead>
<tbody>
{% for move in game.moves %}
<tr>
<td><code>{{ move.type }}</code></td>
<td>{% for field in move.fields %}<code>{{ field.name }}</code>{{ "" if field.required else "?" }}
 <small>{{ field.label }}</small><br>{% endfor %}</td>
<td>{{ move.what }}{% if move.rule %}<br><small>Rulebook: {{ move.rule }}</small>{% endif %}</td>
</tr>
{% endfor %}
</tbody>
</table>
{% endfor %}
</main>
</body>
</html>
"""


@cache
def _games() -> list[dict[str, Any]]:
    return [
        {
            "name": rules.box.name,
            "moves": [
                {
                    "type": cls.TYPE.name,
                    "fields": cls.TYPE.fields,
                    "rule": cls.TYPE.rule,
                    "what": (cls.__doc__ or "").split("\n")[0],
                }
                for cls in (*rules.play.moves, *COMMON)
            ],
        }
        for rules in GAMES
    ]


def reference_html() -> str:
    """The page."""
    return render_template_string(_PAGE, routes=list(routes(current_app)), says=says, games=_games())
