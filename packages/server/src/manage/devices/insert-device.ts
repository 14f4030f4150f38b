import { randomUUID } from "node:crypto";
import type { ContractName, Handling } from "@weir/protocol/contracts";
import { readAccountUse } from "../../control/account-use.ts";
import { accountExists } from "../../control/accounts/accounts.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { insertDeviceRows, type NewDeviceRow } from "../../control/devices/device-changes.ts";
import { noNotes, notesOf } from "../../control/devices/device-notes.ts";
import { columnsOfMode } from "../../control/devices/quarantine-columns.ts";
import { nameOrder } from "../../control/name-order.ts";
import { issueToken } from "../../control/sealing/token.ts";
import { insertSensorRows } from "../../control/sensors/sensor-records.ts";
import { oncePerKey } from "../../platform/once-per-key.ts";
import { chainColumn } from "../core/chain-column.ts";
import type { Changed } from "../core/commit-change.ts";
import { checkNotes, type NotesPatch, notesToJson } from "../core/device-notes-patch.ts";
import { findDeviceGroup } from "../core/find-device-group.ts";
import {
  type CreatedSensor,
  columnsOfNewSensors,
  type NewSensor,
  type SensorColumns,
} from "../core/insert-sensors.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { overLimitOf } from "../core/refuse-over-limit.ts";
import { refuseText, validateName } from "../core/validate-text.ts";
import { columnsOfPatch, type ExpectationPatch, noSettings } from "./expectation/device-expectation.ts";
import { columnsOfLink, type TemplateLink, templateToJson } from "./template-link.ts";
import { type WantedQuarantine, wantedMode } from "./wanted-quarantine.ts";

/** Its quarantine is automatic unless another mode is given. */
export interface DeviceToInsert extends WantedQuarantine, ExpectationPatch, NotesPatch {
  readonly name: string;
  readonly description?: string | undefined;
  /** Name of a group of the same account. */
  readonly group?: string | undefined;
  readonly contract: ContractName;
  readonly handling: Handling;
  /** True by default. */
  readonly enabled?: boolean | undefined;
  /** UUID or name of a published chain of the same account. */
  readonly chain?: string | undefined;
  readonly sensors: readonly NewSensor[];
  /** The template it was created from. */
  readonly template?: TemplateLink | undefined;
}

export interface NewDevice extends DeviceToInsert {
  readonly accountId: number;
}

export interface CreatedDevice {
  readonly id: number;
  readonly uuid: string;
  /** As it is stored. */
  readonly name: string;
  /** The plain token. Only its sealed form is stored, and `showToken` opens it again. */
  readonly token: string;
  readonly sensors: readonly CreatedSensor[];
}

const descriptionMaxLength = 2000;

/** Inserts the device, its token and its sensors, as part of a transaction of control data. */
export async function insertDevice(
  control: Control,
  tx: ControlTransaction,
  device: NewDevice,
): Promise<Result<Changed<CreatedDevice>>> {
  const [inserted] = await insertDevices(control, tx, device.accountId, [device]);
  return inserted!;
}

/**
 * The same for many devices of one account, with as many statements as for one. Each is inserted or refused by itself, in the
 * order in which they take the places that are left.
 */
export async function insertDevices(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  devices: readonly DeviceToInsert[],
): Promise<Result<Changed<CreatedDevice>>[]> {
  if (!(await accountExists(control, tx, accountId))) {
    return devices.map(() => refuse("unknown_account", "This account does not exist."));
  }
  const known: AccountFacts = {
    groupNamed: oncePerKey((name) => findDeviceGroup(tx, accountId, name)),
    chainColumn: oncePerKey((selector) => chainColumn(control, tx, accountId, selector)),
  };
  const use = { ...(await readAccountUse(tx, accountId)) };
  const prepared: Result<PreparedDevice>[] = [];
  for (const device of devices) {
    const added = { devices: 1, sensors: device.sensors.length };
    const one = overLimitOf(control, use, added) ?? (await prepare(control, accountId, device, known));
    prepared.push(one);
    if (!one.ok) continue;
    use.devices += added.devices;
    use.sensors += added.sensors;
  }
  const accepted = prepared.flatMap((one) => (one.ok ? [one.value] : []));
  const rows = accepted.map(({ row }) => row);
  const ids = await insertDeviceRows(tx, rows);
  const sensors = accepted.flatMap((one, nth) =>
    one.sensors.map((own) => ({ ...own, device_id: ids[nth]! })),
  );
  await insertSensorRows(tx, sensors);
  const inserted = ids.values();
  return prepared.map((one) => (one.ok ? succeed(changedBy(one.value, inserted.next().value!)) : one));
}

/** What devices of an account refer to by name. */
interface AccountFacts {
  readonly groupNamed: FindGroup;
  readonly chainColumn: (selector: string | null) => ReturnType<typeof chainColumn>;
}

/** A device that was checked. */
interface PreparedDevice {
  readonly row: NewDeviceRow;
  readonly sensors: readonly SensorColumns[];
  readonly token: string;
  /** For the audit log. */
  readonly after: object;
}

async function prepare(
  control: Control,
  accountId: number,
  input: DeviceToInsert,
  known: AccountFacts,
): Promise<Result<PreparedDevice>> {
  const { contract, handling } = input;
  const details = await checkDeviceDetails(known.groupNamed, {
    name: input.name,
    description: input.description ?? "",
    group: input.group ?? null,
  });
  if (!details.ok) return details;
  const chain = await known.chainColumn(input.chain ?? null);
  if (!chain.ok) return chain;
  const notes = checkNotes(noNotes, input);
  if (!notes.ok) return notes;
  const nowUs = control.nowUs();
  const sensors = columnsOfNewSensors(input.sensors, nowUs);
  if (!sensors.ok) return sensors;

  const uuid = randomUUID();
  const mode = wantedMode(input) ?? "automatic";
  const expectation = columnsOfPatch(noSettings, input);
  const { token, hash, sealed } = issueToken(uuid, control.key);
  const row = {
    ...details.value,
    uuid,
    account_id: accountId,
    enabled: input.enabled === false ? 0 : 1,
    contract,
    handling,
    ...columnsOfMode(mode, nowUs),
    ...chain.value,
    ...expectation,
    ...notes.value,
    ...columnsOfLink(input.template),
    token_hash: hash,
    token_sealed: sealed,
    token_created_at: nowUs,
    token_sole_since: nowUs,
    created_at: nowUs,
  } as const;
  const after = {
    name: details.value.name,
    description: details.value.description,
    group: input.group ?? null,
    enabled: input.enabled !== false,
    contract,
    handling,
    quarantine: mode !== "off",
    quarantine_mode: mode,
    ...expectation,
    ...notesToJson(notesOf(notes.value)),
    chain: input.chain ?? null,
    sensors: sensors.value.map(({ slug }) => slug),
    ...(input.template && templateToJson(input.template)),
  };
  return succeed({ row, sensors: sensors.value, token, after });
}

function changedBy({ row, sensors, token, after }: PreparedDevice, id: number): Changed<CreatedDevice> {
  const { uuid, name, account_id: accountId } = row;
  const created = sensors.map((sensor) => ({ uuid: sensor.uuid, slug: sensor.slug }));
  const subject = { subjectKind: "device", subject: uuid, subjectName: name };
  return {
    value: { id, uuid, name, token, sensors: created },
    audit: [{ accountId, action: "device.create", ...subject, after }],
    changes: [{ kind: "device", deviceId: id }],
  };
}

interface DeviceDetails {
  readonly name: string;
  readonly description: string;
  readonly group: string | null;
}

interface DetailColumns {
  readonly name: string;
  readonly name_order: string;
  readonly description: string;
  readonly group_id: number | null;
}

/** Returns the name as it is stored. */
export function checkDeviceTexts(wanted: string, description: string): Result<string> {
  const name = validateName("A device's name", wanted);
  if (!name.ok) return name;
  return refuseText("A device's description", description, descriptionMaxLength) ?? name;
}

type FindGroup = (name: string) => ReturnType<typeof findDeviceGroup>;

/** The texts of a device, checked and turned into its columns. */
export async function checkDeviceDetails(
  groupNamed: FindGroup,
  details: DeviceDetails,
): Promise<Result<DetailColumns>> {
  const checked = checkDeviceTexts(details.name, details.description);
  if (!checked.ok) return checked;
  const name = checked.value;
  const texts = { name, name_order: nameOrder(name), description: details.description };
  if (details.group === null) return succeed({ ...texts, group_id: null });
  const group = await groupNamed(details.group);
  if (!group.ok) return group;
  return succeed({ ...texts, group_id: group.value.id });
}
