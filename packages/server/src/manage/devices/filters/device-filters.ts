import { randomUUID } from "node:crypto";
import type { BoardOwner } from "@weir/protocol/closed-sets";
import { isAtLeast, type Role } from "@weir/protocol/manage/access";
import type { AuditedAction } from "../../../control/audit/audited-action.ts";
import type { Control } from "../../../control/control.ts";
import {
  deleteFilter,
  type FilterHolder,
  findFilter,
  insertFilter,
  listFilters,
  type SavedDeviceFilter,
} from "../../../control/devices/device-filters.ts";
import { commitChange } from "../../commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../../manage-error.ts";
import { validateName } from "../../validate-text.ts";

/** A member with their role. An API key and the operator have no filters of their own, so their `userId` is null. */
export interface FilterEditor extends FilterHolder {
  readonly role: Role;
}

/** How many filters an account can have, and how many a person in it. */
export const filtersMax = 100;

export function ownerOf({ userId }: SavedDeviceFilter): BoardOwner {
  return userId === null ? "account" : "person";
}

/** Saves a filter. It replaces one of the same owner with this name. */
export async function saveFilter(
  control: Control,
  editor: FilterEditor,
  {
    owner,
    name,
    parameters,
  }: Pick<SavedDeviceFilter, "name" | "parameters"> & { readonly owner: BoardOwner },
): Promise<Result<SavedDeviceFilter>> {
  return commitChange(control, async (tx) => {
    const refused = refuseOwner(editor, owner);
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
    const userId = owner === "person" ? editor.userId : null;
    const saved = { uuid: replaced?.uuid ?? randomUUID(), userId, name: valid.value, parameters };
    await insertFilter(tx, { accountId: editor.accountId, userId }, saved);
    const before = replaced === undefined ? {} : { before: toldOf(replaced) };
    const audit = { ...actionOn(editor, "device-filter.save", saved), ...before, after: toldOf(saved) };
    return succeed({ value: saved, audit: [audit], changes: [] });
  });
}

export async function removeFilter(
  control: Control,
  editor: FilterEditor,
  uuid: string,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await findFilter(tx, editor, uuid);
    if (found === null) return refuse("unknown_device_filter", "This filter does not exist.");
    const refused = refuseOwner(editor, ownerOf(found));
    if (refused !== null) return refused;
    await deleteFilter(tx, uuid);
    const audit = { ...actionOn(editor, "device-filter.delete", found), before: toldOf(found) };
    return succeed({ value: null, audit: [audit], changes: [] });
  });
}

/** People change their own filters, whatever their role. Filters of the account need an editor. */
function refuseOwner({ userId, role }: FilterEditor, owner: BoardOwner): Refusal | null {
  if (owner === "person")
    return userId === null
      ? refuse("person_needed", "Only a person who is signed in can have filters of their own.")
      : null;
  return isAtLeast(role, "editor")
    ? null
    : refuse("role_needed", "Filters of the account can be changed by editors and owners.");
}

function actionOn({ accountId }: FilterEditor, action: string, { uuid }: SavedDeviceFilter): AuditedAction {
  return { accountId, action, subjectKind: "device-filter", subject: uuid };
}

function toldOf(filter: SavedDeviceFilter) {
  return { name: filter.name, owner: ownerOf(filter), parameters: filter.parameters };
}
