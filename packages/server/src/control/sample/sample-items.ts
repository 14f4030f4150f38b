import type { ControlData, ControlTransaction } from "../control.ts";

/** What loading sample data created, as far as it still exists. */
interface SampleItems {
  readonly devices: readonly SampleItemDevice[];
  readonly boards: readonly { readonly id: number; readonly uuid: string }[];
  readonly groupIds: readonly number[];
  readonly chains: readonly { readonly id: number; readonly uuid: string }[];
  readonly templateIds: readonly number[];
  readonly chartIds: readonly number[];
  readonly typeIds: readonly number[];
  /** Null if there is no sample data. */
  readonly createdAt: number | null;
}

interface SampleItemDevice {
  readonly id: number;
  readonly uuid: string;
  /** Null for one of an older sample. */
  readonly part: string | null;
}

/** The id of one created thing. */
export type SampleItem =
  | { readonly device_id: number; readonly part: string }
  | { readonly group_id: number }
  | { readonly board_id: number }
  | { readonly chain_id: number }
  | { readonly template_id: number }
  | { readonly chart_id: number }
  | { readonly type_id: number };

export async function insertSampleItems(
  tx: ControlTransaction,
  accountId: number,
  items: readonly SampleItem[],
  createdAt: number,
): Promise<void> {
  for (const item of items) {
    const row = { account_id: accountId, ...item, created_at: createdAt };
    await tx.insertInto("sample_items").values(row).execute();
  }
}

export async function sampleItemsOf(db: ControlData, accountId: number): Promise<SampleItems> {
  const rows = await db
    .selectFrom("sample_items")
    .leftJoin("devices", "devices.id", "sample_items.device_id")
    .leftJoin("boards", "boards.id", "sample_items.board_id")
    .leftJoin("chains", "chains.id", "sample_items.chain_id")
    .select([
      "sample_items.device_id",
      "devices.uuid as device",
      "part",
      "sample_items.board_id",
      "boards.uuid as board",
      "sample_items.group_id",
    ])
    .select([
      "sample_items.chain_id",
      "chains.uuid as chain",
      "sample_items.template_id",
      "chart_id",
      "type_id",
    ])
    .select("sample_items.created_at as createdAt")
    .where("sample_items.account_id", "=", accountId)
    .orderBy("sample_items.id")
    .execute();
  return {
    devices: rows.flatMap(({ device_id: id, device: uuid, part }) =>
      id === null || uuid === null ? [] : [{ id, uuid, part }],
    ),
    boards: rows.flatMap(({ board_id: id, board: uuid }) =>
      id === null || uuid === null ? [] : [{ id, uuid }],
    ),
    groupIds: rows.flatMap(({ group_id: id }) => id ?? []),
    chains: rows.flatMap(({ chain_id: id, chain: uuid }) =>
      id === null || uuid === null ? [] : [{ id, uuid }],
    ),
    templateIds: rows.flatMap(({ template_id: id }) => id ?? []),
    chartIds: rows.flatMap(({ chart_id: id }) => id ?? []),
    typeIds: rows.flatMap(({ type_id: id }) => id ?? []),
    createdAt: rows[0]?.createdAt ?? null,
  };
}

export async function deleteSampleItems(tx: ControlTransaction, accountId: number): Promise<void> {
  await tx.deleteFrom("sample_items").where("account_id", "=", accountId).execute();
}

/** Deletes the boards, charts and sensor types, to which nothing else refers by id. */
export async function deletePages(
  tx: ControlTransaction,
  { boards, chartIds, typeIds }: SampleItems,
): Promise<void> {
  for (const { id } of boards) await tx.deleteFrom("boards").where("id", "=", id).execute();
  for (const id of chartIds) await tx.deleteFrom("saved_charts").where("id", "=", id).execute();
  for (const id of typeIds) await tx.deleteFrom("sensor_types").where("id", "=", id).execute();
}
