import { expression, list, text } from "../config-fields.ts";
import { nodeExpression } from "../node-expression.ts";
import { defineNode, failureOutput } from "../node-type.ts";
import { ReadingInput } from "../reading-input.ts";

const elseOutput = "else";
const nameForm = /^[A-Za-z0-9_-]+$/;

export const switchNode = defineNode({
  type: "switch",
  version: 1,
  category: "route",
  title: "Switch",
  help: "Sends each reading to the first case whose CEL expression is true, or to `else` if none is. Each case is an output with its own name. If an expression can't be evaluated, the reading goes to `failure`.",
  outputs: ({ cases }) => [...cases.map(({ name }) => name), elseOutput],
  fields: {
    cases: list({
      label: "Cases",
      of: {
        name: text({ label: "Output", maxLength: 32, check: nameProblem }),
        when: expression({ label: "When", result: "bool" }),
      },
      itemsMin: 1,
      itemsMax: 20,
    }),
  },
  check({ cases }) {
    return cases
      .map(({ name }, index) => ({ name, index }))
      .filter(({ name, index }) => cases.findIndex((other) => other.name === name) !== index)
      .map(({ name, index }) => ({
        field: `cases.${index}.name`,
        message: `another case is already called "${name}"`,
      }));
  },
  compile({ cases }, wiring) {
    const conditions = cases.map(({ when }) => nodeExpression(when, "bool"));
    const outputs = cases.map(({ name }) => wiring.output(name));
    const input = new ReadingInput(conditions, wiring);
    const otherwise = wiring.output(elseOutput);
    return (reading) => {
      const seen = input.of(reading);
      for (let index = 0; index < conditions.length; index++) {
        const holds = conditions[index]!.evaluate(seen);
        if (holds === false) continue;
        if (holds) outputs[index]!(reading);
        else wiring.fail(reading, conditions[index]!.reason);
        return;
      }
      otherwise(reading);
    };
  },
});

function nameProblem(name: string): string | null {
  if (name === elseOutput || name === failureOutput) return `"${name}" is already an output`;
  return nameForm.test(name) ? null : "must be letters, digits, - and _";
}
