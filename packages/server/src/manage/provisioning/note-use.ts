import type { ControlTransaction } from "../../control/control.ts";
import { noteKeyUse, type ProvisioningKey } from "../../control/provisioning/provisioning-keys.ts";

/** How often the time of the last request of a device or key is written down. */
export const noteEveryUs = 60_000_000;

/** Writes down that a key was used, unless that was done lately. */
export async function noteUse(
  tx: ControlTransaction,
  { id, lastUsedAt }: ProvisioningKey,
  nowUs: number,
): Promise<void> {
  if (lastUsedAt === null || nowUs - lastUsedAt >= noteEveryUs) await noteKeyUse(tx, id, nowUs);
}
