import { aggregateNames, aggregates } from "../aggregates.ts";
import { choice, number } from "../config-fields.ts";
import { medianOfMax } from "../median.ts";
import { LastDuration, LastReadings } from "../moving-window.ts";
import { defineNode } from "../node-type.ts";

/** How many readings of a sensor are kept at most; a median is not taken of more. */
const readingsMax = medianOfMax;

export const moving = defineNode({
  type: "moving",
  version: 1,
  category: "transform",
  title: "Moving average, min, max …",
  help: `Makes the value the average, minimum, maximum, median or sum of the sensor's latest readings, itself included, and passes the reading on to \`out\`. Over a number of readings, they count in order of arrival, whatever their times. Over a duration, the window ends at the reading's own time and takes what is less than the duration older: a late reading gets the window of its time and counts for those after it, of each sensor the newest ${readingsMax} readings are kept, and a reading older than all of them stands alone.`,
  outputs: ["out"],
  fields: {
    function: choice({ label: "Function", options: aggregateNames, default: "average" }),
    over: choice({
      label: "Over",
      options: ["readings", "duration"],
      optionLabels: { readings: "a number of readings", duration: "a duration" },
      default: "readings",
    }),
    readings: number({
      label: "Readings",
      help: "How many, where it goes over a number of readings.",
      min: 2,
      max: readingsMax,
      integer: true,
      default: 10,
    }),
    durationSeconds: number({
      label: "Duration",
      help: "How long, where it goes over a duration.",
      unit: "s",
      min: 0.001,
      max: 366 * 86_400,
      default: 60,
    }),
  },
  compile({ function: name, over, readings, durationSeconds }, { output, fail, states }) {
    const window =
      over === "readings" ? new LastReadings(readings) : new LastDuration(durationSeconds * 1e6, readingsMax);
    const all = states(window.stateSize);
    const aggregate = aggregates[name];
    const out = output("out");
    return (reading) => {
      const state = all.of(reading.source.sensorId);
      window.add(state, reading.atUs, reading.value);
      const result = aggregate(state, window.start, window.end);
      if (!Number.isFinite(result)) {
        const count = window.end - window.start;
        fail(
          reading,
          `The ${name} of ${count} readings, ${reading.value} the last of them, is beyond the range of numbers.`,
        );
        return;
      }
      reading.value = result;
      out(reading);
    };
  },
});
