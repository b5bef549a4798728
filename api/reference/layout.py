"""How the pages of the contract are laid out."""

AROUND = """\
{% macro fields(members) %}
<dl class="members">
{% for one in members %}
<div><dt><code>{{ one.name }}</code>{% if not one.required %} <small>optional</small>{% endif %}</dt>
<dd><span class="kind">{{ one.kind }}{% if one.limits %}, {{ one.limits }}{% endif %}</span>
{%- if one.says %}<br>{{ one.says }}{% endif %}</dd></div>
{% endfor %}
</dl>
{% endmacro %}
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{ tag.name if tag else name or "REST contract" }}</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/styles/tokens.css">
<link rel="stylesheet" href="/static/styles/base.css">
<link rel="stylesheet" href="/static/styles/controls.css">
<link rel="stylesheet" href="/static/styles/reference.css">
</head>
<body class="reference">
<nav aria-label="Subjects">
<a href="/docs">Contents</a>
{% for path, one in subjects_of_all.items() %}
<a href="/docs/{{ path }}"{% if tag and one.name == tag.name %} aria-current="page"{% endif %}>{{ one.name }}</a>
{% endfor %}
</nav>
<main>
{# page #}
</main>
</body>
</html>
"""

CONTENTS = """\
<h1>REST contract</h1>
<p class="lead">Base path <code>{{ base }}</code>. All of it for programs:
<a href="/openapi.yaml">openapi.yaml</a>, version {{ contract.info.version }}.</p>
<p>{{ prose(contract.info.description) }}</p>
{% for path, one, calls in subjects %}
<section id="{{ path }}">
<h2><a href="/docs/{{ path }}">{{ one.name }}</a></h2>
<p class="soft">{{ one.description }}</p>
<dl class="calls">
{% for call in calls %}
<div><dt><a href="/docs/{{ path }}#{{ call.name }}">{{ call.name }}</a></dt>
<dd>{{ prose(call.node.summary) }}<br><code class="address">{{ call.method }} {{ call.path }}</code></dd></div>
{% endfor %}
</dl>
</section>
{% endfor %}
<section id="keys">
<h2>Keys</h2>
<p class="soft">Sent as <code>Authorization: Bearer KEY</code>. Each call says whose it takes.</p>
<dl class="calls">
{% for one, scheme in keys.items() %}
<div><dt>{{ one }}</dt><dd>{{ prose(scheme.description) }}</dd></div>
{% endfor %}
</dl>
</section>
<section id="refusals">
<h2>Refusals</h2>
<p class="soft">A <a href="/docs/shapes/Problem">Problem</a>; nothing has changed. A code that you do not know:
go by its status.</p>
<dl class="calls">
{% for code, status in refusals.items() %}
<div id="{{ code }}"><dt><code>{{ status }}</code></dt>
<dd><a href="/problems/{{ code }}"><code>{{ code }}</code></a> {{ titles[code] }}</dd></div>
{% endfor %}
</dl>
</section>
<section id="shapes">
<h2>Shapes</h2>
<details><summary>What is sent and answered: all {{ shapes | length }} of them</summary>
<ul class="names">
{% for one in shapes %}
<li><a href="/docs/shapes/{{ one }}">{{ one }}</a></li>
{% endfor %}
</ul>
</details>
</section>
"""

SUBJECT = """\
{% macro part(one) %}
<h3>{{ one.head }}</h3>
<p>{{ one.says }}{% if one.kind %} <span class="kind">{{ one.kind }}</span>{% endif %}</p>
{% if one.members %}<details><summary>Members</summary>
{{ fields(one.members) }}
</details>{% endif %}
{% if one.example %}<details><summary>Example</summary>
<pre tabindex="0">{{ one.example }}</pre>
</details>{% endif %}
{% endmacro %}
<h1>{{ tag.name }}</h1>
<p class="lead">{{ tag.description }}</p>
<ul class="names">
{% for call in calls %}
<li><a href="#{{ call.name }}">{{ call.name }}</a></li>
{% endfor %}
</ul>
{% for call in calls %}
<section id="{{ call.name }}" class="call">
<h2><a href="#{{ call.name }}">{{ call.name }}</a></h2>
<p><code class="address">{{ call.method }} {{ base }}{{ call.path }}</code></p>
<p class="lead">{{ prose(call.node.summary) }}</p>
<p class="who">{{ prose(call.node.description) }}</p>
{% if call.node.parameters %}
<h3>Address and headers</h3>
<dl class="members">
{% for one in call.node.parameters %}
<div><dt><code>{{ one.name }}</code> <small>{{ one.in }}{{ "" if one.required else ", optional" }}</small></dt>
<dd><span class="kind">{{ kind(one.schema) }}{% if limits(one.schema) %}, {{ limits(one.schema) }}{% endif %}</span><br>
{{- prose(one.description) }}</dd></div>
{% endfor %}
</dl>
{% endif %}
{% for one in sent(call) %}{{ part(one) }}{% endfor %}
{% for one in answered(call) %}{{ part(one) }}{% endfor %}
<h3>Refusals</h3>
<ul class="refusals">
{% for status, answer in call.node.responses.items() if answer["x-codes"] %}
{% for code in answer["x-codes"] %}
<li><code>{{ status }}</code> <a href="/problems/{{ code }}"><code>{{ code }}</code></a> {{ titles[code] }}</li>
{% endfor %}
{% endfor %}
</ul>
</section>
{% endfor %}
"""

SHAPE = """\
<h1>{{ name }}</h1>
{% if node.description %}<p class="lead">{{ prose(node.description) }}</p>{% endif %}
{% if several %}
<p>One of these{% if node.discriminator %}, told apart by
<code>{{ node.discriminator.propertyName }}</code>{% endif %}:</p>
<dl class="calls">
{% for one, whole in several %}
<div><dt>{{ kind(one) }}</dt><dd>{{ prose(whole.description or "") }}</dd></div>
{% endfor %}
</dl>
{% elif members %}
{{ fields(members) }}
{% else %}
<p class="kind">{{ kind(node) }}{% if limits(node) %}, {{ limits(node) }}{% endif %}</p>
{% endif %}
{% if node.additionalProperties %}<p class="soft">Further members may stand beside.</p>{% endif %}
{% if used %}
<h2>Sent or answered by</h2>
<ul class="names">
{% for path, call in used %}
<li><a href="/docs/{{ path }}#{{ call.name }}">{{ call.name }}</a></li>
{% endfor %}
</ul>
{% endif %}
"""
