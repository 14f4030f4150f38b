import { oldestAccount } from "../../control/accounts/accounts.ts";
import { actionsOf, auditOfMany, nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { hasDevices } from "../../control/devices/device-ids.ts";
import { insertSetting } from "../../control/settings.ts";
import { addAccount } from "../accounts/accounts.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { type CreatedDevice, insertDevice } from "../devices/insert-device.ts";

/** A device to try the first request with. */
export type Demo = CreatedDevice;

const offeredSetting = "demo_offered";
const accountName = "Demo";
const demoDevice = {
  name: "Demo device",
  contract: "queued",
  handling: "strict",
  sensors: [
    { slug: "temperature", name: "Temperature", type: "temperature", unit: "°C" },
    { slug: "humidity", name: "Humidity", type: "humidity", unit: "%" },
  ],
} as const;

/**
 * Creates a device on the very first start if there is none; returns null on every later start. The same transaction
 * records the offer, so only one of two servers that start together makes it, and a deleted demo does not come back.
 */
export async function offerDemo(control: Control): Promise<Demo | null> {
  const offered = await commitChange<Demo | null>(control, async (tx) => {
    if (!(await insertSetting(tx, offeredSetting, "1"))) return succeed(noDemo);
    return (await hasDevices(tx)) ? succeed(noDemo) : insertDemo(control, tx);
  });
  if (!offered.ok) throw new Error(`The demo device was refused: ${offered.error.message}`);
  return offered.value;
}

const noDemo = { value: null, audit: nothingToAudit("no demo was made"), changes: [] };

async function insertDemo(control: Control, tx: ControlTransaction): Promise<Result<Changed<Demo>>> {
  // An owner from the environment already has an account, and looks there.
  const present = await oldestAccount(control, tx);
  const account = present
    ? succeed({ value: present, audit: nothingToAudit("the account was there already"), changes: [] })
    : await addAccount(control, tx, accountName);
  if (!account.ok) return account;
  const device = await insertDevice(control, tx, { ...demoDevice, accountId: account.value.value.id });
  if (!device.ok) return device;
  return succeed({
    value: device.value.value,
    audit: auditOfMany(
      [...actionsOf(account.value.audit), ...actionsOf(device.value.audit)],
      "its parts enter what they made",
    ),
    changes: [...account.value.changes, ...device.value.changes],
  });
}
