import type { FieldsOf, ResourceDefinition } from "@weir/protocol/resources/define-resource";
import type { Kysely } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import { type Viewer, visibleTo } from "../owned-rows.ts";

/** What every row of a resource has besides its fields. */
interface RowFacts {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  /** The person whose own it is; null for the account's. */
  readonly userId: number | null;
  /** Counts changes, from 1. */
  readonly version: number;
  /** Null if the resource does not keep it. */
  readonly createdAt: number | null;
  readonly updatedAt: number;
}

export type RowOf<Definition extends ResourceDefinition> = RowFacts & FieldsOf<Definition>;

/** The rows of a resource in the control data of both engines. */
export class ResourceRows<Definition extends ResourceDefinition> {
  readonly #of: Definition;

  constructor(definition: Definition) {
    this.#of = definition;
  }

  /** Returns those of the account and the viewer's own, by name in any case. */
  async list(db: ControlData, viewer: Viewer): Promise<RowOf<Definition>[]> {
    const rows = this.#visible(db, viewer)
      .orderBy(({ fn }) => fn("lower", ["name"]))
      .orderBy("name")
      .orderBy("id");
    return (await rows.execute()).map((row) => this.#toRow(row));
  }

  /** Returns null also for another person's own. */
  async find(
    db: ControlData,
    viewer: Viewer,
    by: { readonly uuid: string } | { readonly name: string },
  ): Promise<RowOf<Definition> | null> {
    const [column, value] = Object.entries(by)[0]!;
    const row = await this.#visible(db, viewer).where(column, "=", value).executeTakeFirst();
    return row === undefined ? null : this.#toRow(row);
  }

  /** Counts those of the account, or those of one person in it. */
  async count(db: ControlData, { accountId, userId }: Viewer): Promise<number> {
    const ofAccount = untyped(db)
      .selectFrom(this.#of.table)
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId);
    const counted = this.#isOwned
      ? ofAccount.where("user_id", userId === null ? "is" : "=", userId)
      : ofAccount;
    return (await counted.executeTakeFirstOrThrow()).count;
  }

  async insert(tx: ControlTransaction, row: Omit<RowOf<Definition>, "id">): Promise<void> {
    const { uuid, accountId, userId, createdAt } = row;
    await untyped(tx)
      .insertInto(this.#of.table)
      .values({
        uuid,
        account_id: accountId,
        ...(this.#isOwned ? { user_id: userId } : {}),
        ...(this.#of.showsCreation ? { created_at: createdAt } : {}),
        ...this.#changing(row),
      })
      .execute();
  }

  async update(tx: ControlTransaction, row: RowOf<Definition>): Promise<void> {
    await untyped(tx).updateTable(this.#of.table).set(this.#changing(row)).where("id", "=", row.id).execute();
  }

  async delete(tx: ControlTransaction, id: number): Promise<void> {
    await untyped(tx).deleteFrom(this.#of.table).where("id", "=", id).execute();
  }

  get #isOwned(): boolean {
    return this.#of.owner === "account or person";
  }

  #visible(db: ControlData, { accountId, userId }: Viewer) {
    const ofAccount = untyped(db).selectFrom(this.#of.table).selectAll().where("account_id", "=", accountId);
    return this.#isOwned ? ofAccount.where(visibleTo(userId)) : ofAccount;
  }

  /** The columns that a change writes. */
  #changing(row: Omit<RowOf<Definition>, "id">): Record<string, unknown> {
    const values = row as Record<string, unknown>;
    const fields = Object.entries(this.#of.fields).map(([name, { stored }]) => [
      name,
      stored === "json" ? JSON.stringify(values[name]) : values[name],
    ]);
    return { ...Object.fromEntries(fields), version: row.version, updated_at: row.updatedAt };
  }

  #toRow(stored: Record<string, unknown>): RowOf<Definition> {
    const fields = Object.entries(this.#of.fields).map(([name, { stored: kind }]) => [
      name,
      kind === "json" ? JSON.parse(stored[name] as string) : stored[name],
    ]);
    return {
      id: stored.id,
      uuid: stored.uuid,
      accountId: stored.account_id,
      userId: stored.user_id ?? null,
      version: stored.version,
      createdAt: stored.created_at ?? null,
      updatedAt: stored.updated_at,
      ...Object.fromEntries(fields),
    } as RowOf<Definition>;
  }
}

/** Which table it is is only known from the definition. */
// biome-ignore lint/suspicious/noExplicitAny: its columns are those of the definition.
function untyped(db: ControlData): Kysely<any> {
  return db as unknown as Kysely<never>;
}
