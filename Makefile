# make demo: the main job on bundled files, results in out/.    make test: everything.
# make docs: the site, in out/site.                              make fuzz: a long search for bad input.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

# Every process that a test starts would compile the program anew, half a second each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test docs fuzz clean

demo: $(READY)
	@$(BIN)/python -m tests.demo out

test: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal

# Readers under inputs that nobody thought of, then whole legal games at random; SECONDS is for each reader and game, and a SEED
# gives the same again.
SECONDS ?= 300
SEED ?= 0
fuzz: $(READY)
	$(BIN)/pip install --quiet -e '.[test,fuzz]'
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS) --seed $(SEED)
	$(BIN)/python -m tests.fuzz.play --seconds $(SECONDS) --seed $(SEED)

docs: $(READY)
	$(BIN)/pip install --quiet -e '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean:
	rm -rf .venv out .mypy_cache .ruff_cache .pytest_cache

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet -e '.[test]'
	$(BIN)/python -m compileall -q adjudicator importers exporters
	@touch $@
