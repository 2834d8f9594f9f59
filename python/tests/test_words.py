"""What is written about the package is true: docstrings, guides, notebooks, and the types that are promised."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rhizome
import rhizome.cluster.coordinator
import rhizome.cluster.driver
import rhizome.cluster.neighbours
import rhizome.connection
import rhizome.files
import rhizome.opponents
import rhizome.quantities
import rhizome.solver

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python"


@pytest.mark.parametrize(
    "module",
    [
        rhizome,
        rhizome.cluster.coordinator,
        rhizome.cluster.driver,
        rhizome.cluster.neighbours,
        rhizome.connection,
        rhizome.files,
        rhizome.opponents,
        rhizome.quantities,
        rhizome.solver,
    ],
    ids=lambda module: module.__name__,
)
def test_docstrings(module):
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 0 and result.failed == 0


def test_every_public_thing_says_what_it_is():
    for name in rhizome.__all__:
        thing = getattr(rhizome, name)
        if isinstance(thing, str):
            continue
        assert thing.__doc__, name
        for member in vars(thing):
            if not member.startswith("_") and callable(getattr(thing, member)) and isinstance(thing, type):
                assert getattr(thing, member).__doc__, f"{name}.{member}"


@pytest.mark.parametrize("guide", ["python.md"])
def test_guides(guide, tmp_path, monkeypatch):
    """Every block of Python in a guide runs, one after another."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / guide).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict = {}
    for block in blocks:
        exec(compile(block, guide, "exec"), names)


NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.name)
def test_notebooks(notebook):
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(notebook, as_version=4)
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    shown = [output.data for cell in book.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("image/svg+xml" in data for data in shown)


def test_there_are_notebooks():
    assert NOTEBOOKS


def _run(*arguments):
    environment = dict(os.environ, MYPY_CACHE_DIR=str(ROOT / "target" / "mypy"))
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=PACKAGE, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_types():
    _run("mypy", "--strict", "--cache-dir", str(ROOT / "target" / "mypy"), "-p", "rhizome")


def test_stubs_are_what_is_there():
    _run("mypy.stubtest", "--ignore-positional-only", "rhizome._rhizome")
