import type { ExpressionWordKind } from "@weir/protocol/closed-sets";
import { signatureOf } from "./functions/function-spec.ts";
import { functionTable } from "./functions/function-table.ts";
import { loops } from "./loops.ts";
import { describeType } from "./value-type.ts";
import { variables } from "./variables.ts";

/** A word of the language, as completion and docs show it. */
export interface VocabularyEntry {
  readonly kind: ExpressionWordKind;
  /** What is completed: `value`, `sensor.slug`, `contains`, `&&`. */
  readonly name: string;
  /** How it is written, with what it takes: `text.contains(part)`. */
  readonly form: string;
  /** What it is or gives. */
  readonly type: string;
  readonly help: string;
  /** An expression that compiles. */
  readonly example: string;
}

const operators: readonly VocabularyEntry[] = (
  [
    [
      "+ - * / %",
      "number",
      "Arithmetic. Whole numbers divide without a fraction; write 2.0 to keep it.",
      "value * 1.8 + 32",
    ],
    ["+", "string", "Joins strings, and lists.", 'device.name + "/" + sensor.slug'],
    ["== !=", "bool", "Equal, different.", 'sensor.unit != "°C"'],
    [
      "< <= > >=",
      "bool",
      "Order of numbers, strings, timestamps and durations.",
      "value >= 10 && value < 20",
    ],
    ["&&", "bool", "And.", "value > 10 && value < 20"],
    ["||", "bool", "Or.", "value < 10 || value > 20"],
    ["!", "bool", "Not.", '!sensor.name.contains("test")'],
    [
      "in",
      "bool",
      "Whether a list has the element, or a map the key.",
      'sensor.type in ["temperature", "humidity"]',
    ],
    ["? :", "either", "One value or another.", "value < 0 ? 0.0 : value"],
    [
      ".",
      "field",
      'A field of a record or map; ["…"] where the name is no word.',
      'metadata["firmware version"] == "1.2"',
    ],
    ["has()", "bool", "Whether a field is there.", "has(metadata.site)"],
  ] as const
).map(([name, type, help, example]) => ({ kind: "operator", name, form: name, type, help, example }));

/** Every word an expression may use. */
export const expressionVocabulary: readonly VocabularyEntry[] = [
  ...variables.flatMap(({ name, shownType, help, example, fields }): VocabularyEntry[] => [
    { kind: "variable", name, form: name, type: shownType, help, example },
    ...fields.map((field): VocabularyEntry => {
      const path = `${name}.${field.name}`;
      const example = `${path} == ${path}`;
      return { kind: "field", name: path, form: path, type: field.shownType, help: field.help, example };
    }),
  ]),
  ...operators,
  ...loops.map(
    ({ name, signature, help, example }): VocabularyEntry => ({
      kind: "loop",
      name,
      form: signature,
      type: name === "map" || name === "filter" ? "a list" : "true or false",
      help,
      example,
    }),
  ),
  ...functionTable.map((spec): VocabularyEntry => {
    const { name, method, help, example, result } = spec;
    const type = typeof result === "function" ? "a number" : describeType(result);
    return { kind: method ? "method" : "function", name, form: signatureOf(spec), type, help, example };
  }),
];
