"""Chat lines of every age as plain words."""

from __future__ import annotations

import pytest

from adjudicator.model.chat import plain


@pytest.mark.parametrize("line", ["<Nate> - R2", "&lt;Nate&gt; - R2"])
def test_who_speaks_is_no_tag_whatever_the_age_of_the_line(line: str) -> None:
    assert plain(line) == "<Nate> - R2"


@pytest.mark.parametrize("line", ["<b>R2</b> - yes", "<i>R2 - yes</i>", "<script>x</script>R2 - yes"])
def test_other_angle_brackets_are_markup(line: str) -> None:
    assert "<" not in plain(line)
    assert plain(line).endswith("yes")
