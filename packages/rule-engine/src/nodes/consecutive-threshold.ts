import { comparison, comparisonField, operators } from "../comparison.ts";
import { flag, number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

/** The state of a sensor. With a time window the times of its last `count` matching readings follow, as a ring. */
const run = 0;
const isReached = 1;
const operatorCounted = 2;
const valueCounted = 3;
const ring = 4;

export const consecutiveThreshold = defineNode({
  type: "consecutive-threshold",
  version: 1,
  category: "filter",
  title: "Consecutive threshold",
  help: "Compares the value with a fixed number and waits until the comparison is true for several readings of the sensor in a row. From the reading that completes the row on, readings go to `reached` for as long as the comparison is true. All others go to `below`. With *Only once*, only the first of them goes to `reached` and the rest go to `repeated`. Readings count in the order they arrive, including late ones.",
  outputs: ({ onlyOnce }) => (onlyOnce ? ["reached", "repeated", "below"] : ["reached", "below"]),
  fields: {
    operator: comparisonField,
    value: number({ label: "Value", help: "The number to compare the reading's value with." }),
    count: number({ label: "Consecutive readings", min: 1, max: 1000, integer: true, default: 3 }),
    windowSeconds: number({
      label: "Within",
      help: "All readings of the row must lie within this time. Leave empty for no limit.",
      unit: "s",
      min: 0.001,
      max: 31_622_400,
      optional: true,
    }),
    onlyOnce: flag({
      label: "Only once",
      help: "Sends only the first reading to `reached`, until a reading goes to `below` again.",
      default: false,
    }),
  },
  compile({ operator, value, count, windowSeconds, onlyOnce }, { output, states }) {
    const holds = comparison(operator);
    const operatorNumber = operators.indexOf(operator);
    const windowUs = windowSeconds === null ? null : Math.round(windowSeconds * 1e6);
    const sensors = states(windowUs === null ? ring : ring + count);
    const reached = output("reached");
    const repeated = onlyOnce ? output("repeated") : reached;
    const below = output("below");
    return (reading) => {
      const state = sensors.of(reading.source.sensorId);
      if (state[operatorCounted] !== operatorNumber || state[valueCounted] !== value) {
        // The chain was changed since: counts for another condition say nothing about this one.
        state[run] = 0;
        state[isReached] = 0;
        state[operatorCounted] = operatorNumber;
        state[valueCounted] = value;
      }
      if (holds(reading.value, value)) {
        if (windowUs !== null) state[ring + (state[run]! % count)] = reading.atUs;
        state[run]!++;
      } else {
        state[run] = 0;
      }
      if (state[run]! < count || (windowUs !== null && !liesWithin(windowUs, state))) {
        state[isReached] = 0;
        below(reading);
      } else if (state[isReached] === 0) {
        state[isReached] = 1;
        reached(reading);
      } else {
        repeated(reading);
      }
    };
  },
});

/** Looks at all times of the full ring: they are in order of arrival, so any may be the earliest. */
function liesWithin(windowUs: number, state: Float64Array): boolean {
  let earliest = state[ring]!;
  let latest = earliest;
  for (let index = ring + 1; index < state.length; index++) {
    const atUs = state[index]!;
    if (atUs < earliest) earliest = atUs;
    else if (atUs > latest) latest = atUs;
  }
  return latest - earliest <= windowUs;
}
