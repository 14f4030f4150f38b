import { useParams } from "@tanstack/react-router";
import { useCall, usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";

export type Device = CallAnswer<"showDevice">;
export type Sensor = CallAnswer<"listSensors">["items"][number];

/** As many as one request for their curves takes. */
const sensorsPerPage = 50;
/** As many as fit into one answer. Nobody chooses from a longer list. */
const sensorsToChooseFrom = 1000;

/** The device that the page is about, from the address. */
export function useDeviceUuid(): string {
  const { device = "" } = useParams({ strict: false });
  return device;
}

/**
 * Live events update most of what is shown. Reloading at intervals also shows changes without an event, such as the
 * device going offline.
 */
export function useDevice() {
  return useCall("showDevice", { params: { device: useDeviceUuid() } }, { refetchInterval: 60_000 });
}

export function useSensors() {
  return useSensorsBy(sensorsPerPage);
}

/** All sensors of a device, or nearly all, for lists to choose from. */
export function useSensorChoices() {
  return useSensorsBy(sensorsToChooseFrom);
}

function useSensorsBy(limit: number) {
  return usePages("listSensors", { params: { device: useDeviceUuid() }, query: { limit } });
}
