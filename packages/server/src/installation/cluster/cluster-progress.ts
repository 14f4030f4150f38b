import type { Position } from "../../queue/position.ts";
import type { StoreDatabase } from "../../store/postgres/store-database.ts";
import type { SettledCounts } from "../../store/reading-store.ts";

/** How far the partitions are settled, and what was settled in all of them together. */
export interface ClusterProgress extends Readonly<SettledCounts> {
  readonly positions: readonly Position[];
}

export async function readClusterProgress(database: StoreDatabase): Promise<ClusterProgress> {
  const { rows } = await database.query<Position & SettledCounts>(
    `SELECT partition, position AS sequence, saved, already_stored AS "alreadyStored", ended, dead
     FROM weir_store.partitions ORDER BY partition`,
  );
  const sum = (of: (row: SettledCounts) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    positions: rows.map(({ partition, sequence }) => ({ partition, sequence })),
    saved: sum(({ saved }) => saved),
    alreadyStored: sum(({ alreadyStored }) => alreadyStored),
    ended: sum(({ ended }) => ended),
    dead: sum(({ dead }) => dead),
  };
}

/** The member that owns each partition; null where nobody does. */
export async function readOwners(database: StoreDatabase): Promise<readonly (string | null)[]> {
  const { rows } = await database.query<{ owner: string | null }>(
    `SELECT CASE WHEN expires_at > clock_timestamp() THEN owner END AS owner
     FROM weir_store.partition_leases ORDER BY partition`,
  );
  return rows.map(({ owner }) => owner);
}
