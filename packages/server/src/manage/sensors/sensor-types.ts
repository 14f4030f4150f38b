import { sensorType } from "@weir/protocol/resources/sensor-type";
import { refuseField } from "../manage-error.ts";
import { serveResource } from "../resources/serve-resource.ts";

export const sensorTypes = serveResource(sensorType, {
  check: (_tx, _editor, { min, max }) =>
    min !== null && max !== null && min > max
      ? refuseField("max", "The largest value must not be below the smallest.")
      : null,
});
