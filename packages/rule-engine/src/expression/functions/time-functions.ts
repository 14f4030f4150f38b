import { intType } from "../value-type.ts";
import { defineFunction, type FunctionSpec, type Parameter } from "./function-spec.ts";

const method = true;
const at = { name: "at", kind: "timestamp" } as const satisfies Parameter;
const zone = { name: "zone", kind: "zone" } as const satisfies Parameter;
const span = { name: "duration", kind: "duration" } as const satisfies Parameter;
const dayUs = 86_400_000_000;

/** Computing local time takes some microseconds if the result is not cached. */
const zoneSteps = 1_000;

export const timeFunctions: readonly FunctionSpec[] = [
  ...part("getFullYear", "The year.", "== 2026", (localUs) => dateOf(localUs).getUTCFullYear()),
  ...part("getMonth", "The month, where January is 0.", "< 6", (localUs) => dateOf(localUs).getUTCMonth()),
  ...part("getDate", "The day of the month, from 1.", "<= 15", (localUs) => dateOf(localUs).getUTCDate()),
  ...part(
    "getDayOfMonth",
    "The day of the month, from 0.",
    "< 15",
    (localUs) => dateOf(localUs).getUTCDate() - 1,
  ),
  ...part("getDayOfWeek", "The day of the week, where Sunday is 0.", "in [0, 6]", (localUs) =>
    dateOf(localUs).getUTCDay(),
  ),
  ...part("getDayOfYear", "The day of the year, from 0.", "< 180", dayOfYear),
  ...part("getHours", "The hour, 0 to 23.", ">= 22", (localUs) => Math.floor(inDay(localUs) / 3_600_000_000)),
  ...part(
    "getMinutes",
    "The minute, 0 to 59.",
    "< 30",
    (localUs) => Math.floor(inDay(localUs) / 60_000_000) % 60,
  ),
  ...part(
    "getSeconds",
    "The second, 0 to 59.",
    "== 0",
    (localUs) => Math.floor(inDay(localUs) / 1_000_000) % 60,
  ),
  ...part(
    "getMilliseconds",
    "The millisecond, 0 to 999.",
    "< 500",
    (localUs) => Math.floor(inDay(localUs) / 1_000) % 1_000,
  ),
  total("getHours", "The whole hours in the duration.", 3_600_000_000),
  total("getMinutes", "The whole minutes in the duration.", 60_000_000),
  total("getSeconds", "The whole seconds in the duration.", 1_000_000),
  total("getMilliseconds", "The whole milliseconds in the duration.", 1_000),
];

/** A part of the date or time, in UTC and in a time zone. */
function part(name: string, help: string, test: string, of: (localUs: number) => number): FunctionSpec[] {
  return [
    defineFunction({
      name,
      method,
      parameters: [at],
      result: intType,
      help: `${help} In UTC.`,
      example: `at.${name}() ${test}`,
      steps: () => 10,
      call: of,
    }),
    defineFunction({
      name,
      method,
      parameters: [at, zone],
      result: intType,
      help: `${help} In the given time zone.`,
      example: `at.${name}("Europe/Berlin") ${test}`,
      steps: () => zoneSteps,
      call: (atUs, timeZone) => of(atUs + timeZone.offsetSeconds(atUs / 1e6) * 1e6),
    }),
  ];
}

function total(name: string, help: string, unitUs: number): FunctionSpec {
  return defineFunction({
    name,
    method,
    parameters: [span],
    result: intType,
    help,
    example: `previous != null && (at - previous.at).${name}() > 5`,
    call: (durationUs) => Math.trunc(durationUs / unitUs),
  });
}

function dateOf(localUs: number): Date {
  const localMs = Math.floor(localUs / 1_000);
  return new Date(localMs);
}

function dayOfYear(localUs: number): number {
  const yearStartMs = Date.UTC(dateOf(localUs).getUTCFullYear(), 0, 1);
  return Math.floor((localUs - yearStartMs * 1_000) / dayUs);
}

function inDay(localUs: number): number {
  return ((localUs % dayUs) + dayUs) % dayUs;
}
