"""Whether a function can come to say complete: its ways are followed with what is known of a few values.

Whatever is not known may be anything, both ways of a test on it are gone, and each `except` may be reached: the answer
"no" is a proof, "yes" is none.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any, Final

_COMPLETE: Final = "complete"


class _Unknown:
    pass


UNKNOWN: Final = _Unknown()
RAISES: Final = _Unknown()
"""As the value of a call: it raises."""


class _Raised(Exception):
    pass


class _GivesUp(Exception):
    pass


Known = dict[str, Any]
_TOO_HARD: Final = (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, ast.Delete)
_PURE: Final[dict[str, Any]] = {
    one.__name__: one for one in (len, bool, any, all, sum, set, list, tuple, dict, sorted, min, max)
}
_BLIND: Final = frozenset({"locals", "vars", "globals", "eval", "exec"})


def can_complete(function: ast.FunctionDef, given: Mapping[ast.Call, Any] | None = None) -> bool:
    """Whether a way through the function may return complete. `given`: what calls in it are known to return, or
    RAISES."""
    for node in ast.walk(function):
        if isinstance(node, _TOO_HARD) or (isinstance(node, ast.Name) and node.id in _BLIND):
            return True
    walk = _Walk(given or {})
    try:
        walk.block(function.body, {})
    except (_GivesUp, RecursionError):
        return True
    return walk.complete


class _Walk:
    def __init__(self, given: Mapping[ast.Call, Any]) -> None:
        self._given = given
        self._helpers: dict[str, set[str]] = {}
        self.complete = False

    def block(self, steps: list[ast.stmt], known: Known | None) -> Known | None:
        """What is known after the steps; None where none of the ways goes on."""
        for step in steps:
            if known is None:
                return None
            try:
                known = self._step(step, known)
            except _Raised:
                return None
        return known

    def _step(self, step: ast.stmt, known: Known) -> Known | None:
        match step:
            case ast.Return(value=value):
                self._returns(value, known)
                return None
            case ast.Raise() | ast.Break() | ast.Continue():
                return None
            case ast.FunctionDef(name=name):
                self._helpers[name] = {node.id for node in ast.walk(step) if isinstance(node, ast.Name)}
                return known | {name: UNKNOWN}
            case ast.If(test=test, body=body, orelse=orelse):
                return self._fork(self._truth(test, known), body, orelse, known)
            case ast.Assert(test=test):
                return None if self._truth(test, known) is False else known
            case ast.For(iter=items, body=body, orelse=orelse):
                value = self._value(items, known)
                if value is not UNKNOWN and len(value) == 0:
                    return self.block(orelse, known)
                return self._loop(step, body, orelse, known)
            case ast.While(test=test, body=body, orelse=orelse):
                if self._truth(test, known) is False:
                    return self.block(orelse, known)
                return self._loop(step, body, orelse, known)
            case ast.Try():
                return self._try(step, known)
            case ast.With(items=items, body=body):
                for item in items:
                    self._value(item.context_expr, known)
                inside = _without(known, _bound([item.optional_vars for item in items if item.optional_vars]))
                after = self.block(body, inside)
                # A context may swallow what is raised in it.
                return _either(after, _without(inside, _touched(body)))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return known | {name: self._value(value, known)}
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                return known | {name: self._value(value, known)}
            case ast.Expr(value=value):
                self._value(value, known)
                return known
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                if step.value is not None:
                    self._value(step.value, known)
                return _without(known, _touched([step]))
            case ast.Pass() | ast.Import() | ast.ImportFrom() | ast.ClassDef():
                return _without(known, _touched([step]))
            case _:
                raise _GivesUp

    def _returns(self, value: ast.expr | None, known: Known) -> None:
        match value:
            case None:
                return
            case ast.Dict(keys=keys, values=values) if None not in keys:
                for key, item in zip(keys, values, strict=True):
                    word = self._value(item, known)
                    if isinstance(key, ast.Constant) and key.value == "result":
                        self.complete |= word is UNKNOWN or word == _COMPLETE
                    elif not isinstance(key, ast.Constant):
                        self.complete = True
            case _:
                made = self._value(value, known)
                verdict = made.get("result") if isinstance(made, dict) else made
                self.complete |= verdict is UNKNOWN or verdict == _COMPLETE

    def _fork(self, truth: bool | None, body: list[ast.stmt], orelse: list[ast.stmt], known: Known) -> Known | None:
        ways = [self.block(body, dict(known))] if truth is not False else []
        ways += [self.block(orelse, dict(known))] if truth is not True else []
        return ways[0] if len(ways) == 1 else _either(ways[0], ways[1])

    def _loop(self, step: ast.stmt, body: list[ast.stmt], orelse: list[ast.stmt], known: Known) -> Known | None:
        inside = _without(known, _touched([step]))
        self.block(body, dict(inside))
        self.block(orelse, dict(inside))
        return inside

    def _try(self, step: ast.Try, known: Known) -> Known | None:
        after = self.block([*step.body, *step.orelse], dict(known))
        anywhere = _without(known, _touched(step.body))
        for handler in step.handlers:
            within = _without(anywhere, {handler.name} if handler.name else set())
            after = _either(after, self.block(handler.body, dict(within)))
        if not step.finalbody:
            return after
        ended = self.block(step.finalbody, _without(known, _touched([step])))
        return None if after is None or ended is None else _without(after, _touched(step.finalbody))

    def _truth(self, test: ast.expr, known: Known) -> bool | None:
        value = self._value(test, known)
        return None if value is UNKNOWN else bool(value)

    def _value(self, node: ast.expr, known: Known) -> Any:
        """The value, or UNKNOWN. @raises _Raised where it surely raises"""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return known.get(name, UNKNOWN)
            case ast.Call():
                return self._call(node, known)
            case ast.BoolOp(op=op, values=values):
                return self._any_of(isinstance(op, ast.Or), values, known)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                truth = self._truth(operand, known)
                return UNKNOWN if truth is None else not truth
            case ast.IfExp(test=test, body=body, orelse=orelse):
                truth = self._truth(test, known)
                if truth is None:
                    one, other = self._value(body, known), self._value(orelse, known)
                    return one if _same(one, other) else UNKNOWN
                return self._value(body if truth else orelse, known)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                rows = self._value(node.generators[0].iter, known)
                if rows is UNKNOWN or len(rows) > 0:
                    self._forget(node, known)
                    return UNKNOWN
                return set() if isinstance(node, ast.SetComp) else {} if isinstance(node, ast.DictComp) else []
            case ast.Lambda():
                return UNKNOWN
        parts = [self._value(one, known) for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]
        if any(part is UNKNOWN for part in parts) or not isinstance(
            node, ast.Compare | ast.BinOp | ast.UnaryOp | ast.List | ast.Tuple | ast.Set | ast.Dict | ast.Subscript
        ):
            return UNKNOWN
        return _computed(node, parts)

    def _any_of(self, ends_at: bool, values: list[ast.expr], known: Known) -> Any:
        unsure = False
        for one in values:
            value = self._value(one, known)
            if value is UNKNOWN:
                unsure = True
            elif bool(value) is ends_at:
                return UNKNOWN if unsure and ends_at else value
            last = value
        return UNKNOWN if unsure else last

    def _call(self, call: ast.Call, known: Known) -> Any:
        arguments = [self._value(one, known) for one in call.args]
        for keyword in call.keywords:
            self._value(keyword.value, known)
        if call in self._given:
            value = self._given[call]
            if value is RAISES:
                raise _Raised
            return list(value) if isinstance(value, list) else value
        name = call.func.id if isinstance(call.func, ast.Name) else None
        pure = _PURE.get(name or "")
        if pure is not None and name not in known and not call.keywords:
            if any(one is UNKNOWN for one in arguments):
                return UNKNOWN
            try:
                return pure(*arguments)
            except (TypeError, ValueError) as error:
                raise _Raised from error
        if isinstance(call.func, ast.Attribute):
            self._value(call.func.value, known)
        self._forget(call, known)
        for helper in self._helpers.get(name or "", ()):
            _forget_value(known, helper)
        return UNKNOWN

    def _forget(self, node: ast.AST, known: Known) -> None:
        """What is handed on may be changed there."""
        for one in ast.walk(node):
            if isinstance(one, ast.Name):
                _forget_value(known, one.id)


def _forget_value(known: Known, name: str) -> None:
    value = known.get(name, UNKNOWN)
    if isinstance(value, list | set | dict):
        for other in [other for other, held in known.items() if held is value]:
            known[other] = UNKNOWN


def _computed(node: ast.expr, parts: list[Any]) -> Any:
    """Of values that are all known: constants and empty containers, in the main."""
    names = [f"_{number}" for number in range(len(parts))]
    children = iter(names)

    class Put(ast.NodeTransformer):
        def visit(self, one: ast.AST) -> Any:
            if one is not copied and isinstance(one, ast.expr):
                return ast.copy_location(ast.Name(id=next(children), ctx=ast.Load()), one)
            return self.generic_visit(one)

    copied = ast.parse(ast.unparse(node), mode="eval").body
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow | ast.Mult | ast.LShift):
        return UNKNOWN
    tree = ast.fix_missing_locations(ast.Expression(Put().visit(copied)))
    try:
        return eval(compile(tree, "<known>", "eval"), {"__builtins__": {}}, dict(zip(names, parts, strict=True)))
    except (TypeError, ValueError, LookupError, ArithmeticError) as error:
        raise _Raised from error


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and not isinstance(one, _Unknown) and bool(one == other))


def _either(one: Known | None, other: Known | None) -> Known | None:
    if one is None or other is None:
        return other if one is None else one
    return {
        name: value if _same(value, other.get(name, UNKNOWN)) else UNKNOWN for name, value in one.items()
    } | dict.fromkeys(other.keys() - one.keys(), UNKNOWN)


def _without(known: Known, names: set[str]) -> Known:
    left = dict(known)
    for name in names:
        _forget_value(left, name)
        left[name] = UNKNOWN
    return left


def _bound(targets: list[ast.expr]) -> set[str]:
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def _touched(steps: list[ast.stmt]) -> set[str]:
    """Names that the steps may give another value or change the insides of."""
    found: set[str] = set()
    for step in steps:
        for node in ast.walk(step):
            match node:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    found.add(name)
                case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                    found |= _bound([node])
                case ast.Call(func=ast.Attribute(value=owner)):
                    found |= _bound([owner])
                case ast.ExceptHandler(name=str() as name):
                    found.add(name)
                case _:
                    pass
    return found
