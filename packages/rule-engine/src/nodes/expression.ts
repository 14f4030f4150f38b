import { expression as expressionField } from "../config-fields.ts";
import { nodeExpression } from "../node-expression.ts";
import { defineNode } from "../node-type.ts";
import { ReadingInput } from "../reading-input.ts";

export const expression = defineNode({
  type: "expression",
  version: 1,
  category: "filter",
  title: "Expression",
  help: "Evaluates a CEL expression for each reading. Readings for which it is true go to `true`, all others to `false`. If it can't be evaluated, for example because a metadata key is missing, the reading goes to `failure`.",
  outputs: ["true", "false"],
  fields: {
    when: expressionField({
      label: "Condition",
      help: 'For example `value > 30.0 && metadata.site == "north"`.',
      result: "bool",
    }),
  },
  compile({ when }, wiring) {
    const condition = nodeExpression(when, "bool");
    const input = new ReadingInput([condition], wiring);
    const whenTrue = wiring.output("true");
    const whenFalse = wiring.output("false");
    return (reading) => {
      const holds = condition.evaluate(input.of(reading));
      if (holds === undefined) wiring.fail(reading, condition.reason);
      else if (holds) whenTrue(reading);
      else whenFalse(reading);
    };
  },
});
