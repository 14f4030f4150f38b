import type { ControlTransaction } from "../control.ts";

/** Rows deleted in one transaction. Some have parts that go with them, such as the versions of a board. */
const rowsAtOnceMax = 100;

/**
 * The tables whose rows belong to an account and have an id of their own, in an order in which no row refers to one that was
 * deleted before. Those of resources follow them, then templates and groups, which they refer to. Rows that belong to these go with them.
 */
const tables = [
  "claim_codes",
  "hardware_ids",
  "provisioning_keys",
  "invitations",
  "api_keys",
  "mail_recipients",
  "sample_items",
  "annotations",
  "imports",
  "device_imports",
] as const;

/**
 * Deletes some rows of an account that has no devices any more. Resolves to whether there may be more. The row of the account
 * itself is left.
 */
export async function removeAccountRows(tx: ControlTransaction, accountId: number): Promise<boolean> {
  let left = rowsAtOnceMax - (await removeFollowUps(tx, accountId));
  // Definitions bring the checks of inputs with them, which take megabytes.
  const { resources } = await import("@weir/protocol/resources/resources");
  const ofResources = resources.map(({ table }) => table);
  for (const table of [...tables, ...ofResources, "device_templates", "device_groups"] as const) {
    if (left <= 0) return true;
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where("id", "in", (rows) =>
        rows.selectFrom(table).select("id").where("account_id", "=", accountId).limit(left),
      )
      .executeTakeFirst();
    left -= Number(numDeletedRows);
  }
  return left <= 0 || (await removeChains(tx, accountId, left)) >= left;
}

async function removeFollowUps(tx: ControlTransaction, accountId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("alarm_follow_ups")
    .where("alarm_id", "in", (rows) =>
      rows
        .selectFrom("alarm_follow_ups")
        .select("alarm_id")
        .where("account_id", "=", accountId)
        .limit(rowsAtOnceMax),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** A chain and its published version refer to each other, so the chain is unpublished first. */
async function removeChains(tx: ControlTransaction, accountId: number, max: number): Promise<number> {
  await tx.updateTable("accounts").set({ default_chain_id: null }).where("id", "=", accountId).execute();
  const chains = await tx
    .selectFrom("chains")
    .select("id")
    .where("account_id", "=", accountId)
    .limit(max)
    .execute();
  for (const { id } of chains) {
    await tx
      .updateTable("chains")
      .set({ published_version: null, draft: "{}" })
      .where("id", "=", id)
      .execute();
    await tx.deleteFrom("chain_versions").where("chain_id", "=", id).execute();
    await tx.deleteFrom("chains").where("id", "=", id).execute();
  }
  return chains.length;
}

/** Lets nobody in any more: neither members nor keys nor links. */
export async function lockOut(tx: ControlTransaction, accountId: number): Promise<void> {
  for (const table of [
    "memberships",
    "api_keys",
    "provisioning_keys",
    "invitations",
    "notification_rules",
  ] as const)
    await tx.deleteFrom(table).where("account_id", "=", accountId).execute();
  await tx
    .deleteFrom("share_links")
    .where("board_id", "in", (boards) =>
      boards.selectFrom("boards").select("id").where("account_id", "=", accountId),
    )
    .execute();
}

/** Deletes the row of an account that has nothing left, with its secrets and settings. */
export async function removeAccountRow(tx: ControlTransaction, accountId: number): Promise<void> {
  for (const table of ["memberships", "secrets", "account_retention", "samples"] as const)
    await tx.deleteFrom(table).where("account_id", "=", accountId).execute();
  await tx.deleteFrom("accounts").where("id", "=", accountId).execute();
}
