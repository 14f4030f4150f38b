import { aggregateNames, aggregates } from "../aggregates.ts";
import { choice, number } from "../config-fields.ts";
import { medianOfMax } from "../median.ts";
import { LastDuration, LastReadings } from "../moving-window.ts";
import { defineNode } from "../node-type.ts";
import { readingMeter } from "../reading-meter.ts";

/** Maximum number of readings kept per sensor; a median cannot take more. */
const readingsMax = medianOfMax;

/** A median of a thousand readings takes 15 us, the others less. */
const stepsPerReading = 2;

export const moving = defineNode({
  type: "moving",
  version: 1,
  category: "transform",
  title: "Moving aggregate",
  help: `Replaces the value with the average, minimum, maximum, median or sum of the sensor's latest readings, including this one, and passes the reading to \`out\`. Over a number of readings, they count in the order they arrive. Over a duration, the window ends at the reading's own timestamp. A late reading gets the window of its own time and counts for the readings after it. The newest ${readingsMax} readings of each sensor are kept. A reading older than all of them is used alone.`,
  outputs: ["out"],
  steps: 10,
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
      help: "The number of readings, if *Over* is a number of readings.",
      min: 2,
      max: readingsMax,
      integer: true,
      default: 10,
    }),
    durationSeconds: number({
      label: "Duration",
      help: "The length of the window, if *Over* is a duration.",
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
      readingMeter.spend((window.end - window.start) * stepsPerReading);
      const result = aggregate(state, window.start, window.end);
      if (!Number.isFinite(result)) {
        const count = window.end - window.start;
        fail(
          reading,
          `The ${name} of ${count} readings, the last of which is ${reading.value}, is too large for a number.`,
        );
        return;
      }
      reading.value = result;
      out(reading);
    };
  },
});
