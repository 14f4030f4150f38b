import type { EndpointName } from "../contracts.ts";
import type { Example } from "./openapi-document.ts";

/** The device, sensor and moment that all examples use, so that they fit together. */
export const sampleDeviceUuid = "3f2b8c1e-7a4d-4e5b-9c60-1d2e3f405162";
export const sampleSensorSlug = "temperature";
export const sampleSensorUuid = "b7d1f0a2-58c3-4f6e-8a19-2c4d6e8f0a1b";
export const sampleTimestamp = "2026-03-14T09:26:53Z";

const earlierTimestamp = "2026-03-14T09:25:53Z";

/** Request bodies to paste. The first of each endpoint is the smallest one that makes sense. */
export const requestExamples: Record<EndpointName, Record<string, Example>> = {
  single: {
    valueOnly: {
      summary: "A value, measured now",
      value: { data: { value: 21.5 } },
    },
    full: {
      summary: "With its time, metadata and the battery",
      value: {
        data: { value: 21.5, timestamp: sampleTimestamp, firmware: "1.4.2", rssi: -67 },
        battery_voltage: 3.71,
      },
    },
  },
  bulk: {
    buffered: {
      summary: "Two buffered readings",
      value: {
        data: [
          { value: 21.4, timestamp: earlierTimestamp },
          { value: 21.5, timestamp: sampleTimestamp },
        ],
        battery_voltage: 3.71,
      },
    },
  },
  batch: {
    severalSensors: {
      summary: "Two sensors, one by slug and one by UUID",
      value: {
        data: [
          { sensor_slug: sampleSensorSlug, value: 21.5, timestamp: sampleTimestamp },
          { sensor_uuid: sampleSensorUuid, value: 63, timestamp: sampleTimestamp },
        ],
        battery_voltage: 3.71,
      },
    },
  },
};
