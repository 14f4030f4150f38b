import type { ExpressionWordKind } from "@weir/protocol/closed-sets";
import { signatureOf } from "./functions/function-spec.ts";
import { functionTable } from "./functions/function-table.ts";
import { loops } from "./loops.ts";
import { describeType } from "./value-type.ts";
import { variables } from "./variables.ts";

/** A word of the language, as completion and docs show it. */
export interface VocabularyEntry {
  readonly kind: ExpressionWordKind;
  /** The completed text: `value`, `sensor.slug`, `contains`, `&&`. */
  readonly name: string;
  /** How it is written, with its operands: `text.contains(part)`. */
  readonly form: string;
  /** The type of its value. */
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
      "Arithmetic. Dividing two whole numbers drops the fraction; write 2.0 instead of 2 to keep it.",
      "value * 1.8 + 32",
    ],
    ["+", "string", "Joins two strings or two lists.", 'device.name + "/" + sensor.slug'],
    ["== !=", "bool", "Equal, not equal.", 'sensor.unit != "°C"'],
    [
      "< <= > >=",
      "bool",
      "Compares numbers, strings, timestamps and durations.",
      "value >= 10 && value < 20",
    ],
    ["&&", "bool", "True if both sides are true.", "value > 10 && value < 20"],
    ["||", "bool", "True if at least one side is true.", "value < 10 || value > 20"],
    ["!", "bool", "True if the condition is false.", '!sensor.name.contains("test")'],
    [
      "in",
      "bool",
      "Whether a list contains the element, or a map contains the key.",
      'sensor.type in ["temperature", "humidity"]',
    ],
    [
      "? :",
      "either",
      "The first value if the condition is true, otherwise the second.",
      "value < 0 ? 0.0 : value",
    ],
    [
      ".",
      "field",
      'A field of a record or map. Use ["…"] if the name is not a plain word.',
      'metadata["firmware version"] == "1.2"',
    ],
    ["has()", "bool", "Whether a field exists.", "has(metadata.site)"],
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
