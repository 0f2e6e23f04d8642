# make demo: the main job on bundled files, results in out/.   make test: everything.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test clean

demo: $(READY)
	@$(BIN)/python -m tests.demo out

test: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -n auto --dist worksteal

clean:
	rm -rf .venv out .mypy_cache .ruff_cache .pytest_cache

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet -e '.[test]'
	@touch $@
