import type { ControlData, ControlTransaction } from "../control.ts";

/** What loading sample data created, as far as it still exists. */
interface SampleItems {
  readonly deviceUuids: readonly string[];
  readonly boardUuids: readonly string[];
  readonly groupNames: readonly string[];
  /** Null if there is no sample data. */
  readonly loadedAt: number | null;
}

/** The id of one created thing. */
export type SampleItem =
  | { readonly device_id: number }
  | { readonly group_id: number }
  | { readonly board_id: number };

export async function insertSampleItems(
  tx: ControlTransaction,
  accountId: number,
  items: readonly SampleItem[],
  createdAt: number,
): Promise<void> {
  const rows = items.map((item) => ({ account_id: accountId, ...item, created_at: createdAt }));
  await tx.insertInto("sample_items").values(rows).execute();
}

export async function sampleItemsOf(db: ControlData, accountId: number): Promise<SampleItems> {
  const rows = await db
    .selectFrom("sample_items")
    .leftJoin("devices", "devices.id", "sample_items.device_id")
    .leftJoin("boards", "boards.id", "sample_items.board_id")
    .leftJoin("device_groups", "device_groups.id", "sample_items.group_id")
    .select([
      "devices.uuid as device",
      "boards.uuid as board",
      "device_groups.name as group",
      "sample_items.created_at as createdAt",
    ])
    .where("sample_items.account_id", "=", accountId)
    .orderBy("sample_items.id")
    .execute();
  return {
    deviceUuids: rows.flatMap(({ device }) => device ?? []),
    boardUuids: rows.flatMap(({ board }) => board ?? []),
    groupNames: rows.flatMap(({ group }) => group ?? []),
    loadedAt: rows[0]?.createdAt ?? null,
  };
}
