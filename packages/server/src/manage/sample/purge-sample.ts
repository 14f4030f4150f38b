import { setTimeout } from "node:timers/promises";
import { forgetRemovedDevices, removedDevices } from "../../control/accounts/removed-devices.ts";
import { deleteSample, type Sample } from "../../control/sample/samples.ts";
import type { SampleParts } from "./sample-parts.ts";

/** How many devices are purged at once. Deleting the activity of each takes a few milliseconds. */
const purgedAtOnce = 10;
/** While parked readings of the account are settled. */
const waitMs = 250;

/**
 * Deletes some of what the store has of the devices of a removed sample. Everything that was accepted of them is settled before,
 * so nothing is written afterwards. Resolves to whether there is more to delete; at the end nothing of the sample is left.
 */
export async function purgeSample(
  { control, ask, settle }: SampleParts,
  { account_id: accountId }: Sample,
): Promise<boolean> {
  const devices = await removedDevices(control.db, accountId, purgedAtOnce);
  if (devices.length > 0) {
    await settle();
    const { complete, deleted } = await ask({ kind: "purge devices", accountId, devices });
    if (complete) await control.transact((tx) => forgetRemovedDevices(tx, devices));
    else if (deleted === 0) await setTimeout(waitMs);
    return true;
  }
  await control.transact((tx) => deleteSample(tx, accountId));
  return false;
}
