import { sensorType } from "@weir/protocol/resources/sensor-type";
import { refuseField, succeed } from "../core/manage-error.ts";
import { serveResource } from "../core/resources/serve-resource.ts";

export const sensorTypes = serveResource(sensorType, {
  check: ({ fields: { min, max } }) =>
    min !== null && max !== null && min > max
      ? refuseField("max", "The largest value must not be below the smallest.")
      : succeed({}),
});
