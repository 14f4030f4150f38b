import { randomUUID } from "node:crypto";
import type { ContractName, Handling } from "@weir/protocol/contracts";
import { accountExists } from "../../control/accounts/accounts.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { insertDeviceRow } from "../../control/devices/device-changes.ts";
import { noNotes, notesOf } from "../../control/devices/device-notes.ts";
import { columnsOfMode } from "../../control/devices/quarantine-columns.ts";
import { nameOrder } from "../../control/name-order.ts";
import { issueToken } from "../../control/sealing/token.ts";
import { chainColumn } from "../core/chain-column.ts";
import type { Changed } from "../core/commit-change.ts";
import { checkNotes, type NotesPatch, notesToJson } from "../core/device-notes-patch.ts";
import { findDeviceGroup } from "../core/find-device-group.ts";
import { type CreatedSensor, insertSensors, type NewSensor } from "../core/insert-sensors.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { refuseOverLimit } from "../core/refuse-over-limit.ts";
import { refuseText, validateName } from "../core/validate-text.ts";
import { columnsOfPatch, type ExpectationPatch, noSettings } from "./expectation/device-expectation.ts";
import { columnsOfLink, type TemplateLink, templateToJson } from "./template-link.ts";
import { type WantedQuarantine, wantedMode } from "./wanted-quarantine.ts";

/** Its quarantine is automatic unless another mode is given. */
export interface NewDevice extends WantedQuarantine, ExpectationPatch, NotesPatch {
  readonly accountId: number;
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

export interface CreatedDevice {
  readonly uuid: string;
  /** The plain token. Only its sealed form is stored, and `showToken` opens it again. */
  readonly token: string;
  readonly sensors: readonly CreatedSensor[];
}

const descriptionMaxLength = 2000;

/** Inserts the device, its token and its sensors, as part of a transaction of control data. */
export async function insertDevice(
  control: Control,
  tx: ControlTransaction,
  input: NewDevice,
): Promise<Result<Changed<CreatedDevice>>> {
  const { accountId, contract, handling, sensors } = input;
  if (!(await accountExists(control, tx, accountId))) {
    return refuse("unknown_account", "This account does not exist.");
  }
  const full = await refuseOverLimit(control, tx, accountId, { devices: 1, sensors: sensors.length });
  if (full) return full;
  const details = await checkDeviceDetails(tx, accountId, {
    name: input.name,
    description: input.description ?? "",
    group: input.group ?? null,
  });
  if (!details.ok) return details;
  const chain = await chainColumn(control, tx, accountId, input.chain ?? null);
  if (!chain.ok) return chain;
  const notes = checkNotes(noNotes, input);
  if (!notes.ok) return notes;

  const uuid = randomUUID();
  const nowUs = control.nowUs();
  const mode = wantedMode(input) ?? "automatic";
  const expectation = columnsOfPatch(noSettings, input);
  const { token, hash, sealed } = issueToken(uuid, control.key);
  const deviceId = await insertDeviceRow(tx, {
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
  });
  const created = await insertSensors(tx, { deviceId, sensors, nowUs });
  if (!created.ok) return created;
  return succeed({
    value: { uuid, token, sensors: created.value },
    audit: [
      {
        accountId,
        action: "device.create",
        subjectKind: "device",
        subject: uuid,
        after: {
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
          sensors: created.value.map(({ slug }) => slug),
          ...(input.template && templateToJson(input.template)),
        },
      },
    ],
    changes: [{ kind: "device", deviceId }],
  });
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

/** The texts of a device, checked and turned into its columns. */
export async function checkDeviceDetails(
  tx: ControlTransaction,
  accountId: number,
  details: DeviceDetails,
): Promise<Result<DetailColumns>> {
  const checked = checkDeviceTexts(details.name, details.description);
  if (!checked.ok) return checked;
  const name = checked.value;
  const texts = { name, name_order: nameOrder(name), description: details.description };
  if (details.group === null) return succeed({ ...texts, group_id: null });
  const group = await findDeviceGroup(tx, accountId, details.group);
  if (!group.ok) return group;
  return succeed({ ...texts, group_id: group.value.id });
}
