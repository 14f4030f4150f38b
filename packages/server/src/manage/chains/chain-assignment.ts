import type { ChainLevel } from "@weir/protocol/closed-sets";
import { accountExists } from "../../control/accounts/accounts.ts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import { type ApplicableChain, chainOf } from "../../control/chains/applicable-chain.ts";
import { setChain } from "../../control/chains/chain-assignments.ts";
import {
  type Control,
  type ControlChange,
  type ControlData,
  type ControlReader,
  type ControlTransaction,
  withinAccount,
} from "../../control/control.ts";
import { findNamed } from "../../control/named-rows.ts";
import { findOwnedSensor } from "../../control/sensors/sensor-ids.ts";
import { findSensorOf } from "../../control/sensors/sensor-records.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { findChain } from "../core/find-chain.ts";
import { findDevice } from "../core/find-device.ts";
import { findDeviceGroup } from "../core/find-device-group.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";

/**
 * The target of an assignment. A sensor is named by its UUID, or by its slug together with its device; a group by its
 * name.
 */
export type ChainTarget =
  | { readonly kind: "sensor"; readonly device?: string | undefined; readonly sensor: string }
  | { readonly kind: "device"; readonly device: string }
  | { readonly kind: "group"; readonly group: string }
  | { readonly kind: "default" };

/** A target that can have no chain of its own. The name of a group needs its account. */
type UnassignTarget =
  | Exclude<ChainTarget, { kind: "group" | "default" }>
  | { readonly kind: "group"; readonly group: string; readonly accountId: number };

/** When this resolves, new readings of the target go through the chain. */
export async function assignChain(
  control: Control,
  selector: string,
  target: ChainTarget,
): Promise<Result<ApplicableChain>> {
  return commitChange(control, async (tx) => {
    const found = await findChain(control, tx, selector);
    if (!found.ok) return found;
    const { id, name, accountId, publishedVersion } = found.value;
    if (publishedVersion === null) {
      return refuse("chain_unpublished", `The chain "${name}" was never published. Publish it first.`);
    }
    const row = await findTarget(withinAccount(control, accountId), tx, { ...target, accountId });
    if (!row.ok) return row;
    return changeChain(tx, "chain.assign", row.value, id);
  });
}

/** Returns the chain that the target falls back to. */
export async function unassignChain(
  control: Control,
  target: UnassignTarget,
): Promise<Result<ApplicableChain>> {
  return commitChange(control, async (tx) => {
    if (target.kind === "group" && !(await accountExists(control, tx, target.accountId))) {
      return refuse("unknown_account", "This account does not exist.");
    }
    const row = await findTarget(control, tx, target);
    if (!row.ok) return row;
    return changeChain(tx, "chain.unassign", row.value, null);
  });
}

/**
 * The chain of a sensor, a device or a group, and at which level it is assigned; `default` is for targets without a
 * chain of their own.
 */
export async function chainApplying(
  control: ControlReader,
  target: FindableTarget,
): Promise<Result<ApplicableChain>> {
  const row = await findTarget(control, control.db, target);
  return row.ok ? succeed(await chainOf(control.db, row.value)) : row;
}

type FindableTarget = UnassignTarget | (ChainTarget & { readonly accountId: number });

interface TargetRow {
  readonly level: ChainLevel;
  readonly id: number;
  readonly accountId: number;
  /** A UUID, or the name of a group. */
  readonly name: string;
  readonly change: ControlChange;
}

/** Finds what the caller may reach. Anything else is unknown. */
async function findTarget(
  control: ControlReader,
  db: ControlData,
  target: FindableTarget,
): Promise<Result<TargetRow>> {
  if (target.kind === "default") {
    const { accountId } = target;
    const { uuid: name } = (await findNamed(db, "accounts", accountId))!;
    const change = { kind: "account", accountId } as const;
    return succeed({ level: "default", id: accountId, accountId, name, change });
  }
  if (target.kind === "group") {
    const { accountId } = target;
    const group = await findDeviceGroup(db, accountId, target.group);
    if (!group.ok) return group;
    const { id, name } = group.value;
    return succeed({ level: "group", id, accountId, name, change: { kind: "account", accountId } });
  }
  if (target.kind === "sensor" && target.device === undefined) {
    return findSensorTarget(control, db, target.sensor);
  }
  const device = await findDevice(control, db, target.device!);
  if (!device.ok) return device;
  const { id: deviceId, accountId, uuid: name } = device.value;
  const change = { kind: "device", deviceId } as const;
  if (target.kind === "device") return succeed({ level: "device", id: deviceId, accountId, name, change });
  const sensor = await findSensorOf(db, deviceId, target.sensor);
  if (!sensor) return refuse("unknown_sensor", `The device has no sensor "${target.sensor}".`);
  return succeed({ level: "sensor", id: sensor.id, accountId, name: sensor.uuid, change });
}

async function findSensorTarget(
  { accountId }: ControlReader,
  db: ControlData,
  uuid: string,
): Promise<Result<TargetRow>> {
  const found = await findOwnedSensor(db, accountId, uuid);
  if (!found) return refuse("unknown_sensor", `There is no sensor "${uuid}".`);
  const { id, deviceId, accountId: ownerId } = found;
  const change = { kind: "device", deviceId } as const;
  return succeed({ level: "sensor", id, accountId: ownerId, name: uuid, change });
}

/** Returns the chain that applies to the target from now on. */
async function changeChain(
  tx: ControlTransaction,
  action: string,
  target: TargetRow,
  chainId: number | null,
): Promise<Result<Changed<ApplicableChain>>> {
  const before = await chainOf(tx, target);
  await setChain(tx, target, chainId);
  const after = await chainOf(tx, target);
  const { accountId, level, name: subject, change } = target;
  const subjectKind = level === "default" ? "account" : level;
  const audited: AuditedAction = { accountId, action, subjectKind, subject, before, after };
  return succeed({ value: after, audit: [audited], changes: [change] });
}
