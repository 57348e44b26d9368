"""Concatenations, by cells: boxes that no bound of any part divides."""
import itertools

import numpy as np

from operations import point
from values import NUMPY, Disagreement, convert
from variables import (Variable, aligned, canonical, extents, intersect, is_empty, read_dim, read_domain)


class Concats:
    """What a player makes of several fields; it knows `operand`."""

    def chosen_type(self, operands):
        """The common type of operands one of which is taken."""
        if all(o.dtype in ("c64", "c128") for o in operands):
            return max((o.dtype for o in operands), key=len)
        common = operands[0]
        empty = lambda o: Variable(o.dtype, {}, lambda box: np.zeros((), NUMPY[o.dtype]), o.weak)
        for other in operands[1:]:
            mask = Variable("bool", {}, lambda box: np.ones((), bool))
            dtype, weak = point("select", [mask, empty(common), empty(other)], {})[1:3]
            common = Variable(dtype, {}, None, weak)
        return common.dtype

    def pieces(self, operands, dims, owner, keep_all):
        """Operands by cells: boxes in `dims` that no bound of any box divides."""
        bounds = {name: {None} for name in dims}
        for box in [o.domain for o in operands] + owner.boxes:
            for name in dims:
                bounds[name] |= set(box.get(name, (None, None)))
        cuts = {name: sorted(bounds[name] - {None}) for name in dims}
        spans = {name: list(zip([None, *cut], [*cut, None])) for name, cut in cuts.items()}
        inside = lambda cell, box: all(intersect(span, box.get(name, (None, None))) == span
                                       for name, span in cell.items())
        cells, used = [], set(range(len(operands)) if keep_all else ())
        for chosen in itertools.product(*(spans[name] for name in dims)):
            cell = dict(zip(dims, chosen))
            n = owner(cell, inside)
            if n is not None:
                used.add(n)
                cells.append((cell, n, inside(cell, operands[n].domain)))

        def united(limits):
            """The box of all that is there, or None."""
            covered = [cell for cell, _, there in cells if there and inside(cell, limits)]
            box = {}
            for name in dims:
                ends = [cell[name] for cell in covered]
                box[name] = (None if any(e[0] is None for e in ends) else min((e[0] for e in ends), default=0),
                             None if any(e[1] is None for e in ends) else max((e[1] for e in ends), default=0))
            whole = itertools.product(*(spans[name] for name in dims))
            count = sum(inside(dict(zip(dims, chosen)), box) for chosen in whole)
            return box if not covered or count == len(covered) else None
        limits = {}
        for name in dims if united({}) is None else ():
            own = [operands[n].domain[name] for n in used if name in operands[n].domain]
            own = [span for span in own if span[0] is None or span[1] is None or span[0] < span[1]]
            limits[name] = (min((lo for lo, _ in own if lo is not None), default=None),
                            max((hi for _, hi in own if hi is not None), default=None))
        for name in reversed(canonical(limits)):
            for end in (0, 1):
                wider = {**limits, name: tuple(None if n == end else x for n, x in enumerate(limits[name]))}
                box = united(wider)
                limits = wider if box and box[name][end] is None else limits
        domain = {}
        for n in sorted(used):
            for name, span in operands[n].domain.items():
                domain[name] = intersect(domain.get(name, (None, None)), span)
        box = united(limits)
        if box is None:
            raise Disagreement("a concatenation whose parts are no box")
        domain.update(box)
        return ({name: domain[name] for name in canonical(domain)},
                [(cell, n) for cell, n, there in cells if there])

    def put_together(self, operands, domain, covered):
        dtype = self.chosen_type(operands)

        def values(box):
            result = np.zeros(extents(box), NUMPY[dtype])
            for cell, n in covered:
                part = {name: intersect(span, cell.get(name, (None, None))) for name, span in box.items()}
                if is_empty(part):
                    continue
                place = tuple(slice(lo - box[name][0], hi - box[name][0]) for name, (lo, hi) in part.items())
                result[place] = convert(aligned(operands[n], part), operands[n].dtype, dtype)
            return result
        result = Variable(dtype, domain, values)
        if any(o.valid != [] for o in operands):
            result.valid = None
        return result, 0

    def make_concat_where(self, e):
        operands = [self.operand(o) for o in e["operands"]]
        boxes = [read_domain(box) for box in e["boxes"]]
        dims = canonical({name for box in boxes for name in box})

        def owner(cell, inside):
            return 0 if any(not is_empty(box) and inside(cell, box) for box in boxes) else 1
        owner.boxes = boxes
        return self.put_together(operands, *self.pieces(operands, dims, owner, False))

    def make_concat(self, e):
        operands = [self.operand(o) for o in e["operands"]]
        dims = [name for name in operands[0].domain if all(name in o.domain for o in operands)]

        def owner(cell, inside):
            found = [n for n, o in enumerate(operands) if not is_empty(o.domain) and inside(cell, o.domain)]
            return found[0] if found else None
        owner.boxes = []
        return self.put_together(operands, *self.pieces(operands, dims, owner, True))

    def make_set(self, e):
        operands = [self.operand(o) for o in e["operands"]]
        box = {read_dim(i["dim"]): (i["lo"], i["lo"] + 1) if i["index"] else (i["lo"], i["hi"])
               for i in e["region"]}

        def owner(cell, inside):
            return 1 if not is_empty(box) and inside(cell, box) else 0
        owner.boxes = [box]
        _, covered = self.pieces(operands, list(box), owner, True)
        return self.put_together(operands, operands[0].domain, covered)
