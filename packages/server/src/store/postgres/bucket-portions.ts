import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { type BucketPart, BucketSums } from "../blocks/bucket-sums.ts";
import type { BucketQuery, ReadingBuckets } from "../reading-queries.ts";
import { float8Array } from "./array-parameters.ts";
import type { StoreDatabase } from "./store-database.ts";
import { blocksEndingFrom } from "./stored-blocks.ts";

/** Blocks summed before other work gets its turn: about two milliseconds. */
const blocksPerPortion = 64;

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
  while (fromUs < toUs) {
    const { blocks, parts, endUs } = await database.read(async (tx) => {
      const blocks = await blocksEndingFrom(tx, sensorId, fromUs, blocksPerPortion);
      // Readings after the last of these blocks may be in the next block.
      const endUs = blocks.length < blocksPerPortion ? toUs : Math.min(toUs, blocks.at(-1)!.lastUs + 1);
      return { blocks, parts: await sumRows(tx, { sensorId, fromUs, toUs: endUs, edgesUs }), endUs };
    });
    for (const { edge, ...part } of parts) sums.add(edge - 1, part);
    for (const block of blocks) if (block.firstUs < endUs) sums.addBlock(block, fromUs, endUs);
    fromUs = endUs;
  }
  return sums;
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
