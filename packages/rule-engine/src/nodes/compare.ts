import { comparison, comparisonField } from "../comparison.ts";
import { number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

export const compare = defineNode({
  type: "compare",
  version: 1,
  category: "filter",
  title: "Compare",
  help: "Compares the value with a fixed number. Readings for which the comparison is true go to `true`, all others to `false`.",
  outputs: ["true", "false"],
  fields: {
    operator: comparisonField,
    value: number({ label: "Value", help: "The number to compare the reading's value with." }),
  },
  compile({ operator, value }, { output }) {
    const holds = comparison(operator);
    const whenTrue = output("true");
    const whenFalse = output("false");
    return (reading) => {
      if (holds(reading.value, value)) whenTrue(reading);
      else whenFalse(reading);
    };
  },
});
