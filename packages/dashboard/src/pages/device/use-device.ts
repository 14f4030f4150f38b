import { useMutationState } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useCall, usePages } from "../../api/queries.ts";
import type { CallAnswer, CallInput } from "../../api/route-types.ts";

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
  const device = useDeviceUuid();
  const isDeleted = useIsDeleted(device);
  return useCall("showDevice", { params: { device } }, { refetchInterval: 60_000, enabled: !isDeleted });
}

/** Whether the device is being deleted from here, or was. Until its page is left, nothing may ask for it again. */
function useIsDeleted(device: string): boolean {
  const deleted = useMutationState({
    filters: { mutationKey: ["deleteDevice"], predicate: ({ state }) => state.status !== "error" },
    select: ({ state }) => (state.variables as CallInput<"deleteDevice">).params.device,
  });
  return deleted.includes(device);
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
