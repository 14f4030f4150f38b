import { useCall } from "../../api/queries.ts";
import { type TroubledDevice, troubledDevices } from "./troubled-devices.ts";

const refreshMs = 30_000;
const lookedAt = 200;

/**
 * Which devices are rejected and why, going by the newest requests in which not everything was accepted; undefined while
 * they are asked for. One that sends a lot may keep others out of them.
 */
export function useTroubledDevices(): readonly TroubledDevice[] | undefined {
  const query = { only: "troubled", limit: lookedAt };
  const { data, isPending } = useCall("listRequests", { query }, { refetchInterval: refreshMs });
  return isPending ? undefined : troubledDevices(data?.items ?? [], Date.now());
}
