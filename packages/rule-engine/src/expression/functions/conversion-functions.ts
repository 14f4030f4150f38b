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
    help: "The number without its fraction, or the whole number that a string spells.",
    example: 'int(value) == 21 && int("7") == 7',
    steps: () => 5,
    call: toInt,
  }),
  defineFunction({
    name: "double",
    method,
    parameters: [x],
    result: doubleType,
    help: "The number, or the number that a string spells.",
    example: 'double("21.5") == value',
    steps: () => 60,
    call: toDouble,
  }),
  defineFunction({
    name: "string",
    method,
    parameters: [{ name: "at", kind: "timestamp" }],
    result: stringType,
    help: "The timestamp as text, in UTC.",
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
    help: "The duration as text, in seconds.",
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
    help: "The number, or true or false, as text.",
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
    help: 'What "true" or "false" spells.',
    example: 'bool("true")',
    steps: () => 5,
    call: toBool,
  }),
  defineFunction({
    name: "timestamp",
    method,
    parameters: [x],
    result: timestampType,
    help: "The timestamp that a string spells, or so many seconds after 1970.",
    example: 'at > timestamp("2026-01-01T00:00:00Z") && at > timestamp(1700000000)',
    steps: () => 100,
    call: toTimestamp,
  }),
  defineFunction({
    name: "duration",
    method,
    parameters: [text],
    result: durationType,
    help: "The duration that a string spells in h, m, s, ms and us.",
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
  return new RunFailure(`${name}() cannot make ${what} of ${shown}.`);
}
