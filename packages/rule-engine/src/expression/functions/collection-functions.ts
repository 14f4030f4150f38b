import { characterCount } from "../code-points.ts";
import type { Kinds } from "../read-term.ts";
import type { Size } from "../term.ts";
import { isList } from "../value.ts";
import { intType } from "../value-type.ts";
import { defineFunction, type FunctionSpec, type Parameter } from "./function-spec.ts";

const x = { name: "x", kind: "sized" } as const satisfies Parameter;

const size = {
  name: "size",
  parameters: [x],
  result: intType,
  help: "The number of characters in a string, elements in a list or keys in a map.",
  steps: ({ count, weight }: Size) => count + weight / 2,
  call: sizeOf,
} as const;

export const collectionFunctions: readonly FunctionSpec[] = [
  defineFunction({ ...size, method: false, example: "size(metadata) < 20" }),
  defineFunction({ ...size, method: true, example: "sensor.name.size() > 3" }),
];

function sizeOf(value: Kinds["sized"]): number {
  if (typeof value === "string") return characterCount(value);
  return isList(value) ? value.length : Object.keys(value).length;
}
