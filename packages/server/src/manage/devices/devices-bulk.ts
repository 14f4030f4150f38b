import type { AttributeValue } from "@weir/protocol/manage/device-notes";
import { type AuditedAction, auditOfMany } from "../../control/audit/audited-action.ts";
import type { Control, ControlChange } from "../../control/control.ts";
import { readBulkColumns, updateDeviceRow } from "../../control/devices/device-changes.ts";
import { type DeviceNotes, type NoteColumns, noNotes } from "../../control/devices/device-notes.ts";
import { counted } from "../../platform/counted.ts";
import { commitChange } from "../core/commit-change.ts";
import { checkNotes } from "../core/device-notes-patch.ts";
import { findDevice } from "../core/find-device.ts";
import { findDeviceGroup } from "../core/find-device-group.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";

/** The changes for many devices. Omitted fields stay, and a null group removes them from theirs. */
interface BulkPatch {
  readonly enabled?: boolean | undefined;
  readonly group?: string | null | undefined;
  readonly add_tags?: readonly string[] | undefined;
  readonly remove_tags?: readonly string[] | undefined;
  /** Null removes an attribute. */
  readonly attributes?: Readonly<Record<string, AttributeValue | null>> | undefined;
}

/** How many UUIDs fit into an entry of the audit log. */
const auditedAtOnce = 300;

interface BulkOutcome {
  readonly uuid: string;
  readonly outcome: "updated" | "unchanged" | "unknown_device";
}

/**
 * Changes all known devices in one transaction, or none if the group is unknown or a device would have too many tags. Returns one outcome for each UUID, in
 * order. A UUID that is given twice is changed once.
 */
export async function updateManyDevices(
  control: Control,
  accountId: number,
  uuids: readonly string[],
  patch: BulkPatch,
): Promise<Result<BulkOutcome[]>> {
  const { enabled, group } = patch;
  return commitChange(control, async (tx) => {
    const found = typeof group === "string" ? await findDeviceGroup(tx, accountId, group) : null;
    if (found?.ok === false) return found;
    const columns = {
      ...(enabled === undefined ? {} : { enabled: enabled ? (1 as const) : (0 as const) }),
      ...(group === undefined ? {} : { group_id: found?.value.id ?? null }),
    };
    const outcomes: BulkOutcome[] = [];
    const changes: ControlChange[] = [];
    for (const uuid of uuids) {
      const device = await findDevice(control, tx, uuid);
      if (!device.ok || device.value.accountId !== accountId) {
        outcomes.push({ uuid, outcome: "unknown_device" });
        continue;
      }
      const { id } = device.value;
      const row = await readBulkColumns(tx, id);
      const notes = notesAfter(row, patch);
      if (!notes.ok) return notes;
      const changed = { ...columns, ...notes.value };
      const isSame = Object.entries(changed).every(
        ([column, value]) => row[column as keyof typeof row] === value,
      );
      outcomes.push({ uuid, outcome: isSame ? "unchanged" : "updated" });
      if (isSame) continue;
      await updateDeviceRow(tx, id, changed);
      changes.push({ kind: "device", deviceId: id });
    }
    const updated = outcomes.filter(({ outcome }) => outcome === "updated").map(({ uuid }) => uuid);
    const audit = auditOfMany(actionsOn(updated, accountId, patch), "no device was changed");
    return succeed({ value: outcomes, audit, changes });
  });
}

/** The columns of a device's tags and attributes after the patch, if it names some. */
function notesAfter(
  row: { readonly name: string; readonly tags: string; readonly attributes: string },
  { add_tags: added = [], remove_tags: removed = [], attributes: changed = {} }: BulkPatch,
): Result<Partial<NoteColumns>> {
  if (added.length + removed.length + Object.keys(changed).length === 0) return succeed({});
  const { tags, attributes } = JSON.parse(
    `{"tags":${row.tags},"attributes":${row.attributes}}`,
  ) as DeviceNotes;
  const kept = Object.entries({ ...attributes, ...changed }).filter(([, value]) => value !== null);
  const checked = checkNotes(noNotes, {
    tags: [...new Set([...tags, ...added])].filter((tag) => !removed.includes(tag)),
    attributes: Object.fromEntries(kept) as DeviceNotes["attributes"],
  });
  if (!checked.ok) return refuse("bad_text", `${row.name}: ${checked.error.message} Nothing was changed.`);
  return succeed({ tags: checked.value.tags, attributes: checked.value.attributes });
}

function actionsOn(updated: readonly string[], accountId: number, patch: BulkPatch): AuditedAction[] {
  const actions: AuditedAction[] = [];
  for (let start = 0; start < updated.length; start += auditedAtOnce) {
    const devices = updated.slice(start, start + auditedAtOnce);
    actions.push({
      accountId,
      action: "device.bulk-update",
      subjectKind: "device",
      subject: counted(devices.length, "device"),
      after: { ...patch, devices },
    });
  }
  return actions;
}
