import { choice } from "./config-fields.ts";

export const operators = [">", "<", ">=", "<=", "==", "!="] as const;
export type Operator = (typeof operators)[number];

export const comparisonField = choice({ label: "Operator", options: operators, default: ">" });

const comparisons: Record<Operator, (a: number, b: number) => boolean> = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

export function comparison(operator: Operator): (a: number, b: number) => boolean {
  return comparisons[operator];
}
