import { RunFailure } from "../run-failure.ts";
import type { Term } from "../term.ts";
import { doubleType, intType, type ValueType } from "../value-type.ts";
import { defineFunction, type FunctionSpec } from "./function-spec.ts";

const digitsMax = 15;
const x = { name: "x", kind: "number" } as const;

export const numberFunctions: readonly FunctionSpec[] = [
  defineFunction({
    name: "abs",
    method: false,
    parameters: [x],
    result: wholeIfAllAre,
    help: "The absolute value.",
    example: "abs(value - 20.0) > 5.0",
    call: Math.abs,
  }),
  ...extremes("min", "smallest", Math.min),
  ...extremes("max", "largest", Math.max),
  defineFunction({
    name: "clamp",
    method: false,
    parameters: [x, { name: "low", kind: "number" }, { name: "high", kind: "number" }],
    result: wholeIfAllAre,
    help: "The number, limited to the range from low to high.",
    example: "clamp(value, 0.0, 100.0)",
    call: (number, low, high) => {
      if (low <= high) return Math.min(Math.max(number, low), high);
      throw new RunFailure("The limits of clamp() are the wrong way round.");
    },
  }),
  defineFunction({
    name: "round",
    method: false,
    parameters: [x],
    result: doubleType,
    help: "The nearest whole number. Halves are rounded away from zero.",
    example: "round(value) == 22.0",
    call: (number) => Math.sign(number) * Math.round(Math.abs(number)),
  }),
  defineFunction({
    name: "round",
    method: false,
    parameters: [x, { name: "digits", kind: "int" }],
    result: doubleType,
    help: "The number, rounded to the given number of decimals. Halves are rounded away from zero.",
    example: "round(value, 1) == 21.5",
    steps: () => 60,
    call: (number, digits) => {
      if (digits >= 0 && digits <= digitsMax) return Number(number.toFixed(digits));
      throw new RunFailure(`round() takes 0 to ${digitsMax} digits.`);
    },
  }),
  simple("floor", "The number, rounded down to a whole number.", "floor(value) == 21.0", Math.floor),
  simple("ceil", "The number, rounded up to a whole number.", "ceil(value) == 22.0", Math.ceil),
  simple("trunc", "The number without its fraction.", "trunc(value) == 21.0", Math.trunc),
  simple(
    "sign",
    "-1.0 for a negative number, 0.0 for zero, 1.0 for a positive number.",
    "sign(value) > 0.0",
    Math.sign,
  ),
  simple("sqrt", "The square root.", "sqrt(abs(value)) < 10.0", Math.sqrt),
  simple("exp", "e to the power of x.", "exp(value / 100.0) > 1.0", Math.exp),
  simple("log", "The natural logarithm.", "log(abs(value) + 1.0) > 1.0", Math.log),
  simple("log10", "The logarithm to base 10.", "log10(abs(value) + 1.0) > 1.0", Math.log10),
  defineFunction({
    name: "pow",
    method: false,
    parameters: [x, { name: "exponent", kind: "number" }],
    result: doubleType,
    help: "x to the power of the exponent.",
    example: "pow(value, 2) > 400.0",
    steps: () => 10,
    call: (number, exponent) => finite("pow", number ** exponent),
  }),
];

function simple(name: string, help: string, example: string, apply: (x: number) => number): FunctionSpec {
  return defineFunction({
    name,
    method: false,
    parameters: [x],
    result: doubleType,
    help,
    example,
    steps: () => 2,
    call: (number) => finite(name, apply(number)),
  });
}

function extremes(name: string, what: string, apply: (...numbers: number[]) => number): FunctionSpec[] {
  const [a, b, c] = (["a", "b", "c"] as const).map((letter) => ({ name: letter, kind: "number" }) as const);
  const about = { name, method: false, help: `The ${what} of the numbers.` };
  return [
    defineFunction({
      ...about,
      parameters: [a!, b!],
      result: wholeIfAllAre,
      example: `${name}(value, 20.0) == 20.0`,
      call: (one, two) => apply(one, two),
    }),
    defineFunction({
      ...about,
      parameters: [a!, b!, c!],
      result: wholeIfAllAre,
      example: `${name}(value, 10, 30) > 5`,
      call: (one, two, three) => apply(one, two, three),
    }),
    defineFunction({
      ...about,
      parameters: [{ name: "list", kind: "numbers" }],
      result: doubleType,
      example: `${name}([value, 20.0, 30.0]) >= 20.0`,
      steps: ({ count }) => count,
      call: (numbers) => {
        if (numbers.length > 0) return apply(...numbers);
        throw new RunFailure(`${name}() needs at least one number, but the list is empty.`);
      },
    }),
  ];
}

function wholeIfAllAre(terms: readonly Term[]): ValueType {
  return terms.every(({ type }) => type.kind === "int") ? intType : doubleType;
}

function finite(name: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new RunFailure(`${name}() has no finite result for this number.`);
}
