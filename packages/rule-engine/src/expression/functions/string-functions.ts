import { characterCount, characterIndex, characterRange } from "../code-points.ts";
import { expressionLimits } from "../expression-limits.ts";
import { RunFailure } from "../run-failure.ts";
import type { Size } from "../term.ts";
import { boolType, intType, listOf, stringType } from "../value-type.ts";
import type { Parameter } from "./function-spec.ts";
import { defineFunction, type FunctionSpec } from "./function-spec.ts";

const { stringLengthMax, patternSubjectLengthMax } = expressionLimits;
const text = { name: "text", kind: "string" } as const satisfies Parameter;
const part = { name: "part", kind: "string" } as const satisfies Parameter;
const method = true;

export const stringFunctions: readonly FunctionSpec[] = [
  search("contains", "Whether the text contains the part.", (whole, piece) => whole.includes(piece)),
  search("startsWith", "Whether the text begins with the part.", (whole, piece) => whole.startsWith(piece)),
  search("endsWith", "Whether the text ends with the part.", (whole, piece) => whole.endsWith(piece)),
  defineFunction({
    name: "matches",
    method,
    parameters: [text, { name: "pattern", kind: "pattern" }],
    result: boolType,
    help: `Whether the text contains a match for the pattern, a regular expression in RE2 syntax. Use ^ and $ to match the whole text. The text can have up to ${patternSubjectLengthMax} characters.`,
    example: 'sensor.slug.matches("^pump-[0-9]+$")',
    steps: (subject, pattern) => 100 + 3 * (subject.weight + 1) * pattern.weight,
    call: (subject, pattern) => {
      if (subject.length <= patternSubjectLengthMax) return pattern.test(subject);
      throw new RunFailure(`matches() takes texts of up to ${patternSubjectLengthMax} characters.`);
    },
  }),
  change(
    "lowerAscii",
    "The text with A to Z in lower case.",
    'device.name.lowerAscii() == "pump 1"',
    (whole) => whole.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  ),
  change("upperAscii", "The text with a to z in upper case.", 'sensor.unit.upperAscii() == "°C"', (whole) =>
    whole.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  ),
  change("trim", "The text without leading and trailing whitespace.", 'sensor.name.trim() != ""', (whole) =>
    whole.trim(),
  ),
  defineFunction({
    name: "indexOf",
    method,
    parameters: [text, part],
    result: intType,
    help: "The index of the part's first occurrence, counted from 0, or -1 if there is none.",
    example: 'device.name.indexOf("1") == 5',
    steps: searchSteps,
    call: (whole, piece) => characterIndex(whole, whole.indexOf(piece)),
  }),
  defineFunction({
    name: "lastIndexOf",
    method,
    parameters: [text, part],
    result: intType,
    help: "The index of the part's last occurrence, counted from 0, or -1 if there is none.",
    example: 'device.name.lastIndexOf("p") == 3',
    steps: searchSteps,
    call: (whole, piece) => characterIndex(whole, whole.lastIndexOf(piece)),
  }),
  defineFunction({
    name: "substring",
    method,
    parameters: [text, { name: "start", kind: "int" }],
    result: stringType,
    help: "The text from an index to its end, counted from 0.",
    example: 'device.name.substring(5) == "1"',
    steps: ({ weight }) => weight * 1.5,
    size: (whole) => whole,
    call: (whole, start) => rangeOf(whole, start, null),
  }),
  defineFunction({
    name: "substring",
    method,
    parameters: [text, { name: "start", kind: "int" }, { name: "end", kind: "int" }],
    result: stringType,
    help: "The text from one index up to, but not including, another.",
    example: 'device.name.substring(0, 4) == "Pump"',
    steps: ({ weight }) => weight * 1.5,
    size: (whole) => whole,
    call: rangeOf,
  }),
  defineFunction({
    name: "charAt",
    method,
    parameters: [text, { name: "index", kind: "int" }],
    result: stringType,
    help: "The character at an index, counted from 0.",
    example: 'device.name.charAt(0) == "P"',
    steps: ({ weight }) => weight * 1.5,
    size: () => ({ count: 0, weight: 2 }),
    call: (whole, index) => rangeOf(whole, index, index + 1),
  }),
  defineFunction({
    name: "replace",
    method,
    parameters: [text, part, { name: "by", kind: "string" }],
    result: stringType,
    help: "The text with every occurrence of the part replaced.",
    example: 'sensor.slug.replace("-", "_") == "pump_7"',
    steps: (whole, piece, by) => searchSteps(whole, piece) + (whole.weight + 1) * (8 + by.weight / 64),
    size: (whole, _piece, by) => ({ count: 0, weight: (whole.weight + 1) * (1 + by.weight) }),
    call: replaced,
  }),
  defineFunction({
    name: "split",
    method,
    parameters: [text, { name: "separator", kind: "string" }],
    result: listOf(stringType),
    help: "The parts of the text between separators.",
    example: 'sensor.slug.split("-")[0] == "pump"',
    steps: (whole, separator) => searchSteps(whole, separator) + whole.weight * 2,
    size: ({ weight }) => ({ count: weight + 1, weight: 3 * weight + 2 }),
    call: (whole, separator) => (separator === "" ? Array.from(whole) : whole.split(separator)),
  }),
  defineFunction({
    name: "join",
    method,
    parameters: [{ name: "list", kind: "strings" }],
    result: stringType,
    help: "The strings of the list, joined together.",
    example: '["a", "b"].join() == "ab"',
    steps: ({ count, weight }) => count + weight / 8,
    size: ({ weight }) => ({ count: 0, weight }),
    call: (strings) => joined(strings, ""),
  }),
  defineFunction({
    name: "join",
    method,
    parameters: [
      { name: "list", kind: "strings" },
      { name: "separator", kind: "string" },
    ],
    result: stringType,
    help: "The strings of the list, joined with the separator.",
    example: '[sensor.slug, device.name].join("/") == "pump-7/Pump 1"',
    steps: (list, separator) => list.count * (5 + separator.weight / 8) + list.weight / 8,
    size: (list, separator) => ({ count: 0, weight: list.weight + list.count * separator.weight }),
    call: joined,
  }),
];

function search(name: string, help: string, call: (whole: string, piece: string) => boolean): FunctionSpec {
  const example = `sensor.name.${name}("Temp")`;
  return defineFunction({
    name,
    method,
    parameters: [text, part],
    result: boolType,
    help,
    example,
    steps: searchSteps,
    call,
  });
}

function change(name: string, help: string, example: string, call: (whole: string) => string): FunctionSpec {
  return defineFunction({
    name,
    method,
    parameters: [text],
    result: stringType,
    help,
    example,
    steps: ({ weight }) => weight,
    size: (whole) => whole,
    call,
  });
}

/** Engines search in about linear time; for strings that are made to mislead them, in less than this. */
function searchSteps(whole: Size, piece: Size): number {
  return 1 + (whole.weight + piece.weight) / 32 + (whole.weight * piece.weight) / 4_096;
}

function rangeOf(whole: string, start: number, end: number | null): string {
  const range = characterRange(whole, start, end);
  if (range !== null) return range;
  throw new RunFailure(`The index is outside the text, which has ${characterCount(whole)} characters.`);
}

function replaced(whole: string, piece: string, by: string): string {
  const parts = whole.split(piece);
  return joined(parts, by);
}

function joined(strings: readonly string[], separator: string): string {
  const length = strings.reduce((sum, { length }) => sum + length + separator.length, 0);
  if (length <= stringLengthMax + separator.length) return strings.join(separator);
  throw new RunFailure(`A string became longer than ${stringLengthMax} characters.`);
}
