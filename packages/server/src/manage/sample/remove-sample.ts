import { takeOutDevice } from "../../control/accounts/removed-devices.ts";
import type { Audit } from "../../control/audit/audited-action.ts";
import { deleteChainRows } from "../../control/chains/chain-changes.ts";
import type { ControlChange, ControlTransaction } from "../../control/control.ts";
import { deleteGroup } from "../../control/devices/device-groups.ts";
import { deletePages, deleteSampleItems, sampleItemsOf } from "../../control/sample/sample-items.ts";
import { insertSample, sampleOf, updateSample } from "../../control/sample/samples.ts";
import { idsBySlug } from "../../control/sensors/sensor-records.ts";
import { deleteTemplate, templatesWithChain } from "../../control/templates/templates.ts";
import { isUsed, readChainUse } from "../chains/chain-use.ts";
import { learnPublishedChains } from "../chains/published-chains.ts";
import type { ChainControl } from "../chains/work/chain-control.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { sampleGroup } from "./sample-fleet.ts";

/**
 * Removes the sample from the control data, in one transaction: from then on nobody sees it, its devices are refused, and
 * their readings that are still in the queue end without being stored. What the store has of it is deleted afterwards, by
 * the keeper of samples.
 *
 * What people made stays, also if it belongs to the sample's group or template. The chain stays if it is used elsewhere,
 * because readings of other devices must not suddenly go another way; it is then the account's own.
 */
export async function removeSample(control: ChainControl, accountId: number): Promise<Result<null>> {
  await learnPublishedChains(control);
  return commitChange(control, async (tx) => {
    const sample = await sampleOf(tx, accountId);
    const items = await sampleItemsOf(tx, accountId);
    if (sample?.state === "removing" || (sample === null && items.createdAt === null))
      return refuse("no_sample_data", "The account has no sample data.");
    const changes: ControlChange[] = [];
    // Samples of older versions have no row.
    if (sample === null) await insertSample(tx, { accountId, seed: 0, nowUs: control.nowUs() });
    await updateSample(tx, accountId, { state: "removing" });
    for (const { id: deviceId } of items.devices) {
      const sensorIds = [...(await idsBySlug(tx, deviceId)).values()];
      await takeOutDevice(tx, { accountId, deviceId, sensorIds });
      changes.push({ kind: "device", deviceId });
    }
    for (const id of items.templateIds) await deleteTemplate(tx, id);
    for (const id of items.groupIds) await deleteGroup(tx, id);
    await deletePages(tx, items);
    for (const chain of items.chains)
      if (await removeUnusedChain(control, tx, { ...chain, accountId }))
        changes.push({ kind: "chain", chainId: chain.id });
    await deleteSampleItems(tx, accountId);
    const subject = { accountId, subjectKind: "sample data", subject: sampleGroup };
    const audit: Audit = [
      { ...subject, action: "sample-data.remove", before: { devices: items.devices.length } },
    ];
    changes.push({ kind: "alert rules", accountId }, { kind: "account", accountId });
    return succeed({ value: null, audit, changes });
  });
}

/** Resolves to whether it was removed. */
async function removeUnusedChain(
  control: ChainControl,
  tx: ControlTransaction,
  chain: { readonly id: number; readonly uuid: string; readonly accountId: number },
): Promise<boolean> {
  const use = await readChainUse({ ...control, db: tx }, chain);
  if (isUsed(use) || (await templatesWithChain(tx, chain)).length > 0) return false;
  await deleteChainRows(tx, chain.id);
  return true;
}
