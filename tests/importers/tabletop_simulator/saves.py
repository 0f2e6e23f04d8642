"""A save of our own making with one thing of each kind that the importer tells apart."""

from __future__ import annotations

from typing import Any


def thing(
    kind: str, guid: str, name: str = "", at: tuple[float, float, float] = (0, 1, 0), **more: Any
) -> dict[str, Any]:
    """An object as the program writes it, its fields in its order."""
    x, y, z = at
    turned = {"rotX": 0.0, "rotY": more.pop("rotY", 180.0), "rotZ": more.pop("rotZ", 0.0)}
    where = {"posX": x, "posY": y, "posZ": z, **turned, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": where,
        "Nickname": name,
        "Description": "",
        "GMNotes": "",
        "Locked": False,
        **more,
    }


def tile(guid: str, name: str, at: tuple[float, float, float], **more: Any) -> dict[str, Any]:
    image = {"ImageURL": f"http://example.com/{guid}.png", "ImageSecondaryURL": f"http://example.com/{guid}b.png"}
    return thing("Custom_Tile", guid, name, at, CustomImage=image, **more)


def card(guid: str, number: int) -> dict[str, Any]:
    sheet = {
        "1": {
            "FaceURL": "http://example.com/f.jpg",
            "BackURL": "http://example.com/b.jpg",
            "NumWidth": 5,
            "NumHeight": 2,
        }
    }
    return thing("Card", guid, f"Card {number}", rotZ=180.0, CardID=number, CustomDeck=sheet)


def save(**more: Any) -> dict[str, Any]:
    """The whole save."""
    deck = thing("Deck", "eeeeee", "Orders", (10, 1, 10), rotZ=180.0, DeckIDs=[100, 101, 102])
    deck["CustomDeck"] = card("", 100)["CustomDeck"]
    deck["ContainedObjects"] = [card("c00001", 100), card("c00002", 101), card("c00003", 102)]
    two_faced = {**tile("dddddd", "First face", (6, 1, 0)), "States": {"2": tile("ddddd2", "Second face", (6, 1, 0))}}
    table = thing("Custom_Board", "f00000", "Map", Locked=True, CustomImage={"ImageURL": "http://example.com/map.jpg"})
    table["AttachedSnapPoints"] = [{"Position": {"x": 0.1, "y": 0.2, "z": 0.3}}]
    bag = thing("Bag", "baaaaa", "Pool", (-10, 1, 0), ContainedObjects=[tile("b00001", "Reserve", (0, 0, 0))])
    script = tile("555555", "Scripted", (-5, 1, -5), LuaScript="destroyObject(self)")
    in_hand = {**card("d00001", 103), "Hands": True}
    in_hand["Transform"] = {**in_hand["Transform"], "posX": 0.5, "posY": 2.0, "posZ": -20.5}
    things = [
        table,
        tile("aaaaaa", "First", (1, 1.25, 2)),
        tile("bbbbbb", "Second", (4, 1, -3), rotY=240.0),
        tile("cccccc", "On top", (4, 1.5, -3)),
        two_faced,
        deck,
        bag,
        thing(
            "Custom_Model_Stack",
            "999999",
            "Counters",
            (-2, 1, 2),
            Number=4,
            CustomMesh={"DiffuseURL": "http://example.com/m.png"},
        ),
        script,
        in_hand,
    ]
    document = {
        "SaveName": "Test table",
        "Date": "1/1/2024",
        "Grid": {
            "Type": 1,
            "Lines": True,
            "Snapping": False,
            "Offset": True,
            "xSize": 2.0,
            "ySize": 2.0,
            "PosOffset": {"x": 0.5, "y": 1, "z": 0.5},
        },
        "Hands": {
            "Enable": True,
            "HandTransforms": [
                {
                    "Color": "Red",
                    "Transform": {"posX": 0, "posY": 2, "posZ": -20, "rotY": 0, "scaleX": 10, "scaleY": 5, "scaleZ": 4},
                }
            ],
        },
        "Turns": {"Enable": True, "TurnColor": "Red"},
        "Note": "Red to move",
        "Rules": "Six turns",
        "TabStates": {"0": {"title": "Rules", "body": "…"}},
        "ObjectStates": things,
        "LuaScript": "print('never run')",
    }
    return {**document, **more}
