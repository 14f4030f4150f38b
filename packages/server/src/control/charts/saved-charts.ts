import type { ChartDefinition } from "@weir/protocol/manage/chart-forms";
import type { ControlData, ControlTransaction } from "../control.ts";
import { type Viewer, visibleTo } from "../owned-rows.ts";

export interface SavedChart {
  readonly id: number;
  readonly uuid: string;
  /** The person whose own chart it is; null for a chart of the account. */
  readonly userId: number | null;
  readonly name: string;
  readonly definition: ChartDefinition;
  readonly version: number;
  readonly updatedAt: number;
}

/** Returns the charts of the account and the viewer's own, by name in any case. */
export async function listCharts(db: ControlData, viewer: Viewer): Promise<SavedChart[]> {
  const rows = await visibleCharts(db, viewer)
    .orderBy(({ fn }) => fn("lower", ["name"]))
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(toChart);
}

/** Returns null also for another person's own chart. */
export async function findChart(db: ControlData, viewer: Viewer, uuid: string): Promise<SavedChart | null> {
  const row = await visibleCharts(db, viewer).where("uuid", "=", uuid).executeTakeFirst();
  return row === undefined ? null : toChart(row);
}

/** `owner.userId` is null for a chart of the account. */
export async function insertChart(
  tx: ControlTransaction,
  { accountId, userId }: Viewer,
  { uuid, name, definition, version, updatedAt }: Omit<SavedChart, "id" | "userId">,
): Promise<void> {
  await tx
    .insertInto("saved_charts")
    .values({
      ...{ uuid, account_id: accountId, user_id: userId, name, version, updated_at: updatedAt },
      definition: JSON.stringify(definition),
    })
    .execute();
}

export async function updateChart(
  tx: ControlTransaction,
  { id, name, definition, version, updatedAt }: Omit<SavedChart, "uuid" | "userId">,
): Promise<void> {
  const columns = { name, definition: JSON.stringify(definition), version, updated_at: updatedAt };
  await tx.updateTable("saved_charts").set(columns).where("id", "=", id).execute();
}

export async function deleteChart(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("saved_charts").where("id", "=", id).execute();
}

function visibleCharts(db: ControlData, { accountId, userId }: Viewer) {
  return db
    .selectFrom("saved_charts")
    .selectAll()
    .where("account_id", "=", accountId)
    .where(visibleTo(userId));
}

type ChartRow = Awaited<ReturnType<ReturnType<typeof visibleCharts>["executeTakeFirstOrThrow"]>>;

function toChart({ id, uuid, name, version, ...row }: ChartRow): SavedChart {
  return {
    ...{ id, uuid, name, version, userId: row.user_id, updatedAt: row.updated_at },
    definition: JSON.parse(row.definition) as ChartDefinition,
  };
}
