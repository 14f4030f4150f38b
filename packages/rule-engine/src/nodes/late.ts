import { choice, number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

/** The state of a sensor, if readings are compared by their order. */
const isSeen = 0;
const newestUs = 1;
const slots = 2;

export const late = defineNode({
  type: "late",
  version: 1,
  category: "filter",
  title: "Late",
  help: "Finds readings that arrive late. Readings that are later than the given time go to `late`, all others to `on-time`. Lateness is either the time from the reading's timestamp to its arrival, or how far its timestamp lies behind the sensor's newest reading so far.",
  outputs: ["late", "on-time"],
  fields: {
    measure: choice({
      label: "Measure",
      options: ["delay", "order"],
      optionLabels: { delay: "Time until arrival", order: "Time behind the sensor's newest reading" },
      default: "delay",
    }),
    seconds: number({
      label: "Late after",
      help: "0 counts any delay as late.",
      unit: "s",
      min: 0,
      max: 31_622_400,
      default: 60,
    }),
  },
  compile({ measure, seconds }, { output, states }) {
    const toleratedUs = Math.round(seconds * 1e6);
    const whenLate = output("late");
    const onTime = output("on-time");
    if (measure === "delay") {
      return (reading) => {
        if (reading.receivedUs - reading.atUs > toleratedUs) whenLate(reading);
        else onTime(reading);
      };
    }
    const sensors = states(slots);
    return (reading) => {
      const state = sensors.of(reading.source.sensorId);
      const behindUs = state[newestUs]! - reading.atUs;
      if (state[isSeen] === 0 || behindUs < 0) {
        state[isSeen] = 1;
        state[newestUs] = reading.atUs;
        onTime(reading);
      } else if (behindUs > toleratedUs) {
        whenLate(reading);
      } else {
        onTime(reading);
      }
    };
  },
});
