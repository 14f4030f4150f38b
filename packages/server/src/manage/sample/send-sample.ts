import { sampleItemsOf } from "../../control/sample/sample-items.ts";
import { type Sample, updateSample } from "../../control/sample/samples.ts";
import type { SampleDevice } from "./sample-device.ts";
import { sampleFleet } from "./sample-fleet.ts";
import type { SampleParts } from "./sample-parts.ts";
import { requestsAt, requestsWithin } from "./sample-requests.ts";

/**
 * Sends what the devices of a sample have sent since it was last asked. A time is over only when all of its requests were
 * answered, so after a fault some are sent again, which the server recognises as duplicates. Nothing more is to be done then.
 */
export async function sendSample(parts: SampleParts, sample: Sample): Promise<boolean> {
  const { control } = parts;
  const nowUs = control.nowUs();
  const span = { fromMs: Math.floor(sample.sent_until / 1000), toMs: Math.floor(nowUs / 1000) };
  await eachDevice(parts, sample, async (device, uuid, nth) => {
    for (const request of requestsWithin(device, { uuid, nth, span }))
      await parts.sendAsDevice(request, sourceOf(sample.account_id));
  });
  await control.transact((tx) => updateSample(tx, sample.account_id, { sent_until: nowUs }));
  return false;
}

/** Each device sends what it measures at this time, also one that sends nothing afterwards. */
export async function sendToAll(parts: SampleParts, sample: Sample, atMs: number): Promise<void> {
  await eachDevice(parts, sample, async (device, uuid) => {
    for (const request of requestsAt(device, uuid, atMs))
      await parts.sendAsDevice(request, sourceOf(sample.account_id));
  });
}

async function eachDevice(
  { control }: SampleParts,
  { account_id: accountId, seed, loaded_at }: Sample,
  send: (device: SampleDevice, uuid: string, nth: number) => Promise<void>,
): Promise<void> {
  const { devices } = await sampleItemsOf(control.db, accountId);
  const uuids = new Map(devices.map(({ part, uuid }) => [part, uuid]));
  const fleet = sampleFleet({ seed, loadedMs: Math.floor(loaded_at / 1000) });
  for (const [nth, device] of fleet.entries()) {
    const uuid = uuids.get(device.part);
    if (uuid !== undefined) await send(device, uuid, nth);
  }
}

/**
 * An address that nobody has (RFC 3849), another one for each account, so that each has its own budget of requests. Budgets are
 * counted by the first 64 bits.
 */
export function sourceOf(accountId: number): string {
  const [high, low] = [Math.floor(accountId / 65_536) % 65_536, accountId % 65_536];
  return `2001:db8:${high.toString(16)}:${low.toString(16)}::1`;
}
