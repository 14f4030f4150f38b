import { CompileProblem, type Place } from "./compile-problem.ts";
import { RunFailure } from "./run-failure.ts";
import type { Value } from "./value.ts";
import type { ValueType } from "./value-type.ts";

/**
 * A compiled part of an expression: plain functions without arguments, which find the reading in the expression's frame.
 * Besides its value a term knows its maximum cost. Both costs and sizes grow at least in proportion to the sizes they depend on
 * (never less: no minimum, no root), because loops rely on that when they add up their turns.
 */
export interface Term {
  readonly type: ValueType;
  readonly place: Place;
  /** Throws a RunFailure if there is no value. */
  readonly run: () => Value;
  /** Returns the maximum number of steps of one run. */
  readonly steps: () => number;
  readonly size: () => Size;
  /** The value, if it is the same for every reading. */
  readonly constant: Value | undefined;
}

/** The maximum size of a value. */
export interface Size {
  /** Elements of a list, keys of a map. */
  readonly count: number;
  /** Characters of a string; for lists and maps everything in them, plus two per element. */
  readonly weight: number;
}

export const noSize: Size = { count: 0, weight: 0 };

/** Steps of throwing and catching a failure, which logical operators and loops do to continue after one. */
export const failureSteps = 90;

/**
 * Cheaper constants are evaluated while compiling: mistakes show when the expression is saved, and each reading saves the work.
 */
const foldStepsMax = 5_000;

export interface Work {
  readonly run: () => Value;
  /** Steps besides those of the parts. */
  readonly steps?: () => number;
  readonly size?: () => Size;
}

/** Creates a term that runs all its parts each time. If all parts are constants, so is the term. */
export function combine(place: Place, type: ValueType, parts: readonly Term[], work: Work): Term {
  const steps = (): number =>
    parts.reduce((sum, part) => sum + part.steps(), 1) + (work.steps === undefined ? 0 : work.steps());
  const size = work.size ?? (() => noSize);
  if (parts.every((part) => part.constant !== undefined) && steps() <= foldStepsMax)
    return constantTerm(place, type, runOnce(place, work.run));
  return { type, place, run: work.run, steps, size, constant: undefined };
}

export function constantTerm(place: Place, type: ValueType, value: Value): Term {
  const size = sizeOf(value);
  return { type, place, run: () => value, steps: () => 1, size: () => size, constant: value };
}

function runOnce(place: Place, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (error instanceof RunFailure) throw new CompileProblem(error.reason, place.at);
    throw error;
  }
}

function sizeOf(value: Value): Size {
  if (typeof value === "string") return { count: 0, weight: value.length };
  if (typeof value !== "object" || value === null) return noSize;
  const parts = Object.entries(value);
  const weight = parts.reduce((sum, [key, part]) => sum + 2 + key.length + sizeOf(part).weight, 0);
  return { count: parts.length, weight };
}
