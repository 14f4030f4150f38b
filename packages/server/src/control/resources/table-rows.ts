import type { Field } from "@weir/protocol/resources/field";
import type { ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import type { Kysely } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import { type Holder, type Viewer, visibleTo } from "../owned-rows.ts";
import type { NewRowOf, ResourceRows, RowOf } from "./resource-rows.ts";
import type { StoredFields } from "./resource-table.ts";

/** The rows of a resource that has a table for itself, with a column for each field. */
export class TableRows<Definition extends ResourceDefinition> implements ResourceRows<Definition> {
  readonly #of: Definition;

  constructor(definition: Definition) {
    this.#of = definition;
  }

  async list(db: ControlData, viewer: Viewer): Promise<RowOf<Definition>[]> {
    const rows = this.#visible(db, viewer)
      .orderBy(({ fn }) => fn("lower", ["name"]))
      .orderBy("name")
      .orderBy("id");
    return (await rows.execute()).map((row) => this.#toRow(row));
  }

  async find(db: ControlData, viewer: Viewer, uuid: string): Promise<RowOf<Definition> | null> {
    const row = await this.#visible(db, viewer).where("uuid", "=", uuid).executeTakeFirst();
    return row === undefined ? null : this.#toRow(row);
  }

  async count(db: ControlData, holder: Holder): Promise<number> {
    const { count } = await heldBy(db, this.#of, holder)
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  }

  async insert(tx: ControlTransaction, row: NewRowOf<Definition>): Promise<void> {
    const { uuid, accountId, userId, createdAt } = row;
    await untyped(tx)
      .insertInto(this.#of.table)
      .values({
        uuid,
        account_id: accountId,
        ...(this.#isOwned ? { user_id: userId } : {}),
        ...(this.#keeps("created_at") ? { created_at: createdAt } : {}),
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
    return isOwned(this.#of);
  }

  #keeps(time: ResourceDefinition["times"][number]): boolean {
    return this.#of.times.includes(time);
  }

  #visible(db: ControlData, { accountId, userId }: Viewer) {
    const ofAccount = untyped(db).selectFrom(this.#of.table).selectAll().where("account_id", "=", accountId);
    return this.#isOwned ? ofAccount.where(visibleTo(userId)) : ofAccount;
  }

  /** The columns that a change writes. */
  #changing(row: NewRowOf<Definition>): Record<string, unknown> {
    return {
      ...storedFields(this.#of, row),
      ...(this.#of.version === "counted" ? { version: row.version } : {}),
      ...(this.#keeps("updated_at") ? { updated_at: row.updatedAt } : {}),
    };
  }

  #toRow(stored: Record<string, unknown>): RowOf<Definition> {
    const fields = Object.entries(this.#of.fields).map(([name, { stored: kind }]) => [
      name,
      fromStored(kind, stored[name]),
    ]);
    return {
      id: stored.id,
      uuid: stored.uuid,
      accountId: stored.account_id,
      userId: stored.user_id ?? null,
      version: stored.version ?? null,
      createdAt: stored.created_at ?? null,
      updatedAt: stored.updated_at ?? null,
      ...Object.fromEntries(fields),
    } as RowOf<Definition>;
  }
}

/** The columns of the fields. */
export function storedFields<Definition extends ResourceDefinition>(
  { fields }: Definition,
  values: object,
): StoredFields<Definition> {
  const given = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, { stored }]) => [name, toStored(stored, given[name])]),
  ) as StoredFields<Definition>;
}

/** Returns the UUID of the holder's one with exactly this name, also of a resource that has rows of its own. */
export async function uuidOfName(
  db: ControlData,
  definition: ResourceDefinition,
  holder: Viewer,
  name: string,
): Promise<string | null> {
  const rows: { uuid: string; name: string }[] = await heldBy(db, definition, holder)
    .select(["uuid", "name"])
    .where("name", "=", name)
    .execute();
  // A column may compare names in any case.
  return rows.find((row) => row.name === name)?.uuid ?? null;
}

function heldBy(db: ControlData, definition: ResourceDefinition, { accountId, userId }: Holder) {
  const ofAccount = untyped(db).selectFrom(definition.table).where("account_id", "=", accountId);
  if (!isOwned(definition) || userId === "anybody") return ofAccount;
  return ofAccount.where("user_id", userId === null ? "is" : "=", userId);
}

function isOwned({ owner }: ResourceDefinition): boolean {
  return owner === "account or person";
}

function toStored(kind: Field["stored"], value: unknown): unknown {
  if (value === null) return null;
  switch (kind) {
    case "json":
      return JSON.stringify(value);
    case "flag":
      return value === true ? 1 : 0;
    default:
      return value;
  }
}

function fromStored(kind: Field["stored"], stored: unknown): unknown {
  if (stored === null) return null;
  switch (kind) {
    case "json":
      return JSON.parse(stored as string);
    case "flag":
      return stored === 1;
    default:
      return stored;
  }
}

/** Which table it is is only known from the definition. */
// biome-ignore lint/suspicious/noExplicitAny: its columns are those of the definition.
function untyped(db: ControlData): Kysely<any> {
  return db as unknown as Kysely<never>;
}
