import { text } from "../config-fields.ts";
import { defineNode } from "../node-type.ts";

export const save = defineNode({
  type: "save",
  version: 1,
  category: "action",
  title: "Save",
  help: "Stores the reading, as its own sensor or as another sensor of the same device, and passes it on to `saved`. A chain without this step accepts readings and keeps none.",
  outputs: ["saved"],
  safeEnds: ["saved"],
  fields: {
    sensor: text({
      label: "As sensor",
      help: "Slug of another sensor of the device. Empty for the reading's own sensor.",
      maxLength: 64,
      optional: true,
    }),
  },
  compile({ sensor }, { output, fail, host }) {
    const saved = output("saved");
    if (sensor === null || sensor === "") {
      return (reading) => {
        host.save(reading, reading.source.sensorId);
        saved(reading);
      };
    }
    return (reading) => {
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
