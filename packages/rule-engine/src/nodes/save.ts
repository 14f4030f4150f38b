import { text } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";
import { readingMeter } from "../reading-meter.ts";

/** A row takes 1 us in the store, including its share of writing the batch. */
const saveSteps = 100;

export const save = defineNode({
  type: "save",
  version: 1,
  category: "action",
  title: "Save",
  help: "Saves the reading, either under its own sensor or under another sensor of the same device, and passes it to `saved`. A chain without a save step accepts readings but stores none.",
  outputs: ["saved"],
  safeEnds: ["saved"],
  fields: {
    sensor: text({
      label: "Save as sensor",
      help: "Slug of another sensor of the device. Leave empty for the reading's own sensor.",
      maxLength: 64,
      optional: true,
    }),
  },
  compile({ sensor }, { output, fail, host, place }) {
    const saved = output("saved");
    if (sensor === null || sensor === "") {
      return (reading) => {
        readingMeter.enter(place, saveSteps);
        host.save(reading, reading.source.sensorId);
        saved(reading);
      };
    }
    return (reading) => {
      readingMeter.enter(place, saveSteps);
      const sensorId = host.sensorOf(reading, sensor);
      if (sensorId === undefined) {
        fail(reading, `The device has no sensor "${sensor}".`);
        return;
      }
      host.save(reading, sensorId);
      saved(reading);
    };
  },
});
