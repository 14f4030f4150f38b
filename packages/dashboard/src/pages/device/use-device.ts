import { useParams } from "@tanstack/react-router";
import { useCall, usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";

export type Device = CallAnswer<"showDevice">;
export type Sensor = CallAnswer<"listSensors">["items"][number];

/** As many as one call for their curves takes. */
const sensorsPerPage = 50;
/** As many as fit into one answer. Nobody chooses from a longer list. */
const sensorsToChooseFrom = 1000;

/** The device that the page is about, from the address. */
export function useDeviceUuid(): string {
  const { device = "" } = useParams({ strict: false }) as { device?: string };
  return device;
}

/** Live events change what is shown; asking now and then also shows what has none, such as the device going offline. */
export function useDevice() {
  return useCall("showDevice", { params: { device: useDeviceUuid() } }, { refetchInterval: 60_000 });
}

export function useSensors() {
  return useSensorsBy(sensorsPerPage);
}

/** All of them, or nearly, for lists to choose from. */
export function useSensorChoices() {
  return useSensorsBy(sensorsToChooseFrom);
}

function useSensorsBy(limit: number) {
  return usePages("listSensors", { params: { device: useDeviceUuid() }, query: { limit } });
}
