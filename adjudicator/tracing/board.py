"""A board looked at once: its image at working size, its grid laid on the print, features of all hexes, all strips.

Everything that does not depend on what a person marks is here, so that learning from a mark is cheap.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudicator.lean import cached_property, dataclass
from adjudicator.tracing import picture as pictures
from adjudicator.tracing.bands import one_thread_each
from adjudicator.tracing.continuity import Continuity
from adjudicator.tracing.flat_field import flat_fielded
from adjudicator.tracing.hex_features import HexFeatures, hex_features, median_colours
from adjudicator.tracing.lattice import BoardLayout, HexCell
from adjudicator.tracing.learning import Crowd
from adjudicator.tracing.registration import fitted, thin_lines
from adjudicator.tracing.strips import SAMPLE, Strips, strips
from adjudicator.tracing.views import StripView, across_view, along_view


@dataclass(frozen=True)
class TracedBoard:
    """What tracing knows of a board; `layout` is in pixels of the working image, `factor` times those of the board."""

    layout: BoardLayout
    features: HexFeatures
    along: StripView
    across: StripView
    factor: float

    @cached_property
    def crowd(self) -> Crowd:
        """The hexes by what they look like."""
        return Crowd(self.features.vectors)

    @cached_property
    def corners(self) -> Continuity:
        """How hexside features go on."""
        return Continuity(self.layout, crosses=False)

    @cached_property
    def through(self) -> Continuity:
        """How lines go on."""
        return Continuity(self.layout, crosses=True)


def survey(image: pictures.Source, cells: Sequence[HexCell]) -> TracedBoard:
    """Look at a board's image (a file, its bytes, pixels, or several files) with its hexes, their centres in its pixels.

    Raises AdjudicatorError if the hexes make no lattice, and pyvips.Error if the image cannot be read.
    """
    with one_thread_each():
        return _surveyed(image, BoardLayout.of(cells))


def _surveyed(image: pictures.Source, nominal: BoardLayout) -> TracedBoard:
    factor = min(1.0, pictures.working_pitch(len(nominal.cells)) / nominal.lattice.pitch)
    layout, features, cut = _seen(
        pictures.pixels_of(image, factor), nominal.with_lattice(nominal.lattice.scaled(factor))
    )
    return TracedBoard(layout, features, along_view(layout, cut), across_view(layout, cut), factor)


def _seen(pixels: NDArray[np.uint8], nominal: BoardLayout) -> tuple[BoardLayout, HexFeatures, Strips]:
    """What is taken from the image, which is not wanted afterwards; each form of it goes as soon as the next is there."""
    lab = pictures.to_lab(pixels)
    del pixels
    thin = thin_lines(lab[..., 0], nominal.lattice.pitch)
    layout = fitted(nominal, thin)
    lab = flat_fielded(lab, layout, median_colours(layout, lab))
    picture = pictures.coded(lab, layout.lattice.pitch)
    del lab
    features = hex_features(layout, picture, thin)
    del thin
    if len(layout.sides) > SAMPLE:
        picture = picture.lighter
    return layout, features, strips(layout, picture)
