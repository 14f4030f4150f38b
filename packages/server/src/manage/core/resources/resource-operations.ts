import { randomUUID } from "node:crypto";
import type { Owner } from "@weir/protocol/closed-sets";
import type { ProblemCode } from "@weir/protocol/manage/problem-codes";
import type { Resource } from "@weir/protocol/resources/define-resource";
import type { FieldsOf, OnceOf, ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import type { PatchOf } from "@weir/protocol/resources/resource-route-types";
import { kebabOf, snakeOf, withArticle } from "@weir/protocol/resources/resource-words";
import { type AuditedAction, nothingToAudit } from "../../../control/audit/audited-action.ts";
import type { Control, ControlData, ControlTransaction } from "../../../control/control.ts";
import type { Viewer } from "../../../control/owned-rows.ts";
import type { NewRowOf, ResourceRows, RowOf } from "../../../control/resources/resource-rows.ts";
import { TableRows, uuidOfName } from "../../../control/resources/table-rows.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../../web/expected-version.ts";
import { type Changed, commitChange } from "../commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import { type Editor, holderOf, ownerOf, refuseChanged, refuseOwner } from "../owner-rules.ts";
import {
  checkFields,
  fieldsOf,
  fieldsShown,
  initialFields,
  type Named,
  withSent,
} from "./resource-fields.ts";
import type { MadeChange, ResourceRules, WantedChange } from "./resource-rules.ts";

/** What is sent to create one, complete with its owner. */
export type WantedOf<Definition extends ResourceDefinition> = PatchOf<Definition> &
  OnceOf<Definition> & { readonly owner?: Owner };

/** The fields of one as they will be kept, with what is kept besides. */
interface Checked<Definition extends ResourceDefinition, Kept> {
  readonly fields: FieldsOf<Definition>;
  readonly kept: Kept;
}

/** Creates, finds, changes and deletes what a resource defines. Every change is one transaction with its audit entry. */
export class ResourceOperations<
  Definition extends ResourceDefinition,
  Row extends RowOf<Definition> = RowOf<Definition>,
  Kept extends object = object,
> {
  readonly #of: Resource<Definition>;
  readonly #rules: ResourceRules<Definition, Row, Kept>;
  readonly rows: ResourceRows<Definition, Row, Kept>;

  constructor(definition: Resource<Definition>, rules: ResourceRules<Definition, Row, Kept> = {}) {
    this.#of = definition;
    this.#rules = rules;
    // Without rows of its own, a row is what the definition says.
    const rows: unknown = rules.rows ?? new TableRows<Definition>(definition);
    this.rows = rows as ResourceRows<Definition, Row, Kept>;
  }

  /** Finds one that the viewer may see. */
  async find(db: ControlData, viewer: Viewer, uuid: string): Promise<Result<Row>> {
    const row = await this.rows.find(db, viewer, uuid);
    return row === null
      ? refuse(this.#code(`unknown_${snakeOf(this.#of.thing)}`), `This ${this.#short} does not exist.`)
      : succeed(row);
  }

  /** Finds one that the editor may change, and that nobody has changed since the expected version. */
  async findExpected(
    tx: ControlData,
    editor: Editor,
    uuid: string,
    expected: ExpectedVersion,
  ): Promise<Result<Row>> {
    const found = await this.find(tx, editor, uuid);
    if (!found.ok) return found;
    const refused = refuseOwner(editor, ownerOf(found.value), this.#shorts);
    if (refused !== null) return refused;
    const etag = this.etagOf(found.value);
    return etag === undefined || isExpected(expected, etag) ? found : refuseChanged(this.#short);
  }

  create(control: Control, editor: Editor, wanted: WantedOf<Definition>): Promise<Result<Row>> {
    return commitChange(control, (tx) => this.add(control, tx, editor, wanted));
  }

  edit(
    control: Control,
    editor: Editor,
    uuid: string,
    { patch, expected }: { readonly patch: PatchOf<Definition>; readonly expected: ExpectedVersion },
  ): Promise<Result<Row>> {
    return commitChange(control, async (tx) => {
      const found = await this.findExpected(tx, editor, uuid, expected);
      return found.ok ? this.change(control, tx, { before: found.value, patch }) : found;
    });
  }

  remove(control: Control, editor: Editor, uuid: string, expected: ExpectedVersion): Promise<Result<null>> {
    return commitChange(control, async (tx) => {
      const found = await this.findExpected(tx, editor, uuid, expected);
      if (!found.ok) return found;
      await this.rows.delete(tx, found.value.id);
      const deleted = { control, tx, before: found.value, after: null };
      return succeed({ ...(await this.changed("delete", deleted)), value: null });
    });
  }

  /** Creates one as part of a transaction of control data. */
  async add(
    control: Control,
    tx: ControlTransaction,
    editor: Editor,
    { owner = "account", ...wanted }: WantedOf<Definition>,
  ): Promise<Result<Changed<Row>>> {
    const refused = refuseOwner(editor, owner, this.#shorts);
    if (refused !== null) return refused;
    const holder = holderOf(editor, owner);
    const uuid = randomUUID();
    const fields = fieldsOf(this.#of, withSent(initialFields(this.#of), wanted));
    const sent = wanted as PatchOf<Definition> & OnceOf<Definition>;
    const checked = await this.#check({ control, tx, holder, uuid, before: null, fields, sent });
    if (!checked.ok) return checked;
    const namesake = await this.#namesake(tx, holder, checked.value.fields);
    if (namesake !== null && this.#of.sameName === "replaced")
      return this.#save(control, tx, { before: namesake, checked: checked.value, act: "save" });
    const declined = this.#refuseNamesake(namesake) ?? (await this.#refuseOneMore(tx, holder));
    if (declined !== null) return declined;
    const nowUs = control.nowUs();
    const facts = { ...holder, uuid, version: 1, createdAt: nowUs, updatedAt: nowUs };
    const row = { ...checked.value.kept, ...checked.value.fields, ...facts };
    await this.rows.insert(tx, row as NewRowOf<Definition> & Kept, control.actor.name);
    const after = (await this.rows.find(tx, holder, uuid))!;
    const act = this.#of.sameName === "replaced" ? "save" : "create";
    return succeed(await this.changed(act, { control, tx, before: null, after }));
  }

  /** Changes one as part of a transaction of control data. Fields that are left out stay. `act` is the verb of the audit log. */
  async change(
    control: Control,
    tx: ControlTransaction,
    {
      before,
      patch,
      act = "update",
    }: { readonly before: Row; readonly patch: PatchOf<Definition>; readonly act?: string },
  ): Promise<Result<Changed<Row>>> {
    const { accountId, userId, uuid } = before;
    const holder = { accountId, userId };
    const fields = withSent<Definition>(fieldsOf(this.#of, before), patch);
    const checked = await this.#check({ control, tx, holder, uuid, before, fields, sent: patch });
    if (!checked.ok) return checked;
    const { fields: kept } = checked.value;
    const isRenamed = (kept as Named).name !== (before as unknown as Named).name;
    const refused = isRenamed ? this.#refuseNamesake(await this.#namesake(tx, holder, kept)) : null;
    return refused ?? this.#save(control, tx, { before, checked: checked.value, act });
  }

  /** The version that If-Match names; undefined if the resource has none. */
  etagOf(row: Row): string | undefined {
    if (this.#rules.compared !== undefined) return versionOf(this.#rules.compared(row));
    switch (this.#of.version) {
      case "counted":
        return String(row.version);
      case "compared":
        return versionOf(Object.values(fieldsOf(this.#of, row)));
      default:
        return undefined;
    }
  }

  /** What the audit log says of an act, without the state of the thing. */
  actionOn(act: string, { accountId, userId, uuid }: Row): AuditedAction {
    const { thing } = this.#of;
    const action = `${kebabOf(thing)}.${act}`;
    return { accountId, action, subjectKind: thing, subject: uuid, isPrivate: userId !== null };
  }

  /** A change that was made, with its audit entry and what has to be loaded again. The value is the last state. */
  async changed(act: string, made: MadeChange<Row>): Promise<Changed<Row>> {
    const value = (made.after ?? made.before) as Row;
    const audit = {
      ...this.actionOn(act, value),
      ...(made.before === null ? {} : { before: this.#audited(made.before) }),
      ...(made.after === null ? {} : { after: this.#audited(made.after) }),
    };
    return { value, audit: [audit], changes: (await this.#rules.changes?.(made)) ?? [] };
  }

  async #save(
    control: Control,
    tx: ControlTransaction,
    {
      before,
      checked: { fields, kept },
      act,
    }: { readonly before: Row; readonly checked: Checked<Definition, Kept>; readonly act: string },
  ): Promise<Result<Changed<Row>>> {
    if (JSON.stringify(fields) === JSON.stringify(fieldsOf(this.#of, before)))
      return succeed({ value: before, audit: nothingToAudit("nothing was changed"), changes: [] });
    const version = before.version === null ? null : before.version + 1;
    const row = { ...before, ...kept, ...fields, version, updatedAt: control.nowUs() };
    await this.rows.update(tx, row, control.actor.name);
    const after = (await this.rows.find(tx, before, before.uuid))!;
    return succeed(await this.changed(act, { control, tx, before, after }));
  }

  /** The one of the same owner that has the name already, where that matters. */
  async #namesake(tx: ControlTransaction, holder: Viewer, fields: FieldsOf<Definition>): Promise<Row | null> {
    if (this.#of.sameName === undefined) return null;
    const uuid = await uuidOfName(tx, this.#of, holder, (fields as Named).name);
    return uuid === null ? null : this.rows.find(tx, holder, uuid);
  }

  #refuseNamesake(namesake: Row | null): Refusal | null {
    if (namesake === null || this.#of.sameName !== "refused") return null;
    const { thing } = this.#of;
    const code = this.#code(`${snakeOf(thing)}_name_taken`);
    return refuse(code, `The account already has ${withArticle(thing)} with this name.`);
  }

  async #refuseOneMore(tx: ControlTransaction, { accountId, userId }: Viewer): Promise<Refusal | null> {
    const { things, titles = things, max } = this.#of;
    const { perPerson = max.perAccount } = max;
    const isShared = perPerson === "shared";
    const isOwn = userId !== null;
    const most = isOwn && !isShared ? perPerson : max.perAccount;
    const count = await this.rows.count(tx, { accountId, userId: isShared ? "anybody" : userId });
    if (count < most) return null;
    const who = isShared ? "An account and its members" : isOwn ? "A person" : "An account";
    return refuse(this.#code(`too_many_${snakeOf(things)}`), `${who} can have at most ${most} ${titles}.`);
  }

  async #check(wanted: WantedChange<Definition, Row>): Promise<Result<Checked<Definition, Kept>>> {
    const checked = checkFields(this.#of, wanted.fields);
    if (!checked.ok) return checked;
    const fields = checked.value;
    if (this.#rules.check === undefined) return succeed({ fields, kept: {} as Kept });
    const kept = await this.#rules.check({ ...wanted, fields });
    return kept.ok ? succeed({ fields, kept: kept.value }) : kept;
  }

  #audited(row: Row): object {
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
