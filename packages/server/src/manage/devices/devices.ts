import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { type Device, type DeviceWithSensors, readDevice } from "../../control/devices/described-devices.ts";
import {
  type DeviceChanges,
  deleteDeviceRow,
  updateDeviceRow,
} from "../../control/devices/device-changes.ts";
import { columnsOfMode } from "../../control/devices/quarantine-columns.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../web/expected-version.ts";
import { chainColumn } from "../core/chain-column.ts";
import { commitChange } from "../core/commit-change.ts";
import { checkNotes, type NotesPatch, notesToJson } from "../core/device-notes-patch.ts";
import { findDevice } from "../core/find-device.ts";
import { findDeviceGroup } from "../core/find-device-group.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { refuseChanged } from "../core/owner-rules.ts";
import { columnsOfPatch, type ExpectationPatch, settingsToJson } from "./expectation/device-expectation.ts";
import { type CreatedDevice, checkDeviceDetails, insertDevice, type NewDevice } from "./insert-device.ts";
import { linkColumns, type TemplateLinkPatch } from "./template-link.ts";
import { type WantedQuarantine, wantedMode } from "./wanted-quarantine.ts";

/** Omitted fields stay. Null removes the device from its group, or its chain or template. */
export interface DevicePatch extends WantedQuarantine, ExpectationPatch, NotesPatch, TemplateLinkPatch {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly group?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly contract?: ContractName | undefined;
  readonly handling?: Handling | undefined;
  /** UUID or name of a published chain of its account. */
  readonly chain?: string | null | undefined;
}

export async function createDevice(control: Control, device: NewDevice): Promise<Result<CreatedDevice>> {
  return commitChange(control, (tx) => insertDevice(control, tx, device));
}

/** Changes nothing if the device was edited since the expected version; null expects none. */
export async function editDevice(
  control: Control,
  uuid: string,
  patch: DevicePatch,
  expected: ExpectedVersion = null,
): Promise<Result<DeviceWithSensors>> {
  return commitChange(control, async (tx) => {
    const found = await findDevice(control, tx, uuid);
    if (!found.ok) return found;
    const { id, accountId } = found.value;
    const before = await readDevice(tx, id);
    if (!isExpected(expected, versionOfDevice(before))) return refuseChanged("device");
    const columns = await columnsOf(control, tx, { ...found.value, before }, patch);
    if (!columns.ok) return columns;
    await updateDeviceRow(tx, id, columns.value);
    const after = await readDevice(tx, id);
    return succeed({
      value: after,
      audit: [
        {
          accountId,
          action: "device.update",
          subjectKind: "device",
          subject: after.uuid,
          before: editableOfDevice(before),
          after: editableOfDevice(after),
        },
      ],
      changes: [{ kind: "device", deviceId: id }],
    });
  });
}

/** The version of what people edit about a device. */
export function versionOfDevice(device: Device): string {
  return versionOf(Object.values(editableOfDevice(device)));
}

/** What people edit about a device. */
function editableOfDevice(device: Device) {
  const { name, description, group, enabled, contract, handling, quarantine, quarantineMode, chain } = device;
  return {
    name,
    description,
    group,
    enabled,
    contract,
    handling,
    quarantine,
    quarantine_mode: quarantineMode,
    chain: chain?.uuid ?? null,
    template: device.template?.uuid ?? null,
    follows_template: device.followsTemplate,
    ...settingsToJson(device),
    ...notesToJson(device),
  };
}

async function columnsOf(
  control: Control,
  tx: ControlTransaction,
  { accountId, before }: { readonly accountId: number; readonly before: Device },
  patch: DevicePatch,
): Promise<Result<DeviceChanges>> {
  const details = await checkDeviceDetails((name) => findDeviceGroup(tx, accountId, name), {
    name: patch.name ?? before.name,
    description: patch.description ?? before.description,
    group: patch.group === undefined ? before.group : patch.group,
  });
  if (!details.ok) return details;
  const chain =
    patch.chain === undefined ? succeed({}) : await chainColumn(control, tx, accountId, patch.chain);
  if (!chain.ok) return chain;
  const notes = checkNotes(before, patch);
  if (!notes.ok) return notes;
  const link = await linkColumns(tx, accountId, before, patch);
  if (!link.ok) return link;
  const mode = wantedMode(patch) ?? before.quarantineMode;
  return succeed({
    ...details.value,
    ...link.value,
    ...chain.value,
    ...notes.value,
    enabled: (patch.enabled ?? before.enabled) ? 1 : 0,
    contract: patch.contract ?? before.contract,
    handling: patch.handling ?? before.handling,
    ...columnsOfPatch(before, patch),
    ...(mode === before.quarantineMode ? {} : columnsOfMode(mode, control.nowUs())),
  });
}

/**
 * Deletes nothing if the device was edited since the expected version. Stored readings of its sensors are purged later,
 * by the remaining ids.
 */
export async function removeDevice(
  control: Control,
  uuid: string,
  expected: ExpectedVersion = null,
): Promise<Result<DeviceWithSensors>> {
  return commitChange(control, async (tx) => {
    const found = await findDevice(control, tx, uuid);
    if (!found.ok) return found;
    const { id: deviceId, accountId } = found.value;
    const device = await readDevice(tx, deviceId);
    if (!isExpected(expected, versionOfDevice(device))) return refuseChanged("device");
    const audit = await removeReadDevice(control, tx, accountId, device);
    return succeed({ value: device, audit: [audit], changes: [{ kind: "device", deviceId }] });
  });
}

/** Deletes a device as part of a transaction, and returns its audit entry. */
export async function removeReadDevice(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  device: DeviceWithSensors,
): Promise<AuditedAction> {
  await deleteDeviceRow(tx, device.id, control.nowUs());
  return {
    accountId,
    action: "device.delete",
    subjectKind: "device",
    subject: device.uuid,
    before: { ...editableOfDevice(device), sensors: device.sensors.map(({ slug }) => slug) },
  };
}
