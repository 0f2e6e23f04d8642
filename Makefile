# make demo: the main job on bundled files, results in out/.    make test: all fast tests, an eighth of the slow ones.
# make test-all: every test.                                     make docs: the site, in out/site.
# make fuzz: a long search for bad input.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

# Every process that a test starts would compile the program anew, half a second each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all docs fuzz clean

demo: $(READY)
	@$(BIN)/python -m tests.demo out

# Which slow tests: SHARE=0 to 7; `today` is that of the commit, so that eight commits after another run them all.
SHARE ?= today
test: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	SHARE=$(SHARE) $(BIN)/pytest -n auto --dist worksteal

test-all:
	$(MAKE) test SHARE=all

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
