import type { AttributeValue } from "@weir/protocol/manage/device-notes";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import { readDevice } from "../../control/devices/described-devices.ts";
import { readBulkColumns, updateDeviceRow } from "../../control/devices/device-changes.ts";
import { type DeviceNotes, type NoteColumns, noNotes } from "../../control/devices/device-notes.ts";
import { counted } from "../../platform/counted.ts";
import { chainColumn } from "../core/chain-column.ts";
import { changeManyDevices } from "../core/change-many-devices.ts";
import { checkNotes } from "../core/device-notes-patch.ts";
import { findDeviceGroup } from "../core/find-device-group.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { removeReadDevice } from "./devices.ts";

/** The changes for many devices. Omitted fields stay, and null removes them from their group, or their chain. */
interface BulkPatch {
  readonly enabled?: boolean | undefined;
  readonly group?: string | null | undefined;
  /** UUID or name of a published chain of the account. */
  readonly chain?: string | null | undefined;
  readonly add_tags?: readonly string[] | undefined;
  readonly remove_tags?: readonly string[] | undefined;
  /** Null removes an attribute. */
  readonly attributes?: Readonly<Record<string, AttributeValue | null>> | undefined;
}

/** Refuses a device that would have too many tags or attributes, and all of them if the group or chain is unknown. */
export async function updateManyDevices(
  control: Control,
  accountId: number,
  uuids: readonly string[],
  patch: BulkPatch,
) {
  const { enabled, group, chain } = patch;
  return changeManyDevices<string>(control, { accountId, uuids, outcome: "updated" }, async (tx) => {
    const found = typeof group === "string" ? await findDeviceGroup(tx, accountId, group) : null;
    if (found?.ok === false) return found;
    const ofChain = chain === undefined ? succeed({}) : await chainColumn(control, tx, accountId, chain);
    if (!ofChain.ok) return ofChain;
    const columns = {
      ...(enabled === undefined ? {} : { enabled: enabled ? (1 as const) : (0 as const) }),
      ...(group === undefined ? {} : { group_id: found?.value.id ?? null }),
      ...ofChain.value,
    };
    return succeed({
      async change({ id, uuid }) {
        const row = await readBulkColumns(tx, id);
        const notes = notesAfter(row, patch);
        if (!notes.ok) return notes;
        const changed = { ...columns, ...notes.value };
        const isSame = Object.entries(changed).every(
          ([column, value]) => row[column as keyof typeof row] === value,
        );
        if (isSame) return succeed(null);
        await updateDeviceRow(tx, id, changed);
        return succeed(uuid);
      },
      audit: (devices) => [
        {
          accountId,
          action: "device.bulk-update",
          subjectKind: "device",
          subject: counted(devices.length, "device"),
          after: { ...patch, devices },
        },
      ],
    });
  });
}

/** Each of them as one device is deleted. */
export async function deleteManyDevices(control: Control, accountId: number, uuids: readonly string[]) {
  return changeManyDevices<AuditedAction>(control, { accountId, uuids, outcome: "deleted" }, async (tx) =>
    succeed({
      change: async ({ id }) =>
        succeed(await removeReadDevice(control, tx, accountId, await readDevice(tx, id))),
      audit: (entries) => entries,
    }),
  );
}

/** The columns of a device's tags and attributes after the patch, if it names some. */
function notesAfter(
  row: { readonly tags: string; readonly attributes: string },
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
  if (!checked.ok) return checked;
  return succeed({ tags: checked.value.tags, attributes: checked.value.attributes });
}
