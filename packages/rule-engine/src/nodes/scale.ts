import { number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

export const scale = defineNode({
  type: "scale",
  version: 1,
  category: "transform",
  title: "Scale",
  help: "Replaces the value with `value * factor + offset` and passes the reading to `out`. If the result is too large for a number, the reading goes to `failure`.",
  outputs: ["out"],
  fields: {
    factor: number({ label: "Factor", default: 1 }),
    offset: number({ label: "Offset", help: "Added after the multiplication.", default: 0 }),
  },
  compile({ factor, offset }, { output, fail }) {
    const out = output("out");
    return (reading) => {
      const result = reading.value * factor + offset;
      if (!Number.isFinite(result)) {
        fail(reading, `${reading.value} * ${factor} + ${offset} is too large for a number.`);
        return;
      }
      reading.value = result;
      out(reading);
    };
  },
});
