import { randomUUID } from "node:crypto";
import type { Owner } from "@weir/protocol/closed-sets";
import type { AuditedAction } from "../../../control/audit/audited-action.ts";
import type { Control } from "../../../control/control.ts";
import {
  deleteFilter,
  findFilter,
  insertFilter,
  listFilters,
  type SavedDeviceFilter,
} from "../../../control/devices/device-filters.ts";
import { commitChange } from "../../commit-change.ts";
import { type Result, refuse, succeed } from "../../manage-error.ts";
import { type Editor, holderOf, ownerOf, refuseOwner } from "../../owner-rules.ts";
import { validateName } from "../../validate-text.ts";

/** How many filters an account can have, and how many a person in it. */
export const filtersMax = 100;

/** Saves a filter. It replaces one of the same owner with this name. */
export async function saveFilter(
  control: Control,
  editor: Editor,
  { owner, name, parameters }: Pick<SavedDeviceFilter, "name" | "parameters"> & { readonly owner: Owner },
): Promise<Result<SavedDeviceFilter>> {
  return commitChange(control, async (tx) => {
    const refused = refuseOwner(editor, owner, "filters");
    if (refused !== null) return refused;
    const valid = validateName("A filter's name", name);
    if (!valid.ok) return valid;
    const known = (await listFilters(tx, editor)).filter((filter) => ownerOf(filter) === owner);
    const replaced = known.find((filter) => filter.name === valid.value);
    if (replaced !== undefined) await deleteFilter(tx, replaced.uuid);
    else if (known.length >= filtersMax) {
      const who = owner === "person" ? "A person" : "An account";
      return refuse("too_many_device_filters", `${who} can have at most ${filtersMax} saved filters.`);
    }
    const holder = holderOf(editor, owner);
    const { userId } = holder;
    const saved = { uuid: replaced?.uuid ?? randomUUID(), userId, name: valid.value, parameters };
    await insertFilter(tx, holder, saved);
    const before = replaced === undefined ? {} : { before: toldOf(replaced) };
    const audit = { ...actionOn(editor, "device-filter.save", saved), ...before, after: toldOf(saved) };
    return succeed({ value: saved, audit: [audit], changes: [] });
  });
}

export async function removeFilter(control: Control, editor: Editor, uuid: string): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await findFilter(tx, editor, uuid);
    if (found === null) return refuse("unknown_device_filter", "This filter does not exist.");
    const refused = refuseOwner(editor, ownerOf(found), "filters");
    if (refused !== null) return refused;
    await deleteFilter(tx, uuid);
    const audit = { ...actionOn(editor, "device-filter.delete", found), before: toldOf(found) };
    return succeed({ value: null, audit: [audit], changes: [] });
  });
}

function actionOn({ accountId }: Editor, action: string, { uuid, userId }: SavedDeviceFilter): AuditedAction {
  return { isPrivate: userId !== null, accountId, action, subjectKind: "device-filter", subject: uuid };
}

function toldOf(filter: SavedDeviceFilter) {
  return { name: filter.name, owner: ownerOf(filter), parameters: filter.parameters };
}
