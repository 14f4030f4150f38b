import { expression as expressionField } from "../config-fields.ts";
import { nodeExpression } from "../node-expression.ts";
import { defineNode } from "../node-type.ts";
import { ReadingInput } from "../reading-input.ts";

export const expression = defineNode({
  type: "expression",
  version: 1,
  category: "filter",
  title: "Expression",
  help: "Asks a CEL expression about each reading: `true` takes those for which it holds, `false` the others. Where it cannot be answered, for example because a metadata key is missing, the reading takes `failure`.",
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
