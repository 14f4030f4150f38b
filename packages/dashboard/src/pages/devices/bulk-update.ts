import { takeBack } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { toast } from "../../ui/toast.tsx";
import { type BulkPatch, inverseOf, isChangedBy } from "./bulk-patch.ts";
import type { ListedDevice } from "./use-connections.ts";

/** As many as the API changes in one request. */
const perCall = 1000;
/** Devices are deleted one by one, a few at a time. */
const deletesAtOnce = 4;

/** Routes whose answers a bulk change affects. */
const changedWith = ["listDevices", "countDevices", "listDeviceGroups", "showDevice"] as const;

/** Called with how many are done. */
type OnProgress = (done: number) => void;

/** Changes all of them, says so, and offers to undo it. */
export async function updateDevices(
  devices: readonly ListedDevice[],
  patch: BulkPatch,
  said: string,
  onProgress: OnProgress,
): Promise<void> {
  const changed = devices.filter((device) => isChangedBy(device, patch));
  try {
    await send(changed, patch, onProgress);
  } finally {
    void refresh(...changedWith);
  }
  const undo = () => void takeBack(() => putBack(changed, patch), changedWith);
  toast(said, "ok", changed.length === 0 ? undefined : undo);
}

/** Gives every device its previous values back. */
async function putBack(devices: readonly ListedDevice[], patch: BulkPatch): Promise<void> {
  const alike = Map.groupBy(devices, (device) => JSON.stringify(inverseOf(device, patch)));
  for (const [inverse, some] of alike) await send(some, JSON.parse(inverse));
}

async function send(
  devices: readonly ListedDevice[],
  patch: BulkPatch,
  onProgress?: OnProgress,
): Promise<void> {
  for (let start = 0; start < devices.length; start += perCall) {
    const uuids = devices.slice(start, start + perCall).map(({ uuid }) => uuid);
    await call("updateManyDevices", { body: { devices: uuids, ...patch } });
    onProgress?.(start + uuids.length);
  }
}

/** Stops at the first device that cannot be deleted. */
export async function deleteDevices(devices: readonly ListedDevice[], onProgress: OnProgress): Promise<void> {
  const waiting = [...devices];
  let deleted = 0;
  let fault: unknown = null;
  const work = async () => {
    for (let device = waiting.pop(); device !== undefined && fault === null; device = waiting.pop()) {
      try {
        await call("deleteDevice", { params: { device: device.uuid } });
        onProgress(++deleted);
      } catch (error) {
        fault = error;
      }
    }
  };
  await Promise.all(Array.from({ length: deletesAtOnce }, work));
  await refresh(...changedWith);
  if (fault === null) toast(`${plural(deleted, "device")} deleted`);
  else toast(`${deleted} of ${plural(devices.length, "device")} deleted. ${messageOf(fault)}`, "bad");
}

/** Every device that a query finds, page by page. */
export async function fetchAllDevices(query: object): Promise<ListedDevice[]> {
  const all: ListedDevice[] = [];
  let cursor: string | undefined;
  do {
    const page = await call("listDevices", { query: { ...query, limit: perCall, cursor } });
    all.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}
