import { number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

export const roundClamp = defineNode({
  type: "round-clamp",
  version: 1,
  category: "transform",
  title: "Round and clamp",
  help: "Rounds the value to a number of decimals (halves away from zero), then limits it to a minimum and a maximum, and passes the reading to `out`. Set at least one of the three.",
  outputs: ["out"],
  fields: {
    decimals: number({ label: "Decimals", min: 0, max: 12, integer: true, optional: true }),
    min: number({ label: "Minimum", help: "Smaller values become this.", optional: true }),
    max: number({ label: "Maximum", help: "Larger values become this.", optional: true }),
  },
  check({ decimals, min, max }) {
    if (decimals === null && min === null && max === null) {
      return [{ field: "decimals", message: 'is required if "min" and "max" are empty' }];
    }
    if (min !== null && max !== null && min > max) {
      return [{ field: "min", message: `must not be above "max": ${min} is more than ${max}` }];
    }
    return [];
  },
  compile({ decimals, min, max }, { output }) {
    const perOne = decimals === null ? null : 10 ** decimals;
    const lowest = min ?? Number.NEGATIVE_INFINITY;
    const highest = max ?? Number.POSITIVE_INFINITY;
    const out = output("out");
    return (reading) => {
      const rounded = perOne === null ? reading.value : round(reading.value, perOne);
      reading.value = rounded < lowest ? lowest : rounded > highest ? highest : rounded;
      out(reading);
    };
  },
});

/** From here on doubles have no halves, so there is nothing to round. */
const wholeFrom = 2 ** 52;

/**
 * Rounds to multiples of 1 / perOne. Most decimals have no exact double, and a product like 1.005 * 100 falls short of the half
 * that people see. So the half is converted to a double in the same way as the value, by one correctly rounded division, and
 * the two are compared: 1.005 becomes 1.01, and the next smaller double 1.
 */
function round(value: number, perOne: number): number {
  const size = Math.abs(value);
  const count = Math.floor(size * perOne);
  if (count >= wholeFrom) return value;
  const rounded = (size >= (count + 0.5) / perOne ? count + 1 : count) / perOne;
  // Zero has no sign here, as in accepted readings.
  return value < 0 && rounded > 0 ? -rounded : rounded;
}
