import { waitingDevicesMax } from "@weir/protocol/manage/provisioning-limits";
import type { ControlTransaction } from "../../control/control.ts";
import { countWaiting, devicesOfKey } from "../../control/provisioning/hardware-ids.ts";
import type { ProvisioningKey } from "../../control/provisioning/provisioning-keys.ts";

/** Why a new device gets nothing: its key has created enough, or too many wait with the key or in the account. */
export type FullKey = "key limit" | "waiting of key" | "waiting of account";

/**
 * Null if a new device may be created, or may wait. A key may not take what is left for others: the fewer places to wait are
 * free, the fewer each key may take. So somebody who took a key out of a device cannot keep the devices of other keys from
 * asking.
 */
export async function fullOf(tx: ControlTransaction, key: ProvisioningKey): Promise<FullKey | null> {
  if (key.admission === "at_once")
    return (await devicesOfKey(tx, key.id)) >= key.deviceLimit ? "key limit" : null;
  const { ofAccount, ofKey } = await countWaiting(tx, key.accountId, key.id);
  const free = waitingDevicesMax - ofAccount;
  if (free <= 0) return "waiting of account";
  return ofKey >= free ? "waiting of key" : null;
}
