import { randomUUID } from "node:crypto";
import type { Owner } from "@weir/protocol/closed-sets";
import type { FieldsOf, Resource, ResourceDefinition } from "@weir/protocol/resources/define-resource";
import type { PatchOf } from "@weir/protocol/resources/resource-routes";
import { capitalized, kebabOf, snakeOf, withArticle } from "@weir/protocol/resources/resource-words";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlChange, ControlData, ControlTransaction } from "../../control/control.ts";
import type { Viewer } from "../../control/owned-rows.ts";
import { ResourceRows, type RowOf } from "../../control/resources/resource-rows.ts";
import { type Changed, commitChange } from "../commit-change.ts";
import { type ExpectedVersion, isExpected } from "../devices/devices-edit.ts";
import { type ManageErrorCode, type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import {
  type Editor,
  holderOf,
  ownerOf,
  refuseChanged,
  refuseOneTooMany,
  refuseOwner,
} from "../owner-rules.ts";
import { validateName } from "../validate-text.ts";

/** What only the server knows about a resource. Every part is a plain function. */
export interface ResourceRules<Definition extends ResourceDefinition> {
  /** What the audit log says of one, besides its name, owner and version. */
  readonly audited?: (row: RowOf<Definition>) => object;
  /** A refusal that needs more than the fields' schemas, such as control data. */
  readonly check?: (
    tx: ControlTransaction,
    editor: Editor,
    fields: FieldsOf<Definition>,
  ) => Promise<Refusal | null> | Refusal | null;
  /** What running processes load again after a change. */
  readonly changes?: (row: RowOf<Definition>) => readonly ControlChange[];
}

/** Creates, finds, changes and deletes what a resource defines. Every change is one transaction with its audit entry. */
export class ResourceOperations<Definition extends ResourceDefinition> {
  readonly #of: Resource<Definition>;
  readonly #rules: ResourceRules<Definition>;
  readonly rows: ResourceRows<Definition>;

  constructor(definition: Resource<Definition>, rules: ResourceRules<Definition> = {}) {
    this.#of = definition;
    this.#rules = rules;
    this.rows = new ResourceRows<Definition>(definition);
  }

  /** Finds one that the viewer may see. */
  async find(db: ControlData, viewer: Viewer, uuid: string): Promise<Result<RowOf<Definition>>> {
    const row = await this.rows.find(db, viewer, { uuid });
    if (row !== null) return succeed(row);
    const { thing } = this.#of;
    return refuse(`unknown_${snakeOf(thing)}` as ManageErrorCode, `This ${thing} does not exist.`);
  }

  async create(
    control: Control,
    editor: Editor,
    { owner = "account", ...wanted }: PatchOf<Definition> & { readonly owner?: Owner },
  ): Promise<Result<RowOf<Definition>>> {
    return commitChange(control, async (tx) => {
      const holder = holderOf(editor, owner);
      const refused = refuseOwner(editor, owner, this.#of.things) ?? (await this.#refuseOneMore(tx, holder));
      if (refused !== null) return refused;
      const checked = await this.#check(tx, editor, {
        ...this.#initial(),
        ...wanted,
      } as FieldsOf<Definition>);
      if (!checked.ok) return checked;
      const nowUs = control.nowUs();
      const uuid = randomUUID();
      const row = { ...holder, uuid, version: 1, createdAt: nowUs, updatedAt: nowUs, ...checked.value };
      await this.rows.insert(tx, row as Omit<RowOf<Definition>, "id">);
      const made = (await this.rows.find(tx, holder, { uuid }))!;
      return this.#changed("create", made, { after: this.#audited(made) });
    });
  }

  async edit(
    control: Control,
    editor: Editor,
    uuid: string,
    { patch, expected }: { readonly patch: PatchOf<Definition>; readonly expected: ExpectedVersion },
  ): Promise<Result<RowOf<Definition>>> {
    return commitChange(control, async (tx) => {
      const found = await this.#editable(tx, editor, uuid, expected);
      if (!found.ok) return found;
      const before = found.value;
      const given = Object.entries(patch).filter(([, value]) => value !== undefined);
      const checked = await this.#check(
        tx,
        editor,
        {
          ...this.#fieldsOf(before),
          ...Object.fromEntries(given),
        } as FieldsOf<Definition>,
        before,
      );
      if (!checked.ok) return checked;
      if (JSON.stringify(checked.value) === JSON.stringify(this.#fieldsOf(before)))
        return succeed({ value: before, audit: nothingToAudit("nothing was changed"), changes: [] });
      const after = { ...before, ...checked.value, version: before.version + 1, updatedAt: control.nowUs() };
      await this.rows.update(tx, after);
      return this.#changed("update", after, { before: this.#audited(before), after: this.#audited(after) });
    });
  }

  async remove(
    control: Control,
    editor: Editor,
    uuid: string,
    expected: ExpectedVersion,
  ): Promise<Result<null>> {
    return commitChange(control, async (tx) => {
      const found = await this.#editable(tx, editor, uuid, expected);
      if (!found.ok) return found;
      await this.rows.delete(tx, found.value.id);
      const { value } = this.#changed("delete", found.value, { before: this.#audited(found.value) });
      return succeed({ ...value, value: null });
    });
  }

  async #editable(
    tx: ControlTransaction,
    editor: Editor,
    uuid: string,
    expected: ExpectedVersion,
  ): Promise<Result<RowOf<Definition>>> {
    const found = await this.find(tx, editor, uuid);
    if (!found.ok) return found;
    const refused = refuseOwner(editor, ownerOf(found.value), this.#of.things);
    if (refused !== null) return refused;
    return isExpected(expected, etagOf(found.value)) ? found : refuseChanged(this.#of.thing);
  }

  async #refuseOneMore(tx: ControlTransaction, holder: Viewer): Promise<Refusal | null> {
    const { things, titles = things, max } = this.#of;
    const isOwn = holder.userId !== null;
    const most = isOwn ? (max.perPerson ?? max.perAccount) : max.perAccount;
    if ((await this.rows.count(tx, holder)) < most) return null;
    return refuseOneTooMany({
      isOwn,
      max: most,
      things: titles,
      code: `too_many_${snakeOf(things)}` as ManageErrorCode,
    });
  }

  async #check(
    tx: ControlTransaction,
    editor: Editor,
    fields: FieldsOf<Definition>,
    before: RowOf<Definition> | null = null,
  ): Promise<Result<FieldsOf<Definition>>> {
    const { thing, hasUniqueNames } = this.#of;
    const name = validateName(`${capitalized(withArticle(thing))}'s name`, (fields as { name: string }).name);
    if (!name.ok) return name;
    const checked = { ...fields, name: name.value };
    if (hasUniqueNames) {
      const namesake = await this.rows.find(tx, editor, { name: name.value });
      if (namesake !== null && namesake.uuid !== before?.uuid) {
        const code = `${snakeOf(thing)}_name_taken` as ManageErrorCode;
        return refuse(code, `The account already has ${withArticle(thing)} with this name.`);
      }
    }
    return (await this.#rules.check?.(tx, editor, checked)) ?? succeed(checked);
  }

  #changed(
    act: "create" | "update" | "delete",
    row: RowOf<Definition>,
    states: { readonly before?: object; readonly after?: object },
  ): { readonly ok: true; readonly value: Changed<RowOf<Definition>> } {
    const { thing } = this.#of;
    const { accountId, userId, uuid } = row;
    const action = { accountId, action: `${kebabOf(thing)}.${act}`, subjectKind: thing, subject: uuid };
    const audit = [{ ...action, isPrivate: userId !== null, ...states }] as const;
    return succeed({ value: row, audit, changes: this.#rules.changes?.(row) ?? [] });
  }

  #audited(row: RowOf<Definition>): object {
    const { owner } = this.#of;
    const listed = Object.entries(this.#of.fields).flatMap(([name, { isListed }]) =>
      isListed ? [[name, (row as Record<string, unknown>)[name]]] : [],
    );
    return {
      ...Object.fromEntries(listed),
      ...(owner === "account or person" ? { owner: ownerOf(row) } : {}),
      version: row.version,
      ...this.#rules.audited?.(row),
    };
  }

  #initial(): Record<string, unknown> {
    const fields = Object.entries(this.#of.fields);
    return Object.fromEntries(
      fields.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
    );
  }

  #fieldsOf(row: RowOf<Definition>): FieldsOf<Definition> {
    const names = Object.keys(this.#of.fields);
    const fields = names.map((name) => [name, (row as Record<string, unknown>)[name]]);
    return Object.fromEntries(fields) as FieldsOf<Definition>;
  }
}

/** The version that If-Match names. */
export function etagOf({ version }: { readonly version: number }): string {
  return String(version);
}
