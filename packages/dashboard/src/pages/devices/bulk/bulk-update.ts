import { takeBack } from "../../../api/change.ts";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/problem.ts";
import { refresh } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { plural } from "../../../format/number.ts";
import { toast } from "../../../ui/toast.tsx";
import type { ListedDevice } from "../use-connections.ts";
import { type BulkPatch, inverseOf } from "./bulk-patch.ts";

/** Fewer than the API takes, so that people see how far it is. */
const changedAtOnce = 200;
/** The longest page of a list. */
const listedAtOnce = 1000;

/** Routes whose answers a change of many devices affects. */
const changedWith = [
  "listDevices",
  "countDevices",
  "listDeviceGroups",
  "listChains",
  "listTemplates",
  "showDevice",
] as const;

/** A device that was not changed, and why. */
export interface RefusedDevice {
  readonly device: ListedDevice;
  readonly reason: string;
}

/** Sends the next devices to a route that changes many. */
type SendSome = (devices: string[]) => Promise<CallAnswer<"updateManyDevices">>;

/** Called with how many are done. */
type OnProgress = (done: number) => void;

/** Changes the devices, says so, and offers to undo it. Returns those that were refused. */
export async function updateDevices(
  devices: readonly ListedDevice[],
  patch: BulkPatch,
  said: (what: string) => string,
  onProgress: OnProgress,
): Promise<readonly RefusedDevice[]> {
  const { changed, refused } = await changeMany(devices, sendPatch(patch), onProgress);
  const undo = () => void takeBack(() => putBack(changed, patch), changedWith);
  sayDone(devices.length - refused.length, said, changed.length === 0 ? undefined : undo);
  return refused;
}

export async function deleteDevices(
  devices: readonly ListedDevice[],
  onProgress: OnProgress,
): Promise<readonly RefusedDevice[]> {
  const send: SendSome = (uuids) => call("deleteManyDevices", { body: { devices: uuids } });
  const { refused } = await changeMany(devices, send, onProgress);
  sayDone(devices.length - refused.length, (what) => `${what} deleted`);
  return refused;
}

/** Makes the devices what the template says. */
export async function applyTemplate(
  devices: readonly ListedDevice[],
  template: { readonly uuid: string; readonly name: string },
  onProgress: OnProgress,
): Promise<readonly RefusedDevice[]> {
  const send: SendSome = (uuids) =>
    call("applyTemplateToMany", { body: { devices: uuids, template: template.uuid } });
  const { refused } = await changeMany(devices, send, onProgress);
  sayDone(devices.length - refused.length, (what) => `${template.name} applied to ${what}`);
  return refused;
}

function sayDone(count: number, said: (what: string) => string, undo?: () => void): void {
  if (count > 0) toast(said(plural(count, "device")), "ok", undo);
}

function sendPatch(patch: BulkPatch): SendSome {
  return (devices) => call("updateManyDevices", { body: { devices, ...patch } });
}

/** Gives every device its previous values back. */
async function putBack(devices: readonly ListedDevice[], patch: BulkPatch): Promise<void> {
  const alike = Map.groupBy(devices, (device) => JSON.stringify(inverseOf(device, patch)));
  const refused: RefusedDevice[] = [];
  for (const [inverse, some] of alike) {
    refused.push(...(await changeMany(some, sendPatch(JSON.parse(inverse)))).refused);
  }
  const [first] = refused;
  if (first !== undefined)
    throw new Error(`${plural(refused.length, "device")} stay changed: ${first.reason}`);
}

/** Changes devices a part at a time. What refuses some of them does not keep the others from being changed. */
async function changeMany(devices: readonly ListedDevice[], send: SendSome, onProgress?: OnProgress) {
  const changed: ListedDevice[] = [];
  const refused: RefusedDevice[] = [];
  for (let start = 0; start < devices.length; start += changedAtOnce) {
    const some = devices.slice(start, start + changedAtOnce);
    try {
      const { results } = await send(some.map(({ uuid }) => uuid));
      for (const [nth, { outcome, problem }] of results.entries()) {
        const device = some[nth]!;
        if (problem !== null) refused.push({ device, reason: problem.detail });
        else if (outcome === "updated") changed.push(device);
      }
    } catch (error) {
      refused.push(...some.map((device) => ({ device, reason: messageOf(error) })));
    }
    onProgress?.(start + some.length);
  }
  await refresh(...changedWith);
  return { changed, refused };
}

/** Every device that a query finds, page by page. */
export async function fetchAllDevices(query: object): Promise<ListedDevice[]> {
  const all: ListedDevice[] = [];
  let cursor: string | undefined;
  do {
    const page = await call("listDevices", { query: { ...query, limit: listedAtOnce, cursor } });
    all.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}
