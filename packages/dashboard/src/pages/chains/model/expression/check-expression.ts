import type { ExpressionResult } from "@weir/protocol/closed-sets";
import { compileExpression } from "@weir/rule-engine/expression/expression";
import { type SampleReading, sampleInput } from "./sample-reading.ts";

/** Why an expression cannot be used, or what it returns. */
export type CheckedExpression =
  | { readonly ok: false; readonly message: string; readonly at: number }
  | { readonly ok: true; readonly gives: string; readonly sample: SampleResult };

export type SampleResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/**
 * Checks an expression with the code that runs it on the server, and tries it with a reading. This module includes the
 * expression language, so it is loaded only when a field is shown.
 */
export function checkExpression(
  text: string,
  result: ExpressionResult,
  reading: SampleReading,
): CheckedExpression {
  const compiled = compileExpression(text, result);
  if (!compiled.ok) return { ok: false, message: compiled.problem, at: compiled.at };
  const value = compiled.evaluate(sampleInput(reading));
  const sample: SampleResult =
    value === undefined ? { ok: false, reason: compiled.reason } : { ok: true, value };
  return { ok: true, gives: givesOf(text), sample };
}

const kinds = [
  ["bool", "true or false"],
  ["number", "a number"],
  ["string", "a string"],
] as const;

/** A value from metadata may be of any kind, which is known only when the expression runs. */
function givesOf(text: string): string {
  const fitting = kinds.filter(([kind]) => compileExpression(text, kind).ok);
  if (fitting.length === kinds.length) return "any metadata value";
  return fitting[0]?.[1] ?? "a list, a map, a time or null";
}
