import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { StoreDatabase } from "../../engine/postgres/store-database.ts";
import { type BucketPart, BucketSums } from "../blocks/bucket-sums.ts";
import { addDays, areDays, hasDaysWithin } from "../blocks/day-sums.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import type { BucketQuery, ReadingBuckets } from "../reading-queries.ts";
import { float8Array } from "./array-parameters.ts";
import { blocksEndingFrom, daysEndingFrom } from "./stored-blocks.ts";

/** Blocks summed before other work gets its turn: about two milliseconds. */
const blocksPerPortion = 64;
/** The same if only their sums by day are needed. */
const daysPerPortion = 512;

/**
 * Sums readings by bucket, one portion of time after the other. PostgreSQL sums rows, and blocks are decoded here. Rows
 * may become blocks at any moment, so the rows and the blocks of a portion are read in one transaction. Otherwise a
 * reading could be counted twice, or not at all.
 */
export async function sumBuckets(database: StoreDatabase, query: BucketQuery): Promise<ReadingBuckets> {
  const { sensorId, edgesUs } = query;
  const sums = new BucketSums(edgesUs);
  const toUs = Math.min(query.toUs, edgesUs.at(-1) ?? Number.NEGATIVE_INFINITY);
  let fromUs = Math.max(query.fromUs, edgesUs[0] ?? Number.POSITIVE_INFINITY);
  const areWholeDays = areDays(edgesUs);
  const blocksMax = areWholeDays ? daysPerPortion : blocksPerPortion;
  while (fromUs < toUs) {
    const { found, parts, endUs } = await database.read(async (tx) => {
      const found = areWholeDays
        ? await findDays(tx, sensorId, fromUs, toUs)
        : await findBlocks(tx, sensorId, fromUs);
      // Readings after the last of these blocks may be in the next block.
      const endUs = found.count < blocksMax ? toUs : Math.min(toUs, found.lastUs + 1);
      return { found, parts: await sumRows(tx, { sensorId, fromUs, toUs: endUs, edgesUs }), endUs };
    });
    for (const { edge, ...part } of parts) sums.add(edge - 1, part);
    for (const daySums of found.days) addDays(sums, daySums);
    for (const block of found.blocks) if (block.firstUs < endUs) sums.addBlock(block, fromUs, endUs);
    fromUs = endUs;
  }
  return sums;
}

/** What is to be added up of the blocks in a portion of time. */
interface FoundBlocks {
  /** How many blocks were found, and where the last one ends. */
  readonly count: number;
  readonly lastUs: number;
  readonly days: readonly Uint8Array[];
  /** Blocks to be decoded. */
  readonly blocks: readonly StoredBlock[];
}

async function findBlocks(tx: PostgresSession, sensorId: number, fromUs: number): Promise<FoundBlocks> {
  const blocks = await blocksEndingFrom(tx, sensorId, fromUs, blocksPerPortion);
  return { count: blocks.length, lastUs: blocks.at(-1)?.lastUs ?? fromUs, days: [], blocks };
}

async function findDays(
  tx: PostgresSession,
  sensorId: number,
  fromUs: number,
  toUs: number,
): Promise<FoundBlocks> {
  const found = await daysEndingFrom(tx, sensorId, fromUs, daysPerPortion);
  const days: Uint8Array[] = [];
  const blocks: StoredBlock[] = [];
  for (const { lastUs, daySums } of found) {
    if (hasDaysWithin(daySums, fromUs, toUs)) days.push(daySums);
    else blocks.push(...(await blocksEndingFrom(tx, sensorId, lastUs, 1)));
    if (lastUs >= toUs) break;
  }
  return { count: found.length, lastUs: found.at(-1)?.lastUs ?? fromUs, days, blocks };
}

/** `edge` is the number of edges at or before the readings of the bucket. */
async function sumRows(
  tx: PostgresSession,
  { sensorId, fromUs, toUs, edgesUs }: BucketQuery,
): Promise<(BucketPart & { readonly edge: number })[]> {
  const value = (us: string, order: string) =>
    `(SELECT value FROM weir_store.readings WHERE sensor_id = $1 AND at_us = ${us} ORDER BY value ${order} LIMIT 1)`;
  const { rows } = await tx.query<BucketPart & { readonly edge: number }>({
    name: "sum rows",
    text: `SELECT edge, count, sum, minimum, maximum, first_us AS "firstUs", last_us AS "lastUs",
        ${value("first_us", "ASC")} AS first, ${value("last_us", "DESC")} AS last
      FROM (
        SELECT width_bucket(at_us::float8, $4::float8[]) AS edge, count(*), sum(value), min(value) AS minimum,
          max(value) AS maximum, min(at_us) AS first_us, max(at_us) AS last_us
        FROM weir_store.readings WHERE sensor_id = $1 AND at_us >= $2 AND at_us < $3 GROUP BY 1
      ) AS buckets`,
    values: [sensorId, Math.ceil(fromUs), Math.ceil(toUs), float8Array(edgesUs)],
  });
  return rows;
}
