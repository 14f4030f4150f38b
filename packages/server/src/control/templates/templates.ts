import { sql } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { DeviceNotes } from "../devices/device-notes.ts";
import type { TemplateDefinition } from "./template-definition.ts";

/** What people edit of a template. */
export interface TemplateFields extends Pick<DeviceNotes, "tags" | "attributes"> {
  readonly name: string;
  readonly description: string;
  /** Of the account. */
  readonly boardId: number | null;
  readonly definition: TemplateDefinition;
}

/** From which devices are created, and which they can follow. */
export interface Template extends TemplateFields {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly boardUuid: string | null;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The devices of a template. */
export interface TemplateUse {
  readonly devices: number;
  readonly following: number;
  /** Followers that do not have the current version yet. */
  readonly pending: number;
}

/** Returns the templates of an account by name, in any case of letters. */
export async function templatesOf(db: ControlData, accountId: number): Promise<Template[]> {
  const rows = await selectTemplates(db)
    .where("device_templates.account_id", "=", accountId)
    .orderBy(({ fn }) => fn("lower", ["device_templates.name"]))
    .orderBy("device_templates.name")
    .execute();
  return rows.map(toTemplate);
}

export async function findTemplate(
  db: ControlData,
  accountId: number,
  by: { readonly uuid: string } | { readonly name: string } | { readonly id: number },
): Promise<Template | null> {
  const [[column, value]] = Object.entries(by) as [["uuid" | "name" | "id", string | number]];
  const row = await selectTemplates(db)
    .where("device_templates.account_id", "=", accountId)
    .where(`device_templates.${column}`, "=", value)
    .executeTakeFirst();
  return row === undefined ? null : toTemplate(row);
}

export async function countTemplates(db: ControlData, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom("device_templates")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The devices of each template of an account; templates without any are missing. */
export async function templateUses(db: ControlData, accountId: number): Promise<Map<number, TemplateUse>> {
  const isPending = sql`devices.follows_template = 1 AND devices.template_version < device_templates.version`;
  const rows = await db
    .selectFrom("devices")
    .innerJoin("device_templates", "device_templates.id", "devices.template_id")
    .select((row) => [
      "device_templates.id",
      row.fn.countAll<number>().as("devices"),
      sql<number>`CAST(coalesce(sum(devices.follows_template), 0) AS bigint)`.as("following"),
      sql<number>`CAST(coalesce(sum(CASE WHEN ${isPending} THEN 1 ELSE 0 END), 0) AS bigint)`.as("pending"),
    ])
    .where("device_templates.account_id", "=", accountId)
    .groupBy("device_templates.id")
    .execute();
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

/** Names of templates whose current version uses the chain. A UUID is part of no other text of a definition. */
export async function templatesWithChain(
  db: ControlData,
  { accountId, uuid }: { readonly accountId: number; readonly uuid: string },
): Promise<string[]> {
  const rows = await selectTemplates(db)
    .where("device_templates.account_id", "=", accountId)
    .where("definition", "like", `%"chain":"${uuid}"%`)
    .execute();
  return rows.map(({ name }) => name);
}

/** The templates of all accounts whose devices have readings of a wrong clock judged by their arrival. */
export async function templatesJudgedByArrival(db: ControlData): Promise<number[]> {
  const rows = await selectTemplates(db).where("definition", "like", '%"judge_by_arrival":true%').execute();
  return rows.map(({ id }) => id);
}

export async function insertTemplate(
  tx: ControlTransaction,
  { accountId, uuid, atUs, ...fields }: TemplateFields & { accountId: number; uuid: string; atUs: number },
): Promise<void> {
  const version = 1;
  const { id } = await tx
    .insertInto("device_templates")
    .values({
      uuid,
      account_id: accountId,
      version,
      created_at: atUs,
      updated_at: atUs,
      ...columnsOf(fields),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertVersion(tx, id, { version, definition: fields.definition, atUs });
}

/** Saves the next version, if the definition has changed. */
export async function updateTemplate(
  tx: ControlTransaction,
  before: Template,
  fields: TemplateFields,
  atUs: number,
): Promise<void> {
  const { definition } = fields;
  const isChanged = JSON.stringify(definition) !== JSON.stringify(before.definition);
  const version = before.version + (isChanged ? 1 : 0);
  if (isChanged) {
    await insertVersion(tx, before.id, { version, definition, atUs });
    await deleteUnusedVersions(tx, before.id, version);
  }
  await tx
    .updateTable("device_templates")
    .set({ ...columnsOf(fields), version, updated_at: atUs })
    .where("id", "=", before.id)
    .execute();
}

/** Its devices stay, without a template. */
export async function deleteTemplate(tx: ControlTransaction, templateId: number): Promise<void> {
  await tx
    .updateTable("devices")
    .set({ template_id: null, template_version: null, follows_template: 0 })
    .where("template_id", "=", templateId)
    .execute();
  await tx.deleteFrom("device_templates").where("id", "=", templateId).execute();
}

/** Returns null if no device has it any more. */
export async function readTemplateVersion(
  db: ControlData,
  templateId: number,
  version: number,
): Promise<TemplateDefinition | null> {
  const row = await db
    .selectFrom("device_template_versions")
    .select("definition")
    .where("template_id", "=", templateId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.definition) as TemplateDefinition);
}

/** Says that followers have this version. */
export async function setTemplateVersion(
  tx: ControlTransaction,
  deviceIds: readonly number[],
  version: number,
): Promise<void> {
  await tx.updateTable("devices").set({ template_version: version }).where("id", "in", deviceIds).execute();
}

/** How many devices follow a template. */
export async function countFollowers(db: ControlData, templateId: number): Promise<number> {
  const { count } = await db
    .selectFrom("devices")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("template_id", "=", templateId)
    .where("follows_template", "=", 1)
    .executeTakeFirstOrThrow();
  return count;
}

async function insertVersion(
  tx: ControlTransaction,
  templateId: number,
  { version, definition, atUs }: { version: number; definition: TemplateDefinition; atUs: number },
): Promise<void> {
  const row = { template_id: templateId, version, definition: JSON.stringify(definition), saved_at: atUs };
  await tx.insertInto("device_template_versions").values(row).execute();
}

/** An earlier version is needed while a follower has it: what differs from it was changed by hand. */
async function deleteUnusedVersions(tx: ControlTransaction, templateId: number, current: number) {
  await tx
    .deleteFrom("device_template_versions")
    .where("template_id", "=", templateId)
    .where("version", "<", current)
    .where("version", "not in", (db) =>
      db
        .selectFrom("devices")
        .select("template_version")
        .distinct()
        .where("template_id", "=", templateId)
        .where("follows_template", "=", 1)
        .where("template_version", "is not", null)
        .$narrowType<{ template_version: number }>(),
    )
    .execute();
}

function columnsOf({ name, description, boardId, tags, attributes }: TemplateFields) {
  const notes = { tags: JSON.stringify(tags), attributes: JSON.stringify(attributes) };
  return { name, description, board_id: boardId, ...notes };
}

function selectTemplates(db: ControlData) {
  return db
    .selectFrom("device_templates")
    .innerJoin("device_template_versions", (join) =>
      join
        .onRef("template_id", "=", "device_templates.id")
        .onRef("device_template_versions.version", "=", "device_templates.version"),
    )
    .leftJoin("boards", "boards.id", "device_templates.board_id")
    .selectAll("device_templates")
    .select(["definition", "boards.uuid as boardUuid"]);
}

type TemplateRow = Awaited<ReturnType<ReturnType<typeof selectTemplates>["executeTakeFirstOrThrow"]>>;

function toTemplate(row: TemplateRow): Template {
  const { id, uuid, name, description, version, boardUuid } = row;
  return {
    id,
    uuid,
    accountId: row.account_id,
    name,
    description,
    version,
    boardUuid,
    boardId: row.board_id,
    tags: JSON.parse(row.tags),
    attributes: JSON.parse(row.attributes),
    definition: JSON.parse(row.definition) as TemplateDefinition,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
