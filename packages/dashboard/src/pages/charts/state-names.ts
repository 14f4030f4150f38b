import type { ValueState } from "@weir/protocol/manage/value-states";
import { valueText } from "../../format/number.ts";
import { stateName } from "../../format/value-state.ts";
import type { Curve } from "./curve.ts";

/** The values that a sensor with states has, with their names. */
export type States = readonly ValueState[];

function onOff(off: string, on: string): States {
  return [
    { value: 0, name: off },
    { value: 1, name: on },
  ];
}

/** By words in the type or name of a sensor. The first match counts. */
const guesses: readonly (readonly [words: RegExp, states: States])[] = [
  [/door|window|gate|contact|\blid\b/, onOff("Closed", "Open")],
  [/motion|presence|occup|\bpir\b/, onOff("No motion", "Motion")],
  [/leak|flood/, onOff("Dry", "Leak")],
  [/smoke|flame|fire/, onOff("Clear", "Alarm")],
];

export const usualStates = onOff("Off", "On");

interface Stated {
  readonly type: string | null;
  readonly name: string;
  readonly unit: string;
  /** Those that somebody has named; null if nobody has. */
  readonly states: States | null;
}

/**
 * The states of a sensor whose values are all states: those that have a name, or 0 and 1 of a sensor that has no unit. Null for
 * other sensors. A sensor without readings is none, because nothing says so.
 */
export function statesOf({ type, name, unit, states }: Stated, curve: Curve): States | null {
  const all = states ?? (unit === "" ? usualStates : null);
  if (all === null || curve.atMs.length === 0) return null;
  const isState = (value: number) => stateName(all, value) !== undefined;
  if (!curve.min.every(isState) || !curve.max.every(isState)) return null;
  return states ?? guessedStates(type, name);
}

/** Whether the latest value of a sensor is a state, which tells how it will be drawn before its readings are loaded. */
export function isStateNow({
  unit,
  states,
  latest,
}: Pick<Stated, "unit" | "states"> & { readonly latest: { readonly value: number } | null }): boolean {
  const all = states ?? (unit === "" ? usualStates : null);
  return latest !== null && stateName(all, latest.value) !== undefined;
}

/** What 0 and 1 mean, by the words in a type and a name. */
function guessedStates(type: string | null, name: string): States {
  const words = `${type ?? ""} ${name}`.toLowerCase().replaceAll(/[_-]/g, " ");
  return guesses.find(([shape]) => shape.test(words))?.[1] ?? usualStates;
}

/** What a value of a sensor with states is called. */
export function stateText(states: States, value: number): string {
  return stateName(states, value) ?? valueText(value);
}
