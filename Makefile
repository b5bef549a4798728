# The two commands a newcomer needs: `make serve` and `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
# A worker, and every server of the tests, reads what another has compiled, also where Python is told to keep nothing.
export PYTHONDONTWRITEBYTECODE =
DENO   := DENO_NO_UPDATE_CHECK=1 NO_COLOR=1 $(BIN)/deno

.PHONY: audit browser check dist docs game journals messages pages quick rules serve test test-full tests install lint types lock openapi bench pictures clean

serve: $(VENV)/serve.done          ## start the companion on this network: make serve ARGS="--port 9000"
	@$(BIN)/companion serve $(ARGS)

install: $(VENV)/serve.done        ## only install what `make serve` needs

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "The companion needs Python 3.11 or newer; $$($(PYTHON) --version) is too old. Try: make serve PYTHON=python3.12"; exit 1; }
	@# Half of one would be taken for a whole one the next time: Debian makes it so where python3-venv is missing.
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/serve.done: requirements.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing the companion into $(VENV) (once) ..."
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q companion api # else the first start does it, and where nothing may be kept, every one
	@touch $@

$(VENV)/test.done: requirements-dev.lock $(VENV)/serve.done
	@echo "Installing the tools for the tests (once) ..."
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

lint: $(VENV)/test.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(DENO) fmt --check --quiet
	$(DENO) lint --quiet

types: $(VENV)/test.done
	$(BIN)/mypy
	$(DENO) check --quiet --no-remote static

QUICK := tests/companion $(filter-out $(addprefix tests/test_,calls.py docs.py rulebook.py which_browser.py) %_outlive.py %_translated.py,$(wildcard tests/test_*.py)) \
  $(addprefix tests/api/test_,contract.py forms.py)

OF_A_GAME := tests/walks $(addprefix tests/test_,evenings.py help.py messages.py) \
  $(addprefix tests/companion/test_,atlas.py figures.py moves.py parts.py position.py records.py) \
  $(addprefix tests/api/test_,charts.py demonstrations.py)

# What `make test` does, all at once: what reads the code takes one core, and the tests wait for pages now and then.
ALL := lint types pages tests

quick: $(VENV)/test.done
	$(BIN)/python -m pytest -n auto --dist worksteal $(QUICK)

pages: $(VENV)/test.done           ## what of the pages needs no browser
	$(DENO) test --quiet --no-check --allow-read=static tests/static

check: $(VENV)/test.done           ## in a minute: lint, types, import rules, unit, evenings, journals, contract; no browser
	@$(MAKE) --no-print-directory -j4 lint types pages quick

browser: $(VENV)/test.done         ## find a Chromium, Chrome or Edge for the tests of the pages, else install one
	@$(BIN)/python -m tests.browser.which

test: browser                      ## everything: lint, types, import rules, unit, evenings, walks, API, store, browser
	@$(MAKE) --no-print-directory -j4 $(ALL)

test-full: browser                 ## the same, with the full counts of every random and fault-injection test
	@COMPANION_TEST_FULL=1 $(MAKE) --no-print-directory -j4 $(ALL)

tests: $(VENV)/test.done
	@# On a fresh checkout each worker would compile every test for itself: so they are compiled once, before there are workers.
	@test -d tests/browser/__pycache__ || $(BIN)/python -m pytest -qq --collect-only > /dev/null || true
	$(BIN)/python -m pytest -n auto --dist worksteal

bench: $(VENV)/test.done           ## how fast it is, beside boardgame.io where node is there: one JSON line per figure
	$(BIN)/companion bench calls
	$(BIN)/companion bench
	$(BIN)/companion bench page
	$(BIN)/companion bench peer

dist: $(VENV)/test.done            ## wheel and sdist, the same bytes wherever they are built
	$(BIN)/python -m build --no-isolation --outdir dist .

openapi: $(VENV)/serve.done        ## write openapi.yaml anew from the move descriptions
	COMPANION_GAMES=own $(BIN)/python -m api.openapi > openapi.yaml.new && mv openapi.yaml.new openapi.yaml

messages: $(VENV)/test.done         ## what the program says anew, into the catalogues: see docs/translating.md
	@$(BIN)/python .ci/messages.py $(ARGS)

game: $(VENV)/test.done            ## look over a game that is installed beside the companion: make game GAME=two-rivers
	@COMPANION_GAMES= $(BIN)/python -c 'from companion.games import INSTALLED; "$(GAME)" in INSTALLED or exit("No game $(GAME) is installed here.")'
	COMPANION_GAMES= $(BIN)/python -m pytest -n auto -k "$(GAME) or $(subst -,_,$(GAME))" $(OF_A_GAME)

docs: $(VENV)/test.done            ## docs/ as a small site, build/site/index.html; the pages written from the games' help anew
	@COMPANION_GAMES=own $(BIN)/python .ci/guides.py
	@$(BIN)/python -m properdocs build --quiet -f .ci/site/properdocs.yml

rules: $(VENV)/serve.done           ## docs/rules/*.md anew; RULEBOOKS=DIR: beside the rulebooks themselves
	@$(BIN)/python .ci/rules.py $(RULEBOOKS)

journals: $(VENV)/test.done         ## what this version writes, for good: make journals VERSION=0.2.0, before a release
	@$(BIN)/python .ci/journals.py $(VERSION)

pictures: $(VENV)/test.done        ## the pictures of the README and of docs/, from a real browser
	$(BIN)/python tests/browser/pictures.py
	$(BIN)/python -m tests.browser.board_pictures

lock:                              ## resolve the locked versions anew (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  pyproject.toml .ci/build.in -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate \
	  pyproject.toml .ci/build.in --group dev --extra postgresql --extra tls --extra completion --extra metrics -o requirements-dev.lock

audit: $(VENV)/serve.done          ## the locked packages against known holes: needs the internet, and tells what it could not ask about
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/python -m pip --disable-pip-version-check --quiet install pip-audit
	$(VENV)/audit/bin/pip-audit --strict --disable-pip --no-deps -r requirements.lock -r requirements-dev.lock

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache
