import type { deviceOutcomes } from "@weir/protocol/manage/many-devices";
import { devicesAtOnce } from "@weir/protocol/manage/many-devices-limits";
import { type AuditedAction, auditOfMany } from "../../control/audit/audited-action.ts";
import type { Control, ControlChange, ControlTransaction } from "../../control/control.ts";
import type { FoundDevice } from "../../control/devices/device-ids.ts";
import { giveWayIfLong } from "../../platform/give-way.ts";
import { type Changed, commitChange } from "./commit-change.ts";
import { findDevice } from "./find-device.ts";
import { type ManageError, type Result, succeed } from "./manage-error.ts";

interface DeviceOutcome {
  readonly uuid: string;
  readonly outcome: (typeof deviceOutcomes)[number];
  /** Why the device was refused. */
  readonly problem: { readonly code: string; readonly detail: string } | null;
}

interface ManyDevices {
  readonly accountId: number;
  readonly uuids: readonly string[];
  /** What becomes of a device that is changed. */
  readonly outcome: "updated" | "deleted";
}

/** What is done to each device of a transaction. */
interface DeviceWork<Done> {
  /** Returns what the audit log is told of the device; null if it is as wanted already. A refusal has written nothing. */
  readonly change: (device: FoundDevice) => Promise<Result<Done | null>>;
  readonly audit: (changed: readonly Done[]) => readonly AuditedAction[];
}

/** Looks up what all devices need, such as the group that they are moved to. */
type BeginWork<Done> = (tx: ControlTransaction) => Promise<Result<DeviceWork<Done>>>;

/**
 * Changes devices in steps, and returns one outcome for each UUID, in order. A device that is unknown or refused does not keep the
 * others from being changed. Only what refuses the first step as a whole, such as an unknown group, refuses the request:
 * then nothing was changed. Between the steps, others get their turn.
 */
export async function changeManyDevices<Done>(
  control: Control,
  { accountId, uuids, outcome }: ManyDevices,
  begin: BeginWork<Done>,
): Promise<Result<DeviceOutcome[]>> {
  const outcomes: DeviceOutcome[] = [];
  for (let start = 0; start < uuids.length; start += devicesAtOnce) {
    const some = { accountId, outcome, uuids: uuids.slice(start, start + devicesAtOnce) };
    const done = await commitChange(control, (tx) => changeSome(control, tx, some, begin));
    if (!done.ok && start === 0) return done;
    outcomes.push(...(done.ok ? done.value : some.uuids.map((uuid) => refusedDevice(uuid, done.error))));
    await giveWayIfLong();
  }
  return succeed(outcomes);
}

async function changeSome<Done>(
  control: Control,
  tx: ControlTransaction,
  { accountId, uuids, outcome }: ManyDevices,
  begin: BeginWork<Done>,
): Promise<Result<Changed<DeviceOutcome[]>>> {
  const begun = await begin(tx);
  if (!begun.ok) return begun;
  const work = begun.value;
  const outcomes: DeviceOutcome[] = [];
  const changed: Done[] = [];
  const changes: ControlChange[] = [];
  for (const uuid of uuids) {
    const device = await findDevice(control, tx, uuid);
    if (!device.ok || device.value.accountId !== accountId) {
      outcomes.push({ uuid, outcome: "unknown_device", problem: null });
      continue;
    }
    const done = await work.change(device.value);
    if (!done.ok) {
      outcomes.push(refusedDevice(uuid, done.error));
      continue;
    }
    outcomes.push({ uuid, outcome: done.value === null ? "unchanged" : outcome, problem: null });
    if (done.value === null) continue;
    changed.push(done.value);
    changes.push({ kind: "device", deviceId: device.value.id });
  }
  const audit = auditOfMany(changed.length === 0 ? [] : work.audit(changed), "no device was changed");
  return succeed({ value: outcomes, audit, changes });
}

function refusedDevice(uuid: string, { code, message }: ManageError): DeviceOutcome {
  return { uuid, outcome: "refused", problem: { code, detail: message } };
}
