import type { ASTNode } from "@marcbachmann/cel-js";
import { compileLoop } from "./compile-loop.ts";
import { CompileProblem } from "./compile-problem.ts";
import { compileCall } from "./functions/compile-call.ts";
import { isLoop } from "./loops.ts";
import { listLiteral, mapLiteral } from "./operators/aggregates.ts";
import { arithmetic, negative } from "./operators/arithmetic.ts";
import { equality, order } from "./operators/comparison.ts";
import { element, field, has } from "./operators/fields.ts";
import { choice, logical, not } from "./operators/logic.ts";
import { membership } from "./operators/membership.ts";
import { placeOf, type Scope } from "./scope.ts";
import { constantTerm, type Term } from "./term.ts";
import { boolType, doubleType, intType, nullType, stringType } from "./value-type.ts";

/** Checks a part of an expression and compiles it. Expressions can contain only what is named here. */
export function compileTerm(node: ASTNode, scope: Scope): Term {
  const place = placeOf(node, scope);
  const compile = (part: ASTNode): Term => compileTerm(part, scope);
  switch (node.op) {
    case "value":
      return literal(node, scope);
    case "id":
      return variable(node, scope);
    case ".":
      return field(node, scope, compileTerm);
    case "[]":
      return element(place, compile(node.args[0]), compile(node.args[1]));
    case "call":
      return node.args[0] === "has"
        ? has(node, scope, compileTerm)
        : compileCall({
            name: node.args[0],
            place,
            method: false,
            patterns: scope.patterns,
            frame: scope.frame,
            terms: node.args[1].map(compile),
          });
    case "rcall":
      return method(node, scope);
    case "list":
      return listLiteral(place, node.args.map(compile));
    case "map":
      return mapLiteral(
        place,
        node.args.map(([key, value]) => [compile(key), compile(value)]),
      );
    case "?:":
      return choice(place, compile(node.args[0]), compile(node.args[1]), compile(node.args[2]));
    case "&&":
    case "||":
      return logical(node.op, place, [compile(node.args[0]), compile(node.args[1])], scope.frame);
    case "!_":
      return not(place, compile(node.args));
    case "-_":
      return negative(place, compile(node.args));
    case "==":
    case "!=":
      return equality(node.op === "!=", place, [compile(node.args[0]), compile(node.args[1])], scope.frame);
    case "in":
      return membership(place, compile(node.args[0]), compile(node.args[1]), scope.frame);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return order(node.op, place, compile(node.args[0]), compile(node.args[1]));
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return arithmetic(node.op, place, compile(node.args[0]), compile(node.args[1]));
    default:
      throw new CompileProblem(`${place.source} is not supported.`, place.at);
  }
}

function literal(node: ASTNode & { op: "value" }, scope: Scope): Term {
  const place = placeOf(node, scope);
  const value = node.args;
  if (value === null) return constantTerm(place, nullType, null);
  if (typeof value === "boolean") return constantTerm(place, boolType, value);
  if (typeof value === "string") return constantTerm(place, stringType, value);
  if (typeof value === "number") return constantTerm(place, doubleType, value);
  if (typeof value !== "bigint")
    throw new CompileProblem(
      `${place.source} is not supported: write numbers without "u" and strings without "b".`,
      place.at,
    );
  if (!Number.isSafeInteger(Number(value)))
    throw new CompileProblem(
      `${place.source} is too large for a whole number; write 1.0e20 for 1 with 20 zeros.`,
      place.at,
    );
  return constantTerm(place, intType, Number(value));
}

function variable(node: ASTNode & { op: "id" }, scope: Scope): Term {
  const name = node.args;
  const place = placeOf(node, scope);
  const { locals, frame, uses, variables } = scope;
  const local = locals.get(name);
  if (local !== undefined) return { ...local, place };
  const found = variables.find((candidate) => candidate.name === name);
  if (found === undefined) {
    const names = variables.map((candidate) => candidate.name).join(", ");
    throw new CompileProblem(`There is no variable "${name}". The variables are ${names}.`, place.at);
  }
  uses.add(name);
  const { type, size, read } = found;
  return { type, place, run: () => read(frame.input), steps: () => 1, size: () => size, constant: undefined };
}

function method(node: ASTNode & { op: "rcall" }, scope: Scope): Term {
  const [name, receiver, parameters] = node.args;
  if (isLoop(name, parameters.length)) return compileLoop(node, scope, compileTerm);
  const terms = [receiver, ...parameters].map((part) => compileTerm(part, scope));
  const { patterns, frame } = scope;
  const term = compileCall({ name, place: placeOf(node, scope), method: true, terms, patterns, frame });
  scope.costly.push(term);
  return term;
}
