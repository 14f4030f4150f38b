import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { DeviceWithSensors } from "../../control/devices/described-devices.ts";
import type { Sensor } from "../../control/sensors/sensor-records.ts";

/** Facts about the request. */
export type FindingContext = Pick<ActivityRecord, "arrivalMs" | "clockOffsetMs" | "endpoint">;

/** The current state of the device; null if it was removed. */
export type ExplainedDevice =
  | (Pick<DeviceWithSensors, "contract"> & {
      readonly sensors: readonly Pick<Sensor, "uuid" | "slug" | "createdAt">[];
    })
  | null;
