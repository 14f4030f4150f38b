import { expression } from "../config-fields.ts";
import { nodeExpression } from "../node-expression.ts";
import { defineNode } from "../node-type.ts";
import { ReadingInput } from "../reading-input.ts";

export const calculate = defineNode({
  type: "calculate",
  version: 1,
  category: "transform",
  title: "Calculate",
  help: "Replaces the value with the result of a CEL expression and passes the reading to `out`. If the result is not a finite number, the reading goes to `failure`.",
  outputs: ["out"],
  fields: {
    value: expression({
      label: "New value",
      help: "For example `value * 1.8 + 32.0`, or `previous == null ? 0.0 : value - previous.value`.",
      result: "number",
      default: "value",
    }),
  },
  compile({ value: text }, wiring) {
    const calculation = nodeExpression(text, "number");
    const input = new ReadingInput([calculation], wiring);
    const out = wiring.output("out");
    return (reading) => {
      const value = calculation.evaluate(input.of(reading));
      if (value === undefined) {
        wiring.fail(reading, calculation.reason);
        return;
      }
      // Adding 0 turns -0 into 0, because they are one value.
      reading.value = value + 0;
      out(reading);
    };
  },
});
