import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { Position } from "../../queue/position.ts";
import type { SettledCounts } from "../../store/partition-progress.ts";

/** How far the partitions are settled, and the totals of all of them together. */
interface ClusterProgress extends Readonly<SettledCounts> {
  readonly positions: readonly Position[];
  /** Readings before these positions that are parked for a later turn. */
  readonly parked: number;
}

type Progress = SettledCounts & { readonly parked: number };

export async function readClusterProgress(database: PostgresSession): Promise<ClusterProgress> {
  // One statement, so that it sees each batch completely or not at all.
  const { rows } = await database.query<Position & Progress>(
    `SELECT partition, position AS sequence, saved, already_stored AS "alreadyStored", ended, dead, coalesce(parked.readings, 0) AS parked
     FROM weir_store.partitions LEFT JOIN (
       SELECT partition, sum(readings)::int8 AS readings FROM weir_store.parked_frames GROUP BY partition
     ) AS parked USING (partition) ORDER BY partition`,
  );
  const sum = (of: (row: Progress) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    positions: rows.map(({ partition, sequence }) => ({ partition, sequence })),
    saved: sum(({ saved }) => saved),
    alreadyStored: sum(({ alreadyStored }) => alreadyStored),
    ended: sum(({ ended }) => ended),
    dead: sum(({ dead }) => dead),
    parked: sum(({ parked }) => parked),
  };
}

/** The member that owns each partition; null if nobody does. */
export async function readOwners(database: PostgresSession): Promise<readonly (string | null)[]> {
  const { rows } = await database.query<{ owner: string | null }>(
    `SELECT CASE WHEN expires_at > clock_timestamp() THEN owner END AS owner
     FROM weir_store.partition_leases ORDER BY partition`,
  );
  return rows.map(({ owner }) => owner);
}
