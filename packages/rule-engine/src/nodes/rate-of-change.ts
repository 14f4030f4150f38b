import { choice, number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

/** What is kept of a sensor. */
const isSeen = 0;
const newestUs = 1;
const newestValue = 2;
const slots = 3;

const microsPer = { second: 1e6, minute: 60e6, hour: 3600e6 };

export const rateOfChange = defineNode({
  type: "rate-of-change",
  version: 1,
  category: "filter",
  title: "Rate of change",
  help: "Compares how fast the value has changed since the sensor's previous reading with a limit: `exceeds` takes the readings that changed faster, `within` the others. A sensor's first reading has nothing to be compared with and is `within`; so is one that is not later than the newest before it.",
  outputs: ["exceeds", "within"],
  fields: {
    limit: number({
      label: "Limit",
      help: "The change that is still within, in the sensor's unit. 0 lets no change pass as within.",
      min: 0,
    }),
    per: choice({ label: "Per", options: ["second", "minute", "hour"], default: "minute" }),
    direction: choice({
      label: "Direction",
      options: ["any", "rise", "fall"],
      optionLabels: { any: "Rise or fall", rise: "Rise only", fall: "Fall only" },
      default: "any",
    }),
  },
  compile({ limit, per, direction }, { output, states }) {
    const unitUs = microsPer[per];
    const sensors = states(slots);
    const exceeds = output("exceeds");
    const within = output("within");
    return (reading) => {
      const state = sensors.of(reading.source.sensorId);
      const passedUs = reading.atUs - state[newestUs]!;
      const change = reading.value - state[newestValue]!;
      const isComparable = state[isSeen] === 1 && passedUs > 0;
      if (state[isSeen] === 0 || passedUs >= 0) {
        state[isSeen] = 1;
        state[newestUs] = reading.atUs;
        state[newestValue] = reading.value;
      }
      const counted = direction === "any" ? Math.abs(change) : direction === "rise" ? change : -change;
      // Multiplied out, for 599 s are no exact number of minutes, and a change just at the limit would be over it.
      if (isComparable && counted * unitUs > limit * passedUs) exceeds(reading);
      else within(reading);
    };
  },
});
