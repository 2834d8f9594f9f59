"""A Hex player without search: every stone goes where the most current flows. It speaks GTP as Hex programs do (HTP).

Each side's chances are an electric circuit between its two edges: an empty cell resists, an own stone does not, a stone of the
other side is cut out, and a bridge (two empty cells that both join two points) conducts like a contact. A cell is worth the
product of the shares of the current that pass through it in the two circuits. It is a yardstick for `rhizome match`; docs/protocol.md has the words.
"""
import sys

WIRE = 1e-4  # What an own stone resists; a cell resists 1.
BRIDGE = 0.05  # What a bridge adds to the resistance of its two ends.
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
size, stones, history = 11, {}, []


def circuit(side):
    """The conductances of one side: {cell: {cell: conductance}}, with the edges as cells 0 and 1."""
    graph = {0: {}, 1: {}}
    resists = {(q, r): 1 if (q, r) not in stones else WIRE for q in range(size) for r in range(size)
               if stones.get((q, r), side) == side}
    along = (lambda cell: cell[1]) if side == "b" else (lambda cell: cell[0])
    join = lambda a, b, ohm: [graph.setdefault(x, {}).__setitem__(y, graph[x].get(y, 0) + 1 / ohm) for x, y in ((a, b), (b, a))]
    empty = lambda cell: cell in resists and cell not in stones
    for cell, ohm in resists.items():
        near = [(cell[0] + q, cell[1] + r) for q, r in STEPS]
        for k in range(3):
            if near[k] in resists:
                join(cell, near[k], (ohm + resists[near[k]]) / 2)
            far = (near[k][0] + STEPS[k + 1][0], near[k][1] + STEPS[k + 1][1])
            if far in resists and empty(near[k]) and empty(near[k + 1]):
                join(cell, far, (ohm + resists[far]) / 2 + BRIDGE)
        for end, row, way in ((0, 0, -1), (1, size - 1, 1)):
            if along(cell) == row:
                join(cell, end, ohm / 2)
            elif along(cell) + way == row and all(empty(n) for n in near if along(n) == row):
                join(cell, end, ohm / 2 + BRIDGE)
    return graph


def currents(side):
    """The share of the current through every cell, and the resistance of the whole."""
    graph = circuit(side)
    order = sorted((cell for cell in graph if cell not in (0, 1)), key=lambda c: c[1] * size + c[0] if side == "b" else c[0] * size + c[1])
    rows = {cell: {other: -g for other, g in graph[cell].items()} | {cell: sum(graph[cell].values())} for cell in order}
    done, volts = [], {0: 1.0, 1: 0.0}
    for cell in order:  # Gauss: the edges stay on the right side.
        row = rows.pop(cell)
        done.append((cell, row))
        for other in row:
            if other in rows:
                factor = row[other] / row[cell]
                target = rows[other]
                for key, value in row.items():
                    target[key] = target.get(key, 0) - factor * value
                target.pop(cell, None)
    for cell, row in reversed(done):
        volts[cell] = -sum(value * volts[key] for key, value in row.items() if key != cell) / row[cell]
    flow = {cell: sum(g * abs(volts[cell] - volts[other]) for other, g in graph[cell].items()) / 2 for cell in order}
    total = sum(g * (1 - volts[cell]) for cell, g in graph[0].items()) or 1e-9
    return {cell: share / total for cell, share in flow.items()}, 1 / total


def choose(side):
    (own, _), (other, _) = currents(side), currents("w" if side == "b" else "b")
    cells = [(q, r) for q in range(size) for r in range(size) if (q, r) not in stones]
    return max(cells, key=lambda cell: (own.get(cell, 0) + 1e-3) * (other.get(cell, 0) + 1e-3))


def answer(word, rest):
    global size
    if word in ("boardsize", "clear_board"):
        size = int(rest[0]) if rest else size
        stones.clear(), history.clear()
    elif word == "play":
        history.append(dict(stones))
        if rest[1] == "swap-pieces":  # The other's only stone becomes one's own, in the mirror of the board.
            (q, r), = stones
            stones.clear()
            stones[r, q] = rest[0][0].lower()
        else:
            stones[ord(rest[1][0].lower()) - 97, int(rest[1][1:]) - 1] = rest[0][0].lower()
    elif word == "genmove":
        cell = choose(rest[0][0].lower())
        history.append(dict(stones))
        stones[cell] = rest[0][0].lower()
        return f"{chr(97 + cell[0])}{cell[1] + 1}"
    elif word == "undo":
        before = history.pop()
        stones.clear()
        stones.update(before)
    known = {"name": "Resistance", "version": "1", "protocol_version": "2", "list_commands":
             "boardsize\nclear_board\ngenmove\nlist_commands\nname\nplay\nprotocol_version\nquit\nundo\nversion"}
    return known.get(word, "" if word in ("boardsize", "clear_board", "play", "undo", "quit") else None)


for line in sys.stdin:
    if line.split():
        word, *rest = line.split()
        said = answer(word, rest)
        print(f"= {said}\n" if said is not None else "? unknown command\n", flush=True)
        if word == "quit":
            break
