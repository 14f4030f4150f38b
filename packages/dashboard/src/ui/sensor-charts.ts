import type { Destination } from "./destination.ts";

/** The charts of a device with one of its sensors, for links of that sensor. */
export function sensorCharts(device: string, sensorSlug: string): Destination {
  return { to: "/devices/$device/charts", params: { device }, search: { sensors: sensorSlug } };
}
