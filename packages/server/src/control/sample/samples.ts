import type { Selectable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { SampleTable } from "../sample-schema.ts";

export type Sample = Selectable<SampleTable>;

/** A sample that nobody has looked at for this long sends nothing until somebody opens a page of its account. */
const unseenMaxUs = 3 * 86_400_000_000;
/** How many samples of a server send at the same time: those whose pages were open last. */
export const sendingSamplesMax = 50;
const seenEveryUs = 3_600_000_000;
const lookedUpAtOnce = 500;

export async function insertSample(
  tx: ControlTransaction,
  { accountId, seed, nowUs }: { readonly accountId: number; readonly seed: number; readonly nowUs: number },
): Promise<void> {
  const times = { loaded_at: nowUs, sent_until: nowUs, seen_at: nowUs };
  const row = { account_id: accountId, state: "loading", seed, filled: 0, ...times } as const;
  await tx.insertInto("samples").values(row).execute();
}

/** `db` may be a transaction. */
export async function sampleOf(db: ControlData, accountId: number): Promise<Sample | null> {
  const row = await db
    .selectFrom("samples")
    .selectAll()
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}

export async function updateSample(
  tx: ControlTransaction,
  accountId: number,
  values: Partial<Pick<Sample, "state" | "filled" | "sent_until" | "worker_until">>,
): Promise<void> {
  await tx.updateTable("samples").set(values).where("account_id", "=", accountId).execute();
}

export async function deleteSample(tx: ControlTransaction, accountId: number): Promise<void> {
  await tx.deleteFrom("samples").where("account_id", "=", accountId).execute();
}

/** The accounts whose samples are to be loaded or removed, the oldest first. */
export async function unfinishedSamples(db: ControlData, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("samples")
    .select("account_id")
    .where("state", "in", ["loading", "removing"])
    .orderBy("loaded_at")
    .limit(limit)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** The accounts whose samples send now. */
export async function sendingSamples(db: ControlData, nowUs: number): Promise<number[]> {
  const rows = await db
    .selectFrom("samples")
    .select("account_id")
    .where("state", "=", "sending")
    .where("seen_at", ">", nowUs - unseenMaxUs)
    .orderBy("seen_at", "desc")
    .orderBy("account_id")
    .limit(sendingSamplesMax)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Notes that pages of these accounts are open. */
export async function noteSeen(
  tx: ControlTransaction,
  accountIds: readonly number[],
  nowUs: number,
): Promise<void> {
  for (let start = 0; start < accountIds.length; start += lookedUpAtOnce)
    await tx
      .updateTable("samples")
      .set({ seen_at: nowUs })
      .where("account_id", "in", accountIds.slice(start, start + lookedUpAtOnce))
      .where("seen_at", "<", nowUs - seenEveryUs)
      .execute();
}

interface SampleClaim {
  readonly accountId: number;
  readonly worker: string;
  readonly nowUs: number;
  readonly untilUs: number;
}

/** Makes this worker the only one for a time. Resolves to null if another one is, or if there is no sample any more. */
export async function claimSample(
  tx: ControlTransaction,
  { accountId, worker, nowUs, untilUs }: SampleClaim,
): Promise<Sample | null> {
  const row = await tx
    .updateTable("samples")
    .set({ worker, worker_until: untilUs })
    .where("account_id", "=", accountId)
    .where(({ eb, or }) =>
      or([eb("worker", "is", null), eb("worker", "=", worker), eb("worker_until", "<", nowUs)]),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
