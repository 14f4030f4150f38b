import { choice, number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

/** The state of a sensor. */
const isSeen = 0;
const passedValue = 1;
const passedUs = 2;
const slots = 3;

export const deadband = defineNode({
  type: "deadband",
  version: 1,
  category: "filter",
  title: "Deadband",
  help: "Holds back readings that have hardly changed. A reading goes to `changed` if it is the sensor's first, or if it differs enough from the sensor's last `changed` reading. With a heartbeat, a reading also goes to `changed` after each period without a change. All others go to `unchanged`. Readings are compared in the order they arrive. A late reading never counts as a heartbeat.",
  outputs: ["changed", "unchanged"],
  safeEnds: ["unchanged"],
  fields: {
    threshold: number({
      label: "Minimum change",
      help: "A reading has changed if it differs by at least this much. 0 means any change.",
      min: 0,
      default: 0,
    }),
    measure: choice({
      label: "Measured in",
      options: ["absolute", "percent"],
      optionLabels: {
        absolute: "the sensor's unit",
        percent: "percent of the last value",
      },
      default: "absolute",
    }),
    heartbeatSeconds: number({
      label: "Heartbeat",
      help: "Also lets a reading through when this much time has passed since the last one. Leave empty for no heartbeat.",
      unit: "s",
      min: 0.001,
      max: 31_622_400,
      optional: true,
    }),
  },
  compile({ threshold, measure, heartbeatSeconds }, { output, states }) {
    const isPercent = measure === "percent";
    const heartbeatUs =
      heartbeatSeconds === null ? Number.POSITIVE_INFINITY : Math.round(heartbeatSeconds * 1e6);
    const sensors = states(slots);
    const changed = output("changed");
    const unchanged = output("unchanged");
    return (reading) => {
      const state = sensors.of(reading.source.sensorId);
      const change = Math.abs(reading.value - state[passedValue]!);
      // Multiplied out, because 0.07 is not exact in binary: 100 times it is a little over 7.
      const isSmall = isPercent
        ? change * 100 < Math.abs(state[passedValue]!) * threshold
        : change < threshold;
      const restedUs = reading.atUs - state[passedUs]!;
      const isFirst = state[isSeen] === 0;
      if (!isFirst && (change === 0 || isSmall) && restedUs < heartbeatUs) {
        unchanged(reading);
        return;
      }
      state[isSeen] = 1;
      state[passedValue] = reading.value;
      // A late reading does not bring the next heartbeat forward.
      if (isFirst || restedUs > 0) state[passedUs] = reading.atUs;
      changed(reading);
    };
  },
});
