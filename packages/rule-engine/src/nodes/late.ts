import { choice, number } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

/** What is kept of a sensor, where readings are measured by their order. */
const isSeen = 0;
const newestUs = 1;
const slots = 2;

export const late = defineNode({
  type: "late",
  version: 1,
  category: "filter",
  title: "Late",
  help: "Tells readings that come too late: `late` takes those over the given time late, `on-time` the others. What counts is either the time from the reading to its arrival, or how far it is behind the newest reading of its sensor that came before.",
  outputs: ["late", "on-time"],
  fields: {
    measure: choice({
      label: "Measure",
      options: ["delay", "order"],
      optionLabels: { delay: "Time until arrival", order: "Time behind the sensor's newest reading" },
      default: "delay",
    }),
    seconds: number({
      label: "Late when over",
      help: "0 takes everything that is late at all.",
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
