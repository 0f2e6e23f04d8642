"""Pictures of a CyberBoard box: tiles cut from their sheets, boards drawn from their cells and objects, as PNG.

Facts: `CDib.cpp` (16-bit DIBs hold 5-6-5 bits), `Tile.cpp` (the transparent colour), `Board.cpp` (`CBoard::Draw`: lower
drawing, cells, borders, upper drawing), `BrdCell.cpp`. Nothing is drawn before it is asked for.
"""

from __future__ import annotations

import io
from dataclasses import field

from PIL import Image, ImageDraw

from adjudicator.importers.cyberboard.box import BoxBoard, CyberBoardBox
from adjudicator.importers.cyberboard.cells import CellKind, Cells
from adjudicator.importers.cyberboard.drawings import Bitmap, DrawObjectType, Shape
from adjudicator.importers.cyberboard.layout import board_size, cell_corner
from adjudicator.importers.cyberboard.wire import NO_COLOUR
from adjudicator.lean import dataclass

MOST_PIXELS = 120_000_000
MOST_LETTERING = 20_000_000
"""Pixels that one text may cover: no board has letters of that size, and a damaged file asks for them."""
BYTES_565, BYTES_555 = "BGR;16", "BGR;15"


def tile_name(tile: int) -> str:
    """What a tile's picture is called."""
    return f"tile-{tile}.png"


def board_name(serial: int) -> str:
    """What a board's picture is called."""
    return f"board-{serial}.png"


@dataclass
class CyberBoardPictures:
    """The pictures of a box by name."""

    box: CyberBoardBox
    _sheets: dict[int, Image.Image | None] = field(default_factory=dict, repr=False)

    def read(self, name: str) -> bytes | None:
        """A picture as a PNG file, None if the box has none of that name."""
        kind, _, number = name.removesuffix(".png").partition("-")
        if not name.endswith(".png") or not number.isascii() or not number.isdecimal() or len(number) > 10:
            return None
        image = self._board(int(number)) if kind == "board" else self.tile(int(number)) if kind == "tile" else None
        if image is None:
            return None
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()

    def tile_size(self, tile: int) -> tuple[int, int] | None:
        """A tile's size at full scale, None for one without a picture."""
        sheet = self.box.tiles[tile].sheet if tile < len(self.box.tiles) else None
        size = self.box.sheets[sheet].size if sheet is not None and sheet < len(self.box.sheets) else (0, 0)
        return size if min(size) > 0 else None

    def tile(self, tile: int) -> Image.Image | None:
        """A tile at full scale, its transparent colour clear."""
        size = self.tile_size(tile)
        sheet = self._sheet(self.box.tiles[tile].sheet or 0) if size else None
        if size is None or sheet is None:
            return None
        top = self.box.tiles[tile].offset
        right, bottom = min(size[0], sheet.width), min(top + size[1], sheet.height)
        return _cleared(sheet.crop((0, top, right, bottom)), self.box.transparent) if top < bottom else None

    def _sheet(self, index: int) -> Image.Image | None:
        if index not in self._sheets:
            bitmap = self.box.sheets[index].bitmap
            self._sheets[index] = decoded(bitmap) if bitmap else None
        return self._sheets[index]

    def _board(self, serial: int) -> Image.Image | None:
        board = next((each for each in self.box.boards if each.serial == serial), None)
        size = board_size(board) if board else (0, 0)
        if board is None or not 0 < size[0] * size[1] <= MOST_PIXELS:
            return None
        image = Image.new("RGBA", size, _rgb(board.background))
        self._draw(image, board.under)
        if board.cells:
            self._fill(image, board.cells)
            if board.shows_borders and not board.borders_on_top:
                _frame(image, board.cells)
        self._draw(image, board.over)
        if board.cells and board.shows_borders and board.borders_on_top:
            _frame(image, board.cells)
        return image

    def _fill(self, image: Image.Image, cells: Cells) -> None:
        draw = ImageDraw.Draw(image)
        for index, (tile, colour) in enumerate(zip(cells.tiles, cells.colours, strict=True)):
            left, top = cell_corner(cells, *divmod(index, cells.columns))
            if tile is not None:
                picture = self.tile(tile)
                if picture is not None:
                    image.paste(picture, (left, top), picture)
            elif colour != NO_COLOUR:
                draw.polygon([(left + x, top + y) for x, y in cells.form.corners], fill=_rgb(colour))

    def _draw(self, image: Image.Image, shapes: tuple[Shape, ...]) -> None:
        draw = ImageDraw.Draw(image)
        for shape in shapes:
            fill = None if shape.fill == NO_COLOUR else _rgb(shape.fill)
            line = None if shape.line == NO_COLOUR or not shape.width else _rgb(shape.line)
            left, top, right, bottom = shape.box
            box = (min(left, right), min(top, bottom), max(left, right), max(top, bottom))
            match shape.kind:
                case DrawObjectType.RECTANGLE:
                    draw.rectangle(box, fill, line, max(1, shape.width))
                case DrawObjectType.ELLIPSE:
                    draw.ellipse(box, fill, line, max(1, shape.width))
                case DrawObjectType.POLYGON if len(shape.points) > 1:
                    draw.polygon(shape.points, fill, line, max(1, shape.width))
                case DrawObjectType.LINE:
                    draw.line(shape.points, _rgb(shape.line), max(1, shape.width))
                case DrawObjectType.TEXT if len(shape.text) * lettering(shape) ** 2 <= MOST_LETTERING:
                    draw.text((left, top), shape.text, fill=_rgb(shape.line), font_size=lettering(shape))
                case DrawObjectType.TILE:
                    self._paste(image, self.tile(shape.number), (left, top))
                case DrawObjectType.BITMAP if shape.bitmap:
                    self._paste(image, _cleared(decoded(shape.bitmap), self.box.transparent), (left, top))
                case _:
                    pass

    def _paste(self, image: Image.Image, picture: Image.Image | None, at: tuple[int, int]) -> None:
        if picture is not None:
            image.paste(picture, at, picture)


def lettering(shape: Shape) -> int:
    """The height of a text's letters, in pixels."""
    return max(6, shape.font[0] or 10)


def decoded(bitmap: Bitmap) -> Image.Image:
    """The DIB's pixels; its rows run upwards unless its height is negative."""
    _, width, height, _, bits, compression, *_, used, _ = bitmap.header
    stride = (width * bits + 31) // 32 * 4
    colours = (used or 256) if bits == 8 else 3 if compression == 3 else 0
    pixels = bitmap.data[40 + 4 * colours :].ljust(stride * abs(height), b"\x00")
    direction = -1 if height > 0 else 1
    if bits == 8:
        image = Image.frombytes("P", (width, abs(height)), pixels, "raw", "P", stride, direction)
        image.putpalette(bitmap.data[40 : 40 + 4 * colours], "BGRX")
        return image.convert("RGB")
    layout = "BGR" if bits == 24 else BYTES_565 if compression == 3 else BYTES_555
    return Image.frombytes("RGB", (width, abs(height)), pixels, "raw", layout, stride, direction)


def _cleared(image: Image.Image, colour: int) -> Image.Image:
    """The image with all pixels of the box's transparent colour (at the bitmap's 16-bit depth) clear."""
    shown = image.convert("RGBA")
    if colour == NO_COLOUR:
        return shown
    red, green, blue = colour & 0xF8, colour >> 8 & 0xFC, colour >> 16 & 0xF8
    bands = [
        band.point([255 if value & mask == wanted else 0 for value in range(256)])
        for band, wanted, mask in zip(shown.split(), (red, green, blue), (0xF8, 0xFC, 0xF8), strict=False)
    ]
    hit = Image.new("L", shown.size, 255)
    for band in bands:
        hit = Image.composite(hit, Image.new("L", shown.size, 0), band)
    shown.paste((0, 0, 0, 0), (0, 0), hit)
    return shown


def _frame(image: Image.Image, cells: Cells) -> None:
    draw = ImageDraw.Draw(image)
    for index in range(cells.rows * cells.columns):
        left, top = cell_corner(cells, *divmod(index, cells.columns))
        corners = [(left + x, top + y) for x, y in cells.form.corners]
        draw.line(corners if cells.form.kind >= CellKind.HEX_FLAT else [*corners, corners[0]], _rgb(cells.frame_colour))


def _rgb(colour: int) -> tuple[int, int, int]:
    """A `COLORREF`: red lowest."""
    return colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF


def hexadecimal(colour: int) -> str:
    """A `COLORREF` as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*_rgb(colour))


def picture_of(board: BoxBoard) -> str:
    """The name of a board's picture."""
    return board_name(board.serial)
