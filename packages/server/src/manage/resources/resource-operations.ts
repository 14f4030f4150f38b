import { randomUUID } from "node:crypto";
import type { Owner } from "@weir/protocol/closed-sets";
import type { ProblemCode } from "@weir/protocol/manage/problem-codes";
import type { Resource } from "@weir/protocol/resources/define-resource";
import type { FieldsOf, ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import type { PatchOf } from "@weir/protocol/resources/resource-route-types";
import { kebabOf, snakeOf, withArticle } from "@weir/protocol/resources/resource-words";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlData, ControlTransaction } from "../../control/control.ts";
import type { Viewer } from "../../control/owned-rows.ts";
import type { NewRowOf, ResourceRows, RowOf } from "../../control/resources/resource-rows.ts";
import { TableRows } from "../../control/resources/table-rows.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../web/expected-version.ts";
import { type Changed, commitChange } from "../commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import {
  type Editor,
  holderOf,
  ownerOf,
  refuseChanged,
  refuseOneTooMany,
  refuseOwner,
} from "../owner-rules.ts";
import {
  checkFields,
  fieldsOf,
  fieldsShown,
  initialFields,
  type Named,
  withSent,
} from "./resource-fields.ts";
import type { ResourceRules } from "./resource-rules.ts";

/** What is sent to create one, complete with its owner. */
export type WantedOf<Definition extends ResourceDefinition> = PatchOf<Definition> & {
  readonly owner?: Owner;
};

/** Creates, finds, changes and deletes what a resource defines. Every change is one transaction with its audit entry. */
export class ResourceOperations<Definition extends ResourceDefinition> {
  readonly #of: Resource<Definition>;
  readonly #rules: ResourceRules<Definition>;
  readonly rows: ResourceRows<Definition>;

  constructor(definition: Resource<Definition>, rules: ResourceRules<Definition> = {}) {
    this.#of = definition;
    this.#rules = rules;
    this.rows = rules.rows ?? new TableRows<Definition>(definition);
  }

  /** Finds one that the viewer may see. */
  async find(db: ControlData, viewer: Viewer, uuid: string): Promise<Result<RowOf<Definition>>> {
    const row = await this.rows.find(db, viewer, uuid);
    return row === null
      ? refuse(this.#code(`unknown_${snakeOf(this.#of.thing)}`), `This ${this.#short} does not exist.`)
      : succeed(row);
  }

  /** Finds one that the editor may change, and that nobody has changed since the expected version. */
  async findExpected(
    tx: ControlTransaction,
    editor: Editor,
    uuid: string,
    expected: ExpectedVersion,
  ): Promise<Result<RowOf<Definition>>> {
    const found = await this.find(tx, editor, uuid);
    if (!found.ok) return found;
    const refused = refuseOwner(editor, ownerOf(found.value), this.#shorts);
    if (refused !== null) return refused;
    const etag = this.etagOf(found.value);
    return etag === undefined || isExpected(expected, etag) ? found : refuseChanged(this.#short);
  }

  create(control: Control, editor: Editor, wanted: WantedOf<Definition>): Promise<Result<RowOf<Definition>>> {
    return commitChange(control, (tx) => this.add(control, tx, editor, wanted));
  }

  edit(
    control: Control,
    editor: Editor,
    uuid: string,
    { patch, expected }: { readonly patch: PatchOf<Definition>; readonly expected: ExpectedVersion },
  ): Promise<Result<RowOf<Definition>>> {
    return commitChange(control, async (tx) => {
      const found = await this.findExpected(tx, editor, uuid, expected);
      return found.ok ? this.change(control, tx, editor, { before: found.value, patch }) : found;
    });
  }

  remove(control: Control, editor: Editor, uuid: string, expected: ExpectedVersion): Promise<Result<null>> {
    return commitChange(control, async (tx) => {
      const found = await this.findExpected(tx, editor, uuid, expected);
      if (!found.ok) return found;
      await this.rows.delete(tx, found.value.id);
      const { value } = this.#changed("delete", found.value, { before: this.#audited(found.value) });
      return succeed({ ...value, value: null });
    });
  }

  /** Creates one as part of a transaction of control data. */
  async add(
    control: Control,
    tx: ControlTransaction,
    editor: Editor,
    { owner = "account", ...wanted }: WantedOf<Definition>,
  ): Promise<Result<Changed<RowOf<Definition>>>> {
    const refused = refuseOwner(editor, owner, this.#shorts);
    if (refused !== null) return refused;
    const holder = holderOf(editor, owner);
    const checked = await this.#check(tx, editor, withSent(initialFields(this.#of), wanted));
    if (!checked.ok) return checked;
    const namesake = await this.#namesake(tx, holder, checked.value);
    if (namesake !== null && this.#of.sameName === "replaced")
      return this.#save(control, tx, { before: namesake, fields: checked.value, act: "save" });
    const declined = this.#refuseNamesake(namesake) ?? (await this.#refuseOneMore(tx, holder));
    if (declined !== null) return declined;
    const [uuid, nowUs] = [randomUUID(), control.nowUs()];
    const row = { ...holder, uuid, version: 1, createdAt: nowUs, updatedAt: nowUs, ...checked.value };
    await this.rows.insert(tx, row as NewRowOf<Definition>, control.actor.name);
    const made = (await this.rows.find(tx, holder, uuid))!;
    const act = this.#of.sameName === "replaced" ? "save" : "create";
    return this.#changed(act, made, { after: this.#audited(made) });
  }

  /** Changes one as part of a transaction of control data. Fields that are left out stay. `act` is the verb of the audit log. */
  async change(
    control: Control,
    tx: ControlTransaction,
    editor: Editor,
    {
      before,
      patch,
      act = "update",
    }: { readonly before: RowOf<Definition>; readonly patch: PatchOf<Definition>; readonly act?: string },
  ): Promise<Result<Changed<RowOf<Definition>>>> {
    const checked = await this.#check(tx, editor, withSent(fieldsOf(this.#of, before), patch));
    if (!checked.ok) return checked;
    const namesake = await this.#namesake(tx, before, checked.value);
    const refused = namesake?.id === before.id ? null : this.#refuseNamesake(namesake);
    return refused ?? this.#save(control, tx, { before, fields: checked.value, act });
  }

  /** The version that If-Match names; undefined if the resource has none. */
  etagOf(row: RowOf<Definition>): string | undefined {
    switch (this.#of.version) {
      case "counted":
        return String(row.version);
      case "compared":
        return versionOf(Object.values(fieldsOf(this.#of, row)));
      default:
        return undefined;
    }
  }

  async #save(
    control: Control,
    tx: ControlTransaction,
    {
      before,
      fields,
      act,
    }: {
      readonly before: RowOf<Definition>;
      readonly fields: FieldsOf<Definition>;
      readonly act: string;
    },
  ): Promise<Result<Changed<RowOf<Definition>>>> {
    if (JSON.stringify(fields) === JSON.stringify(fieldsOf(this.#of, before)))
      return succeed({ value: before, audit: nothingToAudit("nothing was changed"), changes: [] });
    const version = before.version === null ? null : before.version + 1;
    const after = { ...before, ...fields, version, updatedAt: control.nowUs() };
    await this.rows.update(tx, after, control.actor.name);
    return this.#changed(act, after, { before: this.#audited(before), after: this.#audited(after) });
  }

  /** The one of the same owner that has the name already, where that matters. */
  async #namesake(
    tx: ControlTransaction,
    holder: Viewer,
    fields: FieldsOf<Definition>,
  ): Promise<RowOf<Definition> | null> {
    if (this.#of.sameName === undefined) return null;
    const { name: wanted } = fields as Named;
    const all = await this.rows.list(tx, holder);
    const found = all
      .map((row) => row as unknown as Named & RowOf<Definition>)
      .find(({ name, userId }) => name === wanted && userId === holder.userId);
    return found === undefined ? null : this.rows.find(tx, holder, found.uuid);
  }

  #refuseNamesake(namesake: RowOf<Definition> | null): Refusal | null {
    if (namesake === null || this.#of.sameName !== "refused") return null;
    const { thing } = this.#of;
    const code = this.#code(`${snakeOf(thing)}_name_taken`);
    return refuse(code, `The account already has ${withArticle(thing)} with this name.`);
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
      code: this.#code(`too_many_${snakeOf(things)}`),
    });
  }

  async #check(
    tx: ControlTransaction,
    editor: Editor,
    sent: FieldsOf<Definition>,
  ): Promise<Result<FieldsOf<Definition>>> {
    const checked = checkFields(this.#of, sent);
    if (!checked.ok) return checked;
    return (await this.#rules.check?.(tx, editor, checked.value)) ?? checked;
  }

  #changed(
    act: string,
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
    const { owner, version } = this.#of;
    return {
      ...fieldsShown(this.#of, row, true),
      ...(owner === "account or person" ? { owner: ownerOf(row) } : {}),
      ...(version === "counted" ? { version: row.version } : {}),
      ...this.#rules.audited?.(row),
    };
  }

  get #short(): string {
    const { thing, short = thing } = this.#of;
    return short;
  }

  get #shorts(): string {
    const { things, shorts = things } = this.#of;
    return shorts;
  }

  /** The types of the definition make sure that the code is one of its problems. */
  #code(derived: string): ProblemCode {
    return derived as ProblemCode;
  }
}
