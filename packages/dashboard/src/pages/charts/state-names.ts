import type { Curve } from "./curve.ts";

/** What 0 and 1 mean. */
export type StateNames = readonly [zero: string, one: string];

/** By words in the type or name of a sensor. The first match counts. */
const names: readonly (readonly [words: RegExp, names: StateNames])[] = [
  [/door|window|gate|contact|\blid\b/, ["Closed", "Open"]],
  [/motion|presence|occup|\bpir\b/, ["No motion", "Motion"]],
  [/leak|flood/, ["Dry", "Leak"]],
  [/smoke|flame|fire/, ["Clear", "Alarm"]],
];

const usual: StateNames = ["Off", "On"];

/**
 * The states of a sensor that is a switch: it has no unit, and all its values are 0 or 1. Null for other sensors. A sensor
 * without readings is none, because nothing says so.
 */
export function statesOf(
  { type, name, unit }: { readonly type: string | null; readonly name: string; readonly unit: string },
  curve: Curve,
): StateNames | null {
  if (unit !== "" || curve.atMs.length === 0) return null;
  const isState = (value: number) => value === 0 || value === 1;
  if (!curve.min.every(isState) || !curve.max.every(isState)) return null;
  const words = `${type ?? ""} ${name}`.toLowerCase().replaceAll(/[_-]/g, " ");
  return names.find(([shape]) => shape.test(words))?.[1] ?? usual;
}

export function stateName(states: StateNames, value: number): string {
  return states[value === 0 ? 0 : 1];
}
