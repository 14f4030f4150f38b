import { randomUUID } from "node:crypto";
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import {
  countSensorTypes,
  deleteSensorType,
  findSensorType,
  insertSensorType,
  type SensorType,
  type SensorTypeFields,
  updateSensorType,
} from "../../control/sensors/sensor-types.ts";
import { commitChange } from "../commit-change.ts";
import {
  changedMeanwhile,
  type Edit,
  type ExpectedVersion,
  isExpected,
  type Removal,
  versionOf,
} from "../devices/devices-edit.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";
import { refuseText, validateName } from "../validate-text.ts";

/** Omitted fields stay. Null removes a value. */
type SensorTypePatch = {
  readonly [Field in keyof SensorTypeFields]?: SensorTypeFields[Field] | undefined;
};

/** Why it was not done, if no single field is at fault. */
export interface SensorTypeRefusal {
  readonly kind: "unknown" | "name taken" | "too many" | "range upside down";
}

export const sensorTypesPerAccountMax = 500;
const nameMaxLength = 64;
const unitMaxLength = 32;
const iconMaxLength = 64;
const decimalsMax = 15;

export async function createSensorType(
  control: Control,
  accountId: number,
  fields: SensorTypeFields,
): Promise<Result<SensorType | SensorTypeRefusal>> {
  return commitChange<SensorType | SensorTypeRefusal>(control, async (tx) => {
    if ((await countSensorTypes(tx, accountId)) >= sensorTypesPerAccountMax) return decline("too many");
    const checked = checkFields(fields);
    if (!checked.ok) return checked;
    if ("kind" in checked.value) return decline(checked.value.kind);
    const { value } = checked;
    if (await isNameTaken(tx, accountId, value.name, null)) return decline("name taken");
    const made = { ...value, uuid: randomUUID(), createdAt: control.nowUs() };
    await insertSensorType(tx, accountId, made);
    return succeed({
      value: made,
      audit: [{ ...actionOn(accountId, "sensor-type.create", made), after: editableOf(made) }],
      changes: [],
    });
  });
}

export async function editSensorType(
  control: Control,
  { accountId, uuid }: { readonly accountId: number; readonly uuid: string },
  patch: SensorTypePatch,
  expected: ExpectedVersion,
): Promise<Result<Edit<SensorType> | SensorTypeRefusal>> {
  return commitChange<Edit<SensorType> | SensorTypeRefusal>(control, async (tx) => {
    const before = await findSensorType(tx, accountId, { uuid });
    if (before === null) return decline("unknown");
    if (!isExpected(expected, versionOfSensorType(before))) return changedMeanwhile();
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const checked = checkFields({ ...before, ...Object.fromEntries(given) });
    if (!checked.ok) return checked;
    if ("kind" in checked.value) return decline(checked.value.kind);
    const { value: fields } = checked;
    if (await isNameTaken(tx, accountId, fields.name, uuid)) return decline("name taken");
    await updateSensorType(tx, uuid, fields);
    const after = { ...before, ...fields };
    return succeed({
      value: { kind: "done", before, after },
      audit: [
        {
          ...actionOn(accountId, "sensor-type.update", before),
          ...{ before: editableOf(before), after: editableOf(after) },
        },
      ],
      changes: [],
    });
  });
}

export async function removeSensorType(
  control: Control,
  { accountId, uuid }: { readonly accountId: number; readonly uuid: string },
  expected: ExpectedVersion,
): Promise<Result<Removal<SensorType> | SensorTypeRefusal>> {
  return commitChange<Removal<SensorType> | SensorTypeRefusal>(control, async (tx) => {
    const before = await findSensorType(tx, accountId, { uuid });
    if (before === null) return decline("unknown");
    if (!isExpected(expected, versionOfSensorType(before))) return changedMeanwhile();
    await deleteSensorType(tx, uuid);
    return succeed({
      value: { kind: "done", before },
      audit: [{ ...actionOn(accountId, "sensor-type.delete", before), before: editableOf(before) }],
      changes: [],
    });
  });
}

export function versionOfSensorType(type: SensorType): string {
  return versionOf(Object.values(editableOf(type)));
}

function editableOf({ name, unit, decimals, min, max, icon }: SensorType): SensorTypeFields {
  return { name, unit, decimals, min, max, icon };
}

function actionOn(accountId: number, action: string, { uuid }: SensorType): AuditedAction {
  return { accountId, action, subjectKind: "sensor type", subject: uuid };
}

function decline(kind: SensorTypeRefusal["kind"]) {
  return succeed({ value: { kind }, audit: nothingToAudit("nothing was changed"), changes: [] });
}

function checkFields(fields: SensorTypeFields): Result<SensorTypeFields | SensorTypeRefusal> {
  const { unit, decimals, min, max, icon } = fields;
  const name = validateName("A sensor type's name", fields.name);
  if (!name.ok) return name;
  const refused =
    refuseText("A sensor type's name", name.value, nameMaxLength) ??
    refuseText("A sensor type's unit", unit ?? undefined, unitMaxLength) ??
    refuseText("A sensor type's icon", icon ?? undefined, iconMaxLength);
  if (refused) return refused;
  if (decimals !== null && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= decimalsMax)) {
    return refuse("bad_text", `Decimals must be a whole number from 0 to ${decimalsMax}.`);
  }
  if (min !== null && max !== null && min > max) return succeed({ kind: "range upside down" });
  return succeed({ name: name.value, unit: unit || null, decimals, min, max, icon: icon || null });
}

async function isNameTaken(
  tx: ControlTransaction,
  accountId: number,
  name: string,
  exceptUuid: string | null,
): Promise<boolean> {
  const namesake = await findSensorType(tx, accountId, { name });
  return namesake !== null && namesake.uuid !== exceptUuid;
}
