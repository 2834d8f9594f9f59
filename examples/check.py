#!/usr/bin/env python3
"""Checks a certificate: a proof of who wins a position of Sprouts.

    rhizome certificate unpack eleven.cert eleven.txt
    python3 examples/check.py eleven.txt

A second checker, after docs/certificates.md: standard library only, nothing of Rhizome. It looks at every move of
every claim and at the replies to it. It is much slower than the other one, and good for games on up to 12 spots or so.
"""

import sys
from itertools import product

sys.setrecursionlimit(10_000)


# Positions. A region is a list of boundaries, a boundary a cyclic list of spots (numbers), and `lives` says how many lines each may still get.


def read_number(text, most):
    """A number in plain digits. One below zero would be a nimber that no child has, and prove anything."""
    if not (text.isascii() and text.isdigit() and int(text) <= most):
        raise ValueError(f"{text!r} is no number up to {most}")
    return int(text)


def read_land(text):
    """The regions and lives of a land as it is written."""
    regions, lives, capitals = [], [], {}

    def spot(left):
        lives.append(left)
        return len(lives) - 1

    for region_text in text.split("|"):
        region = []
        for boundary_text in region_text.split("."):
            if boundary_text.startswith("0*"):
                region += [[spot(3)] for _ in range(read_number(boundary_text[2:], 500))]
                continue
            boundary, small, at = [], {}, 0
            while at < len(boundary_text):
                end = at + 1
                while boundary_text[end : end + 1] == "'":
                    end += 1
                name, at = boundary_text[at:end], end
                if name in ("0", "1", "2"):
                    boundary.append(spot(3 - int(name)))
                elif name[0].isascii() and name[0].isalpha():
                    names = capitals if name[0].isupper() else small
                    if name not in names:
                        names[name] = spot(1)
                    boundary.append(names[name])
                else:
                    raise ValueError(f"{name!r} is no spot, in {text!r}")
            if not boundary or (len(boundary) > 1 and any(lives[s] == 3 for s in boundary)):
                raise ValueError(f"{boundary_text!r} is no boundary, in {text!r}")
            if any(boundary.count(s) != 2 for s in small.values()):
                raise ValueError(f"a small letter is not found twice, in {text!r}")
            region.append(boundary)
        regions.append(region)
    places = [s for region in regions for boundary in region for s in boundary]
    if any(places.count(s) != 2 for s in capitals.values()):
        raise ValueError(f"a capital is not found twice, in {text!r}")
    return regions, lives


def read_position(text):
    """A position as the sorted list of its lands."""
    if text == "!":
        return []
    return sorted(land for part in text.split("+") for land in lands_of(*read_land(part)))


def reduced(region, lives):
    """The region without what is dead; nothing if no move is left in it."""
    kept = []
    for boundary in region:
        living = []
        for s in boundary:
            if lives[s] and (not living or living[-1] != s):
                living.append(s)
        while len(living) > 1 and living[0] == living[-1]:
            living.pop()
        if living:
            kept.append(living)
    spots = sorted({s for boundary in kept for s in boundary})
    left = sum(lives[s] for s in spots)
    # With three lives or fewer it does not matter where the spots stand.
    return None if left < 2 else [spots] if left <= 3 else kept


def lands_of(regions, lives):
    """The lands of a position: regions that share living spots hang together."""
    groups = []
    for region in regions:
        region = reduced(region, lives)
        if region is None:
            continue
        spots = {s for boundary in region for s in boundary}
        parts = [region]
        for group in [group for group in groups if group[0] & spots]:
            groups.remove(group)
            spots |= group[0]
            parts = group[1] + parts
        groups.append((spots, parts))
    return [writing(parts, lives) for _, parts in groups]


writings = {}


def writing(regions, lives):
    """The one writing of a land: equal lands have equal ones."""
    numbers, plain = {}, []
    for region in regions:
        for boundary in region:
            plain += [numbers.setdefault(s, len(numbers)) for s in boundary] + [-1]
        plain.append(-2)
    key = tuple(plain), tuple(lives[s] for s in numbers)
    if key not in writings:
        writings[key] = least_writing(regions, lives)
    return writings[key]


def rotations(boundary):
    return [boundary[i:] + boundary[:i] for i in range(len(boundary))]


def letter(first, index):
    return chr(ord(first) + index % 26) + "'" * (index // 26)


def least_writing(regions, lives):
    """The only freedom that matters is the order of the capitals: with names for them everything is written in alphabetical order.
    They are told apart by what is seen from them; of those that look alike each is put first in turn, and the least writing is taken."""
    homes = {}
    for boundary in (boundary for region in regions for boundary in region):
        for s in boundary:
            homes.setdefault(s, []).append(id(boundary))
    capitals = [s for s, home in homes.items() if len(set(home)) == 2]

    def text(boundary, names):
        out, small = "", {}
        for s in boundary:
            if len(homes[s]) == 1:
                out += str(3 - lives[s])
            elif s in names:
                out += letter("A", names[s])
            else:
                out += letter("a", small.setdefault(s, len(small)))
        return out

    def looks(boundary):
        """What each spot looks like: its degree, or how far it is to the same spot; a capital stays itself."""
        out = []
        for i, s in enumerate(boundary):
            if len(homes[s]) == 1:
                out.append((0, 3 - lives[s]))
            elif s in capitals:
                out.append((2, s))
            else:
                out.append((1, (boundary[i + 1 :] + boundary[:i]).index(s)))
        return out

    # Each region in both directions: the texts of its boundaries without capitals, and the others.
    both_ways = []
    for region in regions:
        ways = []
        for turned in (region, [boundary[::-1] for boundary in region]):
            free = [b for b in turned if not any(s in capitals for s in b)]
            bound = [b for b in turned if any(s in capitals for s in b)]
            free = sorted(min(text(r, {}) for r in rotations(b)) for b in free)
            ways.append((free, bound, [looks(b) for b in bound]))
        both_ways.append(ways)

    def refine(colours):
        while True:
            seen = {s: [] for s in capitals}
            for ways in both_ways:
                here = {}
                for free, bound, looking in ways:
                    views = []
                    for boundary, look in zip(bound, looking):
                        colored = [(2, colours[x]) if kind == 2 else (kind, x) for kind, x in look]
                        starts = [i for i, s in enumerate(boundary) if s in colours]
                        views.append([(boundary[i], colored[i:] + colored[:i]) for i in starts])
                    whole = free, sorted(min(view for _, view in from_all) for from_all in views)
                    for s, view in (pair for from_all in views for pair in from_all):
                        here.setdefault(s, []).append((view, whole))
                for s, two in here.items():
                    seen[s].append(sorted(two))
            signs = {s: (colours[s], sorted(seen[s])) for s in capitals}
            order = []
            for sign in sorted(signs.values()):
                if not order or order[-1] != sign:
                    order.append(sign)
            refined = {s: order.index(signs[s]) for s in capitals}
            if len(order) in (len(set(colours.values())), len(capitals)):
                return refined
            colours = refined

    def least(colours):
        if len(capitals) > 1:
            colours = refine(colours)
        ranks = sorted(colours.values())
        tied = [rank for rank in ranks if ranks.count(rank) > 1]
        if not tied:
            return "|".join(sorted(min(region_text(*way, colours) for way in ways) for ways in both_ways))
        first = [s for s in capitals if colours[s] == tied[0]]
        return min(least({t: 2 * c + (t != s) for t, c in colours.items()}) for s in first)

    def region_text(free, bound, _, names):
        texts = []
        for boundary in bound:
            start = boundary.index(min((s for s in boundary if s in names), key=names.get))
            texts.append(text(boundary[start:] + boundary[:start], names))
        return ".".join(sorted(free + texts))

    return least({s: 0 for s in capitals})


def lives_of(land):
    return sum(read_land(land)[1])


# Moves: a line inside one region from a corner to a corner, with a new spot of one life on it.


def children(land):
    """The positions that the moves of a land lead to, as lists of lands; some come more than once."""
    regions, lives = read_land(land)
    texts = [region.split(".") for region in land.split("|")]
    for r, region in enumerate(regions):
        others = regions[:r] + regions[r + 1 :]
        for new_regions, new_lives in moves(region, texts[r], lives):
            yield lands_of(others + new_regions, new_lives)


def moves(region, texts, lives):
    # Boundaries that are written alike and have no capitals are alike: only how many of them are taken counts.
    kinds = {}
    for b, text in enumerate(texts):
        shared = any(letter.isupper() for letter in text)
        kinds.setdefault((text, b if shared else None), []).append(b)
    kinds = list(kinds.values())

    def around(boundary, i):
        return [boundary[i]] if lives[boundary[i]] == 3 else boundary[i:] + boundary[: i + 1]

    def drawn(one, two):
        """The lives after a line between two spots, or nothing if they have too few."""
        left = lives + [1]
        left[one] -= 1
        left[two] -= 1
        return left if min(left) >= 0 else None

    new = len(lives)
    for k, kind in enumerate(kinds):
        boundary = region[kind[0]]
        rest = [kind[1:] if other is kind else other for other in kinds]
        # A line back to the same boundary: the region falls into two, each other boundary into one of them.
        for i, one in enumerate(boundary):
            for j in range(i, len(boundary)):
                left = drawn(one, boundary[j])
                if left is None:
                    continue
                inner = boundary[i : j + 1] + [new]
                outer = (around(boundary, i) if i == j else boundary[j:] + boundary[: i + 1]) + [new]
                for counts in product(*(range(len(alike) + 1) for alike in rest)):
                    inside = [region[b] for alike, n in zip(rest, counts) for b in alike[:n]]
                    outside = [region[b] for alike, n in zip(rest, counts) for b in alike[n:]]
                    yield [[inner] + inside, [outer] + outside], left
        # A line to another boundary: the two become one.
        for other in kinds[k:]:
            if other is kind and len(kind) == 1:
                continue
            target = other[1] if other is kind else other[0]
            stay = [region[b] for b in range(len(region)) if b not in (kind[0], target)]
            for i, one in enumerate(boundary):
                for j, two in enumerate(region[target]):
                    left = drawn(one, two)
                    if left is not None:
                        joined = around(boundary, i) + [new] + around(region[target], j) + [new]
                        yield [stay + [joined]], left


class Refused(Exception):
    pass


# Normal play: claims that lands have nimbers.


def check_normal(header, claims):
    nimbers = {}
    for number, line in enumerate(claims, 1):
        land, nimber = line.split(" ")
        (land,), nimber = read_position(land), read_number(nimber, 255)
        if nimbers.setdefault(land, nimber) != nimber:
            raise Refused(f"claim {number} contradicts another")
    answered = set()

    def worth(lands):
        """The exclusive or of the claimed nimbers, and the lands without a claim that do not cancel."""
        total, unknown = 0, []
        for land in lands:
            if land in nimbers:
                total ^= nimbers[land]
            elif land in unknown:
                unknown.remove(land)
            else:
                unknown.append(land)
        return total, sorted(unknown)

    def has_answer(lands, wanted):
        total, unknown = worth(lands)
        key = tuple(unknown), total ^ wanted
        if key in answered:
            return True
        for moved in unknown + [land for land in lands if land in nimbers]:
            others = list(lands)
            others.remove(moved)
            for reply in children(moved):
                if worth(reply + others) == (wanted, []):
                    if moved in unknown:
                        answered.add(key)
                    return True
        return False

    for number, (land, nimber) in enumerate(nimbers.items(), 1):
        found = set()
        for child in children(land):
            total, unknown = worth(child)
            if not unknown:
                found.add(total)
            elif not has_answer(child, nimber):
                raise Refused(f"claim {number} ({land} {nimber}): {child} has no answer")
        if nimber in found or not found >= set(range(nimber)):
            raise Refused(f"claim {number} ({land} {nimber}): children have nimbers {sorted(found)}")
    root = read_position(header["position"])
    total, unknown = worth(root)
    stated = read_number(header["nimber"], 255) if "nimber" in header else None
    if unknown:
        shown = header["outcome"] == "win" and stated is None and has_answer(root, 0)
    else:
        shown = (header["outcome"] == "win") == (total > 0) and stated in (None, total)
    if not shown:
        raise Refused("the claims do not show who wins the position")


# Misère play: claims that positions are lost. Small lands count by their reduced canonical trees.

trees = [()]  # The options of each tree; number 0 is the finished game.
wins = [True]  # Whoever cannot move has won.
numbers = {(): 0}
sums, land_trees = {}, {}


def reduce_tree(options):
    options = tuple(sorted(set(options)))
    if options in numbers:
        return numbers[options]
    won = any(not wins[option] for option in options)
    for simpler in {tree for option in options for tree in trees[option]}:
        if (
            set(trees[simpler]) <= set(options)
            and all(option in trees[simpler] or simpler in trees[option] for option in options)
            and (simpler != 0 or won)
        ):
            return simpler
    trees.append(options)
    wins.append(won)
    numbers[options] = len(trees) - 1
    return len(trees) - 1


def add_trees(one, two):
    if one == 0 or two == 0:
        return one or two
    key = min(one, two), max(one, two)
    if key not in sums:
        options = [add_trees(option, two) for option in trees[one]]
        options += [add_trees(one, option) for option in trees[two]]
        sums[key] = reduce_tree(options)
    return sums[key]


def tree_of(land):
    if land not in land_trees:
        land_trees[land] = reduce_tree({tree_of_sum(tuple(sorted(child))) for child in children(land)})
    return land_trees[land]


def tree_of_sum(lands):
    total = 0
    for land in lands:
        total = add_trees(total, tree_of(land))
    return total


def check_misere(header, claims):
    small_lives_max = read_number(header.get("small", "0"), 12)
    small = {}

    def is_small(land):
        if land not in small:
            small[land] = lives_of(land) <= small_lives_max
        return small[land]

    def split(lands, tree=0):
        """The large lands, and the tree of the small ones and one more."""
        for land in lands:
            if is_small(land):
                tree = add_trees(tree, tree_of(land))
        return tuple(sorted(land for land in lands if not is_small(land))), tree

    claimed = [split(read_position(claim)) for claim in claims]
    losses = set(claimed)
    known = {land for large, _ in losses for land in large}
    won = set()

    def any_lands(lands):
        return True

    def known_lands(lands):
        return all(is_small(land) or land in known for land in lands)

    def after_moves(position, wanted):
        large, tree = position
        if wanted(large):
            for option in trees[tree]:
                yield large, option
        for land in set(large):
            others = list(large)
            others.remove(land)
            if wanted(others):
                for child in children(land):
                    if wanted(child):
                        yield split(child + others, tree)

    def is_lost(position):
        return position in losses if position[0] else not wins[position[1]]

    def is_won(position):
        if not position[0]:
            return wins[position[1]]
        if position not in won and any(map(is_lost, after_moves(position, known_lands))):
            won.add(position)
        return position in won

    for number, position in enumerate(claimed, 1):
        if not position[0] and wins[position[1]]:
            raise Refused(f"claim {number} ({claims[number - 1]}) is a win")
        for child in after_moves(position, any_lands):
            if not is_won(child):
                raise Refused(f"claim {number} ({claims[number - 1]}): {'+'.join(child[0])} has no answer")
    root = split(read_position(header["position"]))
    if not (is_won(root) if header["outcome"] == "win" else is_lost(root)):
        raise Refused("the claims do not show who wins the position")


def check(text):
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if lines[0] != "rhizome certificate 1":
        raise ValueError("the text of a certificate begins with `rhizome certificate 1`")
    header, at = {}, 1
    for name in ("position", "ending", "outcome", "nimber", "small", "claims"):
        first, _, value = lines[at].partition(" ") if at < len(lines) else ("", "", "")
        if first == name:
            header[name] = value
            at += 1
        elif name not in ("nimber", "small"):
            raise ValueError(f"line {at + 1}: expected `{name} …`")
    claims = lines[at:]
    if len(claims) != read_number(header["claims"], 10**9) or header["outcome"] not in ("win", "loss"):
        raise ValueError("the text is cut off or changed")
    if header["ending"] == "normal" and "small" not in header:
        check_normal(header, claims)
    elif header["ending"] == "misere" and "nimber" not in header:
        check_misere(header, claims)
    else:
        raise ValueError("expected `ending normal`, perhaps with a nimber, or `ending misere`, perhaps with small lands")
    return f"{header['position']}: {header['outcome']} for the player to move in {header['ending']} play, proved by {len(claims)} claims"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], encoding="utf-8", newline="\n") as file:
            print(check(file.read()))
    except Refused as wrong:
        sys.exit(f"{sys.argv[1]}: refused: {wrong}")
    except OSError as error:
        sys.exit(f"{sys.argv[1]}: {error.strerror}")
    except (ValueError, IndexError) as error:
        sys.exit(f"{sys.argv[1]}: no certificate: {error}")
