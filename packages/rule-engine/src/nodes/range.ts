import { choice, number } from "../config-fields.ts";
import { type ConfigProblem, defineNode } from "../node-type.ts";

export const range = defineNode({
  type: "range",
  version: 1,
  category: "filter",
  title: "Range",
  help: "Looks whether the value lies between two numbers: `inside` takes the readings for which it does, `outside` the others. One of the two may be left out.",
  outputs: ["inside", "outside"],
  fields: {
    min: number({ label: "From", help: "Empty for no lower bound.", optional: true }),
    max: number({ label: "To", help: "Empty for no upper bound.", optional: true }),
    bounds: choice({
      label: "The bounds themselves",
      options: ["inclusive", "exclusive"],
      optionLabels: { inclusive: "are inside", exclusive: "are outside" },
      default: "inclusive",
    }),
  },
  check({ min, max, bounds }): readonly ConfigProblem[] {
    if (min === null && max === null) return [{ field: "min", message: "is required where max is left out" }];
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
