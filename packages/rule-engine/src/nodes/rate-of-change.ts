import { choice, number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

/** The state of a sensor. */
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
  help: "Compares how fast the value changed since the sensor's previous reading with a limit. Readings that changed faster go to `exceeds`, all others to `within`. A sensor's first reading goes to `within`, and so does a reading that is not newer than the newest one before it.",
  outputs: ["exceeds", "within"],
  fields: {
    limit: number({
      label: "Limit",
      help: "The largest change that still counts as `within`, in the sensor's unit. 0 means that any change exceeds it.",
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
      // Multiplied out, because 599 s are not an exact number of minutes, and a change exactly at the limit would exceed it.
      if (isComparable && counted * unitUs > limit * passedUs) exceeds(reading);
      else within(reading);
    };
  },
});
