import { RunFailure } from "../run-failure.ts";
import { formatDuration, parseDuration } from "../time/duration-text.ts";
import { formatTimestamp, inTimestampRange, parseTimestamp } from "../time/timestamp-text.ts";
import type { Value } from "../value.ts";
import { boolType, doubleType, durationType, intType, stringType, timestampType } from "../value-type.ts";
import { defineFunction, type FunctionSpec, type Parameter } from "./function-spec.ts";

const method = false;
const x = { name: "x", kind: "scalar" } as const satisfies Parameter;
const text = { name: "text", kind: "string" } as const satisfies Parameter;
const shortText = { count: 0, weight: 64 };
const decimal = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,4})?$/;
const whole = /^[+-]?\d{1,16}$/;
const bools = new Map([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["t", true],
  ["1", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
  ["f", false],
  ["0", false],
]);

export const conversionFunctions: readonly FunctionSpec[] = [
  defineFunction({
    name: "int",
    method,
    parameters: [{ name: "at", kind: "timestamp" }],
    result: intType,
    help: "Seconds since 1970.",
    example: "int(at) > 1700000000",
    call: (atUs) => Math.floor(atUs / 1_000_000),
  }),
  defineFunction({
    name: "int",
    method,
    parameters: [x],
    result: intType,
    help: "Converts to a whole number. A number loses its fraction; a string must contain a whole number.",
    example: 'int(value) == 21 && int("7") == 7',
    steps: () => 5,
    call: toInt,
  }),
  defineFunction({
    name: "double",
    method,
    parameters: [x],
    result: doubleType,
    help: "Converts a number or a string to a double.",
    example: 'double("21.5") == value',
    steps: () => 60,
    call: toDouble,
  }),
  defineFunction({
    name: "string",
    method,
    parameters: [{ name: "at", kind: "timestamp" }],
    result: stringType,
    help: "Converts a timestamp to a string, in UTC.",
    example: 'string(at).startsWith("2026-")',
    steps: () => 50,
    size: () => shortText,
    call: formatTimestamp,
  }),
  defineFunction({
    name: "string",
    method,
    parameters: [{ name: "duration", kind: "duration" }],
    result: stringType,
    help: "Converts a duration to a string, in seconds.",
    example: 'string(duration("15m")) == "900s"',
    steps: () => 30,
    size: () => shortText,
    call: formatDuration,
  }),
  defineFunction({
    name: "string",
    method,
    parameters: [x],
    result: stringType,
    help: "Converts a number, true or false to a string.",
    example: 'sensor.name + ": " + string(value)',
    steps: () => 40,
    size: ({ weight }) => ({ count: 0, weight: weight + 64 }),
    call: toText,
  }),
  defineFunction({
    name: "bool",
    method,
    parameters: [x],
    result: boolType,
    help: 'Converts the string "true" or "false" to true or false.',
    example: 'bool("true")',
    steps: () => 5,
    call: toBool,
  }),
  defineFunction({
    name: "timestamp",
    method,
    parameters: [x],
    result: timestampType,
    help: "Converts a string, or a number of seconds since 1970, to a timestamp.",
    example: 'at > timestamp("2026-01-01T00:00:00Z") && at > timestamp(1700000000)',
    steps: () => 100,
    call: toTimestamp,
  }),
  defineFunction({
    name: "duration",
    method,
    parameters: [text],
    result: durationType,
    help: "Converts a string with the units h, m, s, ms and us to a duration.",
    example: 'previous != null && at - previous.at > duration("1h30m")',
    steps: () => 600,
    call: parseDuration,
  }),
];

function toInt(value: Value): number {
  if (typeof value === "number" && Number.isSafeInteger(Math.trunc(value))) return Math.trunc(value);
  if (typeof value === "string" && whole.test(value) && Number.isSafeInteger(Number(value)))
    return Number(value);
  throw noConversion("int", value, "a whole number");
}

function toDouble(value: Value): number {
  if (typeof value === "number") return value;
  if (typeof value === "string" && decimal.test(value) && Number.isFinite(Number(value)))
    return Number(value);
  throw noConversion("double", value, "a number");
}

function toText(value: Value): string {
  if (value === null) throw noConversion("string", value, "text");
  return String(value);
}

function toBool(value: Value): boolean {
  if (typeof value === "boolean") return value;
  const spelled = typeof value === "string" ? bools.get(value) : undefined;
  if (spelled !== undefined) return spelled;
  throw noConversion("bool", value, "true or false");
}

function toTimestamp(value: Value): number {
  if (typeof value === "string") return parseTimestamp(value);
  if (Number.isInteger(value)) return inTimestampRange(Number(value) * 1_000_000);
  throw noConversion("timestamp", value, "a timestamp");
}

function noConversion(name: string, value: Value, what: string): RunFailure {
  const shown = typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value);
  return new RunFailure(`${name}() cannot convert ${shown} to ${what}.`);
}
