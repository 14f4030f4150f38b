import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { QueueLoss } from "../../partition-progress.ts";

/** Accepted entries that the queue has lost, with what is known of them. `readings` is null if their number is not known. */
export const queueLossesTable = `
CREATE TABLE weir_store.queue_losses (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  partition int2,
  sequence int8,
  entries int8 NOT NULL,
  readings int8
);
`;

export async function writeLosses(tx: PostgresSession, losses: readonly QueueLoss[]): Promise<void> {
  for (const { position, entries, readings } of losses)
    await tx.query(
      "INSERT INTO weir_store.queue_losses (partition, sequence, entries, readings) VALUES ($1, $2, $3, $4)",
      [position?.partition ?? null, position?.sequence ?? null, entries, readings],
    );
}

/** How long people are told about a loss. */
const shownFor = "7 days";

/** What the queue has lost since the installation was created. */
interface QueueLosses {
  readonly entries: number;
  /** Those whose number is known. */
  readonly readings: number;
  /** When the newest was found, if that was within the last days; otherwise null. */
  readonly latest: Date | null;
}

export async function readLosses(session: PostgresSession): Promise<QueueLosses> {
  const { rows } = await session.query<QueueLosses>(
    `SELECT coalesce(sum(entries), 0)::int8 AS entries, coalesce(sum(readings), 0)::int8 AS readings,
       max(found_at) FILTER (WHERE found_at > clock_timestamp() - interval '${shownFor}') AS latest
     FROM weir_store.queue_losses`,
  );
  return rows[0]!;
}
