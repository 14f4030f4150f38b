import { choice, flag } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

const perUs = { reading: null, second: 1e6, minute: 60e6, hour: 3600e6 } as const;

/** The indexes of a sensor's state. */
const isSeen = 0;
const lastValue = 1;
const lastAtUs = 2;
const stateSize = 3;

export const delta = defineNode({
  type: "delta",
  version: 1,
  category: "transform",
  title: "Delta and rate",
  help: "Replaces the value with its difference from the sensor's previous reading, either as it is or per second, minute or hour, and passes the reading to `out`. A sensor's first reading goes to `first` unchanged. The previous reading is the one that arrived before, even if its timestamp is later. A rate fails for a reading with the same or an earlier timestamp, and a counter fails for one with an earlier timestamp. The previous reading then stays the reference.",
  outputs: ["out", "first"],
  fields: {
    per: choice({
      label: "Per",
      options: ["reading", "second", "minute", "hour"],
      optionLabels: { reading: "reading (plain difference)" },
      default: "reading",
    }),
    counter: flag({
      label: "Counter",
      help: "The sensor counts up. A smaller value means that the counter restarted at zero, so the difference is the value itself.",
      default: false,
    }),
  },
  compile({ per, counter }, { output, fail, states }) {
    const unitUs = perUs[per];
    const all = states(stateSize);
    const out = output("out");
    const first = output("first");
    return (reading) => {
      const { value, atUs } = reading;
      const state = all.of(reading.source.sensorId);
      const isFirst = state[isSeen] === 0;
      const previous = state[lastValue]!;
      const elapsedUs = atUs - state[lastAtUs]!;
      if (!isFirst && (unitUs === null ? counter && elapsedUs < 0 : elapsedUs <= 0)) {
        fail(reading, tooEarly(elapsedUs, unitUs !== null));
        return;
      }
      state[isSeen] = 1;
      state[lastValue] = value;
      state[lastAtUs] = atUs;
      if (isFirst) {
        first(reading);
        return;
      }
      const difference = counter && value < previous ? value : value - previous;
      const result = unitUs === null ? difference : rate(difference, elapsedUs, unitUs);
      if (!Number.isFinite(result)) {
        fail(
          reading,
          `The ${unitUs === null ? "difference" : "rate"} from ${previous} to ${value} is too large for a number.`,
        );
        return;
      }
      reading.value = result;
      out(reading);
    };
  },
});

/** Multiplies first, which keeps whole numbers whole, unless that leaves the range of numbers. */
function rate(difference: number, elapsedUs: number, unitUs: number): number {
  const product = difference * unitUs;
  return Number.isFinite(product) ? product / elapsedUs : (difference / elapsedUs) * unitUs;
}

function tooEarly(elapsedUs: number, isRate: boolean): string {
  const place =
    elapsedUs === 0
      ? "has the same time as the sensor's previous one"
      : `is ${-elapsedUs / 1e6} s earlier than the sensor's previous one`;
  return `The reading ${place}, so ${isRate ? "a rate cannot be calculated" : "a smaller count does not mean a reset"}.`;
}
