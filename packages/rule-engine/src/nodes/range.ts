import { choice, number } from "../config-fields.ts";
import { type ConfigProblem, defineNode } from "../node-type.ts";

export const range = defineNode({
  type: "range",
  version: 1,
  category: "filter",
  title: "Range",
  help: "Checks whether the value lies between two numbers. Readings inside the range go to `inside`, all others to `outside`. One of the two bounds can be left out.",
  outputs: ["inside", "outside"],
  fields: {
    min: number({ label: "From", help: "Leave empty for no lower bound.", optional: true }),
    max: number({ label: "To", help: "Leave empty for no upper bound.", optional: true }),
    bounds: choice({
      label: "Bounds",
      options: ["inclusive", "exclusive"],
      optionLabels: { inclusive: "are inside the range", exclusive: "are outside the range" },
      default: "inclusive",
    }),
  },
  check({ min, max, bounds }): readonly ConfigProblem[] {
    if (min === null && max === null) return [{ field: "min", message: "is required if max is empty" }];
    if (min === null || max === null) return [];
    if (min > max) return [{ field: "max", message: `must not be below min, which is ${min}` }];
    if (min === max && bounds === "exclusive") {
      return [{ field: "max", message: `must be above min, which is ${min}, for any value to be inside` }];
    }
    return [];
  },
  compile({ min, max, bounds }, { output }) {
    const low = min ?? Number.NEGATIVE_INFINITY;
    const high = max ?? Number.POSITIVE_INFINITY;
    const inside = output("inside");
    const outside = output("outside");
    if (bounds === "inclusive") {
      return (reading) => {
        if (reading.value >= low && reading.value <= high) inside(reading);
        else outside(reading);
      };
    }
    return (reading) => {
      if (reading.value > low && reading.value < high) inside(reading);
      else outside(reading);
    };
  },
});
