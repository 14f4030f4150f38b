import { sampleItemsOf } from "../../control/sample/sample-items.ts";
import { type Sample, sampleOf, updateSample } from "../../control/sample/samples.ts";
import { idsBySlug } from "../../control/sensors/sensor-records.ts";
import type { SampleDevice } from "./sample-device.ts";
import { sampleFleet } from "./sample-fleet.ts";
import type { SampleParts } from "./sample-parts.ts";
import { readingsOfWeek } from "./sample-readings.ts";
import { sendToAll } from "./send-sample.ts";

/** How old the readings are that alert rules judge. Older ones are saved as they are. */
const judgedMs = 2 * 86_400_000;

/**
 * Saves the week of the next device. Saving the same readings again changes nothing, so it does not matter where a process was
 * killed. Resolves to whether there is more to do.
 */
export async function fillSample(parts: SampleParts, sample: Sample): Promise<boolean> {
  const { control } = parts;
  const { account_id: accountId, seed, filled } = sample;
  const loadedMs = Math.floor(sample.loaded_at / 1000);
  const device = sampleFleet({ seed, loadedMs })[filled];
  if (device !== undefined) {
    await fillDevice(parts, accountId, { device, loadedMs });
    await control.transact((tx) => updateSample(tx, accountId, { filled: filled + 1 }));
    return true;
  }
  // Each device connects at once, so that nobody sees one that never has.
  const nowUs = control.nowUs();
  await sendToAll(parts, sample, Math.floor(nowUs / 1000));
  await control.transact(async (tx) => {
    const now = await sampleOf(tx, accountId);
    if (now?.state === "loading") await updateSample(tx, accountId, { state: "sending", sent_until: nowUs });
  });
  return false;
}

async function fillDevice(
  { control, imports }: SampleParts,
  accountId: number,
  { device, loadedMs }: { readonly device: SampleDevice; readonly loadedMs: number },
): Promise<void> {
  const { devices } = await sampleItemsOf(control.db, accountId);
  const found = devices.find(({ part }) => part === device.part);
  // Somebody may have deleted the device already.
  if (found === undefined) return;
  const sensorIds = await idsBySlug(control.db, found.id);
  const loaded = { device, deviceId: found.id, sensorIds };
  const fromMs = device.isJudged ? judgedMs : 0;
  await imports.take("store", readingsOfWeek(loaded, loadedMs, { fromMs }));
  if (fromMs > 0) await imports.take("chain", readingsOfWeek(loaded, loadedMs, { beforeMs: fromMs }));
}
