import { parseTime } from "../../format/time.ts";
import { isRejected, type Request } from "../activity/outcome-words.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** A device whose requests were rejected. */
export interface TroubledDevice {
  readonly uuid: string;
  readonly name: string;
  /** Requests of the last day, as far as they are known. */
  readonly requests: number;
  /** The newest of them. */
  readonly last: Request;
}

/**
 * The devices whose requests were refused or rejected in the last day, in the order of their last problem. `requests`
 * start with the newest. Devices that only repeat readings are fine, and deleted devices are left out.
 */
export function troubledDevices(requests: readonly Request[], nowMs: number): readonly TroubledDevice[] {
  const found = new Map<string, TroubledDevice>();
  for (const request of requests) {
    const { device, at } = request;
    if (device === null || !isRejected(request) || parseTime(at) <= nowMs - dayMs) continue;
    const known = found.get(device.uuid) ?? { ...device, requests: 0, last: request };
    found.set(device.uuid, { ...known, requests: known.requests + 1 });
  }
  return [...found.values()];
}
