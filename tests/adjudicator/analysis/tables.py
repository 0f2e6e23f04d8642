"""Tables of rules for tests and benchmarks: our own numbers, in the shape of the games' kinds of rules."""

from __future__ import annotations

ZONES = """
[[exert]]
who = { sizes = ["large", "medium"] }
[[exert]]
who = { sizes = ["small"], tags = ["heavy"] }
when = { without_phases = ["combat"] }
strength = "small"
[[closed]]
edges = { features = ["lake"] }
[[movement]]
stop = true
no_between = { features = ["river"] }
unless_friendly = {}
"""

LEAVING = """
[[exert]]
[[movement]]
leave_cost = 1
between_cost = 2
"""

TERRAIN = """
[terrain.clear]
any = 1
[terrain.forest]
any = 2
[terrain.mountain]
cost = { leg = 3, motor = "no" }
[terrain.sea]
any = "no"
[hexside.river]
any = 1
[hexside.lake]
any = "no"
[[weather]]
where = { weather = ["snow"], without = ["mountain"] }
road = false
set = 2
"""

MOVEMENT = """
[[road]]
features = ["rail"]
[[minimum]]
hexes = 1
"""

FIXED_POINT_SUPPLY = """
[line.land]
[[line.land.elements]]
name = "overland"
over = { without = ["sea"] }
closed = [{ edges = { features = ["lake"] }, why = "lake" }]
[[line.land.elements.block]]
by = "units"
lifted_by = {}
why = "enemy unit"
[[line.land.elements.block]]
by = "zone"
lifted_by = {}
why = "enemy zone of control"
exempt = [{ who = { kinds = ["motor"] }, ignoring = { kinds = ["leg"] }, where = { weather = ["clear"] } }]
[[line.land.elements.block]]
by = "line"
features = ["rail"]
places = ["city"]
lifted_by = {}
why = "enemy transportation line"

[line.rail]
[[line.rail.elements]]
name = "rail"
along = ["rail"]
[[line.rail.elements.block]]
by = "units"
lifted_by = {}
[[line.rail.elements.block]]
by = "zone"
lifted_by = {}
why = "enemy zone of control"
[[line.rail.elements.block]]
by = "line"
features = ["rail"]
places = ["city"]
lifted_by = {}

[[status]]
name = "edge"
spots = { kinds = ["edge"] }
[[status]]
name = "ultimate"
spots = { kinds = ["edge"] }
[[status]]
name = "ultimate"
spots = { kinds = ["supply_city"], without_markers = ["countdown"] }
connected = [{ lines = ["rail"], to = ["edge"] }]
[[status]]
name = "connected"
spots = { kinds = ["supply_city"], without_markers = ["countdown"] }
connected = [{ lines = ["rail"], to = ["ultimate"] }]
[[status]]
name = "connected"
spots = { markers = ["hq"] }
connected = [{ lines = ["rail"], to = ["ultimate", "connected"] }]

[[status]]
name = "city"
spots = { kinds = ["supply_city"], without_markers = ["countdown"] }
connected = [{ lines = ["rail"], to = ["ultimate"] }]
[[status]]
name = "hq"
spots = { markers = ["hq"] }
connected = [{ lines = ["rail"], to = ["ultimate", "connected"] }]

[[radius]]
name = "city"
statuses = ["city"]
radius = 3
lines = ["land"]
[[radius]]
name = "hq"
statuses = ["hq"]
value = "value"
lines = ["land"]

[[state]]
state = "supplied"
radius = ["city", "hq"]
connected = [{ lines = ["land"], to = ["connected"] }]
[[state]]
state = "in communication"
connected = [{ lines = ["land"], to = ["connected"] }]
[[state]]
state = "isolated"
[[factor]]
radius = "hq"
who = { kinds = ["motor"] }
where = { weather = ["clear"] }
[[raises]]
markers = ["air_supply"]
"""

_BLOCKS = """
[[line.LINE.elements.block]]
by = "units"
why = "enemy unit"
[[line.LINE.elements.block]]
by = "zone"
lifted_by = {}
why = "enemy zone of control"
"""

_OVERLAND = """
[[line.LINE.elements]]
name = "NAME"
free_start = FREE
over = { without = ["sea"] }
cost = [{ edges = { features = ["rail"] }, cost = 1, flat = true }, { where = { terrains = ["forest"] }, cost = 2 }]
extra = [{ edges = { features = ["river"] }, cost = 1 }]
lengths = [{ most = 7 }]
"""

ELEMENTS_SUPPLY = (
    "[line.regular]\n"
    + _OVERLAND.replace("LINE", "regular").replace("NAME", "overland").replace("FREE", "true")
    + _BLOCKS.replace("LINE", "regular")
    + _OVERLAND.replace("LINE", "regular").replace("NAME", "truck").replace("FREE", "false")
    + 'chain = true\nstarts = [{ units = { tags = ["truck"] } }]\n'
    + _BLOCKS.replace("LINE", "regular")
    + """
[[line.regular.elements]]
name = "rail"
along = ["rail"]
over = { without = ["sea"] }
"""
    + _BLOCKS.replace("LINE", "regular")
    + """
[[line.regular.elements.block]]
by = "control"
where = { places = ["city"] }
why = "an enemy city"

[line.overland]
[[line.overland.elements]]
name = "overland"
free_start = true
over = { without = ["sea"] }
"""
    + _BLOCKS.replace("LINE", "overland")
    + """
[line.rail]
[[line.rail.elements]]
name = "rail"
along = ["rail"]
over = { without = ["sea"] }
"""
    + _BLOCKS.replace("LINE", "rail")
    + """
[[status]]
name = "source"
spots = { kinds = ["edge"] }
[[status]]
name = "city"
spots = { kinds = ["supply_city"], never_lost = true }
[[status]]
name = "source"
spots = { kinds = ["supply_city"], never_lost = true }
connected = [{ lines = ["rail"], to = ["city"], least = 2 }]

[[state]]
state = "regular"
connected = [{ lines = ["regular"], to = ["source"] }]
[[state]]
state = "out"
[[state]]
aspect = "isolation"
state = "joined"
connected = [{ lines = ["overland"], to = ["source"] }]
[[state]]
aspect = "isolation"
state = "isolated"
"""
)
