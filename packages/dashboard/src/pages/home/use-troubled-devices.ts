import { useCall } from "../../api/queries.ts";
import { type TroubledDevice, troubledDevices } from "./troubled-devices.ts";

const refreshMs = 30_000;
const lookedAt = 200;

/** Which devices are rejected, going by the newest requests in which not everything was accepted. */
export function useTroubledDevices(): readonly TroubledDevice[] {
  const query = { only: "troubled", limit: lookedAt };
  const { data } = useCall("listRequests", { query }, { refetchInterval: refreshMs });
  return troubledDevices(data?.items ?? [], Date.now());
}
