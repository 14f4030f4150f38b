import { type ASTNode, Environment, ParseError } from "@marcbachmann/cel-js";
import { CompileProblem } from "./compile-problem.ts";
import { expressionLimits } from "./expression-limits.ts";

const { textLengthMax, nodesMax, depthMax, listElementsMax, mapEntriesMax, callArgumentsMax } =
  expressionLimits;

/**
 * The library only parses CEL; checking and evaluating is done here. Its own evaluator keeps a type for each shape of metadata
 * it has ever seen, matches patterns by backtracking, and lets impossible dates and durations roll over.
 */
const library = new Environment({
  limits: {
    maxAstNodes: nodesMax,
    maxDepth: depthMax,
    maxListElements: listElementsMax,
    maxMapEntries: mapEntriesMax,
    maxCallArguments: callArgumentsMax,
  },
});

export function parseExpression(text: string): ASTNode {
  if (text.trim() === "")
    throw new CompileProblem("The expression is empty; write one, such as value > 10.", 0);
  if (text.length > textLengthMax)
    throw new CompileProblem(
      `The expression is longer than ${textLengthMax} characters; shorten it.`,
      textLengthMax,
    );
  try {
    return library.parse(text).ast;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const at = Math.min(error.range?.start ?? 0, text.length);
    throw new CompileProblem(explain(error, text, at), at);
  }
}

const tokens: Readonly<Record<string, string>> = {
  EOF: "the end",
  NUMBER: "a number",
  STRING: "a string",
  BOOLEAN: "true or false",
  NULL: "null",
  IDENTIFIER: "a name",
  PLUS: '"+"',
  MINUS: '"-"',
  MULTIPLY: '"*"',
  DIVIDE: '"/"',
  MODULO: '"%"',
  EQ: '"=="',
  NE: '"!="',
  LT: '"<"',
  LE: '"<="',
  GT: '">"',
  GE: '">="',
  AND: '"&&"',
  OR: '"||"',
  NOT: '"!"',
  IN: '"in"',
  LPAREN: '"("',
  RPAREN: '")"',
  LBRACKET: '"["',
  RBRACKET: '"]"',
  LBRACE: '"{"',
  RBRACE: '"}"',
  DOT: '"."',
  COMMA: '","',
  COLON: '":"',
  QUESTION: '"?"',
  BYTES: "bytes",
};

const limits: Readonly<Record<string, string>> = {
  maxAstNodes: `The expression has more than ${nodesMax} parts; simplify it.`,
  maxDepth: `The expression is nested more than ${depthMax} deep; simplify it.`,
  maxListElements: `A list has more than ${listElementsMax} elements; use fewer.`,
  maxMapEntries: `A map has more than ${mapEntriesMax} keys; use fewer.`,
  maxCallArguments: `A function has more than ${callArgumentsMax} arguments.`,
};

/** What people from other languages tend to write. */
const habits: readonly (readonly [RegExp, string])[] = [
  [/^=/, "Write == to compare."],
  [/^and\b/i, "Write && for and."],
  [/^or\b/i, "Write || for or."],
  [/^&/, "Write && for and."],
  [/^\|/, "Write || for or."],
  [/^;/, 'An expression is a single value. Remove the ";".'],
];

function explain(error: ParseError, text: string, at: number): string {
  const habit = habits.find(([pattern]) => pattern.test(text.slice(at, at + 8)));
  const summary = error.summary;
  if (error.code === "limit_exceeded")
    return limits[/max\w+/.exec(summary)?.[0] ?? ""] ?? "The expression is too large.";
  if (error.code === "invalid_macro_argument")
    return `${sentence(summary)} Name the variable first: list.all(x, x > 1).`;
  if (error.code === "reserved_identifier") return `${sentence(summary)} It cannot be used as a name.`;
  if (habit !== undefined) return habit[1];
  const [, expected, got] = /^Expected (\w+), got (\w+)$/.exec(summary) ?? [];
  if (expected !== undefined) return `Expected ${tokens[expected]} here, but found ${tokens[got!]}.`;
  const unexpected = /^Unexpected token: (\w+)$/.exec(summary)?.[1];
  if (unexpected === "EOF") return "The expression ends too early: a value is missing.";
  if (unexpected !== undefined) return `Expected a value here, but found ${tokens[unexpected]}.`;
  if (error.code === "unexpected_character")
    return `${JSON.stringify(text.slice(at, at + 12))} is not expected here. Remove it or put an operator before it.`;
  return sentence(summary);
}

function sentence(summary: string): string {
  return `${summary.slice(0, 120)}.`;
}
