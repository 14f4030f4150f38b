import type { ContractName } from "@weir/protocol/contracts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import {
  deleteHardware,
  devicesOfKey,
  type Hardware,
  hardwareIn,
  updateHardware,
} from "../../control/provisioning/hardware-ids.ts";
import { provisioningKeyById } from "../../control/provisioning/provisioning-keys.ts";
import { counted } from "../../platform/counted.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { findDevice } from "../core/find-device.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { createProvisionedDevice } from "./create-provisioned-device.ts";

/** What people decide about a device that asked. */
export type HardwareDecision = "approve" | "reject" | "forget";

interface Decided {
  readonly uuid: string;
  /** Why nothing was done; null if it was. */
  readonly problem: string | null;
}

/**
 * Decides about several devices, each in its own transaction: one that cannot be created, because a limit is reached, does not
 * hold up the others.
 */
export async function decideHardware(
  control: Control,
  accountId: number,
  {
    decision,
    uuids,
    defaultContract,
  }: {
    readonly decision: HardwareDecision;
    readonly uuids: readonly string[];
    readonly defaultContract: ContractName;
  },
): Promise<Decided[]> {
  const decided: Decided[] = [];
  for (const uuid of new Set(uuids)) {
    const done = await commitChange(control, async (tx) => {
      const hardware = await hardwareIn(tx, accountId, { uuid });
      if (hardware === null) return refuse("unknown_hardware", "This account has no such hardware id.");
      if (!decidable[decision].includes(hardware.state)) {
        return refuse("hardware_decided", `${hardware.hardwareId} is ${hardware.state} already.`);
      }
      return decision === "approve"
        ? approve(control, tx, hardware, defaultContract)
        : settle(control, tx, hardware, decision);
    });
    decided.push({ uuid, problem: done.ok ? null : done.error.message });
  }
  return decided;
}

const decidable: Readonly<Record<HardwareDecision, readonly Hardware["state"][]>> = {
  approve: ["waiting", "rejected"],
  reject: ["waiting"],
  forget: ["waiting", "rejected"],
};

async function approve(
  control: Control,
  tx: ControlTransaction,
  hardware: Hardware,
  defaultContract: ContractName,
): Promise<Result<Changed<null>>> {
  const key = hardware.key === null ? null : await provisioningKeyById(tx, hardware.key.id);
  if (key === null) {
    return refuse(
      "unknown_provisioning_key",
      "Its provisioning key was revoked. It has to ask with another one.",
    );
  }
  if ((await devicesOfKey(tx, key.id)) >= key.deviceLimit) {
    const message = `The key ${key.name} has created ${counted(key.deviceLimit, "device")}, as many as it may.`;
    return refuse("too_many_devices", message);
  }
  const created = await createProvisionedDevice(control, tx, { key, future: hardware, defaultContract });
  if (!created.ok) return created;
  const { id: deviceId, uuid, name } = created.value;
  await updateHardware(tx, hardware.id, {
    state: "provisioned",
    device_id: deviceId,
    token_due: 1,
    ...decidedBy(control),
  });
  const audit: AuditedAction = {
    accountId: hardware.accountId,
    action: "hardware.approve",
    subjectKind: "device",
    subject: uuid,
    after: { name, hardware_id: hardware.hardwareId, key: key.name },
  };
  return succeed({ value: null, audit: [audit], changes: [{ kind: "device", deviceId }] });
}

async function settle(
  control: Control,
  tx: ControlTransaction,
  { id, uuid, accountId, hardwareId, key }: Hardware,
  decision: "reject" | "forget",
): Promise<Result<Changed<null>>> {
  if (decision === "forget") await deleteHardware(tx, id);
  else await updateHardware(tx, id, { state: "rejected", ...decidedBy(control) });
  const audit: AuditedAction = {
    accountId,
    action: `hardware.${decision}`,
    subjectKind: "hardware",
    subject: uuid,
    before: { name: hardwareId, key: key?.name ?? null },
  };
  return succeed({ value: null, audit: [audit], changes: [] });
}

/** The device gets a new token the next time it asks. Until then, its present one stays valid. */
export async function allowAgain(control: Control, deviceUuid: string): Promise<Result<Hardware>> {
  return commitChange(control, async (tx) => {
    const device = await findDevice(control, tx, deviceUuid);
    if (!device.ok) return device;
    const { id, accountId } = device.value;
    const hardware = await hardwareIn(tx, accountId, { deviceId: id });
    if (hardware === null) return refuse("unknown_hardware", "This device was not created by provisioning.");
    await updateHardware(tx, hardware.id, { token_due: 1 });
    const audit: AuditedAction = {
      accountId,
      action: "hardware.allow",
      subjectKind: "device",
      subject: deviceUuid,
      after: { hardware_id: hardware.hardwareId },
    };
    return succeed({ value: { ...hardware, tokenDue: true }, audit: [audit], changes: [] });
  });
}

function decidedBy({ actor, nowUs }: Control) {
  return { decided_by: actor.name, decided_at: nowUs() };
}
