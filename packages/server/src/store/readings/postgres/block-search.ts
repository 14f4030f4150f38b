import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import { decodeBlock } from "../blocks/block-codec.ts";
import { holds } from "../blocks/reading-series.ts";
import { int4Array, int8Array } from "./array-parameters.ts";

/** Times per sensor for which one statement looks for a block. The times between them are often in the same blocks. */
const timesPerSensor = 64;
/** Times of all sensors in one statement, and so the maximum number of blocks in memory at once. */
const timesPerStatement = 512;

/** Readings of one sensor in order of time. */
export interface SearchedSensor {
  readonly sensorId: number;
  readonly count: number;
  atUs(nth: number): number;
  value(nth: number): number;
}

/**
 * Finds which readings are in blocks. Each statement asks for the blocks around some times of many sensors. A block
 * that is found, or the absence of one before a time, answers for all readings in between, so readings that are close
 * together need few statements, however many they are.
 */
export async function findInBlocks<Sensor extends SearchedSensor>(
  tx: PostgresSession,
  sensors: readonly Sensor[],
  onFound: (sensor: Sensor, nth: number) => void,
): Promise<void> {
  let open = sensors.map((sensor) => ({
    sensor,
    isOpen: new Uint8Array(sensor.count).fill(1),
    left: sensor.count,
    onFound: (nth: number) => onFound(sensor, nth),
  }));
  while (open.length > 0) {
    await searchRound(tx, firstOf(open));
    open = open.filter(({ left }) => left > 0);
  }
}

/** Selects as many searches as one statement asks about. */
function firstOf(searches: readonly OpenSearch[]): OpenSearch[] {
  let times = 0;
  let end = 0;
  while (end < searches.length && times < timesPerStatement)
    times += Math.min(searches[end++]!.left, timesPerSensor);
  return searches.slice(0, end);
}

interface OpenSearch {
  readonly sensor: SearchedSensor;
  /** 1 as long as it is unknown whether the reading is in a block. */
  readonly isOpen: Uint8Array;
  left: number;
  readonly onFound: (nth: number) => void;
}

async function searchRound(tx: PostgresSession, searches: readonly OpenSearch[]): Promise<void> {
  const probes = searches.flatMap((search, searchNth) =>
    probedNumbers(search).map((nth) => ({ searchNth, us: search.sensor.atUs(nth) })),
  );
  const { rows } = await tx.query<Hit>({
    name: "blocks around times",
    // Each block is returned once, with the earliest time that it answers for.
    text: `SELECT asked.search AS "searchNth", min(asked.us) AS "fromUs", block.first_us AS "firstUs", block.last_us AS "lastUs",
        CASE WHEN block.first_us <= max(asked.us) THEN (
          SELECT data FROM weir_store.blocks
          WHERE sensor_id = asked.sensor_id AND last_us = block.last_us
        ) END AS data
      FROM unnest($1::int4[], $2::int4[], $3::int8[]) AS asked (search, sensor_id, us)
      LEFT JOIN LATERAL (
        SELECT first_us, last_us FROM weir_store.blocks
        WHERE sensor_id = asked.sensor_id AND last_us >= asked.us ORDER BY last_us LIMIT 1
      ) AS block ON true
      GROUP BY asked.search, asked.sensor_id, block.first_us, block.last_us`,
    values: [
      int4Array(probes.map(({ searchNth }) => searchNth)),
      int4Array(probes.map(({ searchNth }) => searches[searchNth]!.sensor.sensorId)),
      int8Array(probes.map(({ us }) => us)),
    ],
  });
  for (const hit of rows) settle(searches[hit.searchNth]!, hit);
}

interface Hit {
  readonly searchNth: number;
  readonly fromUs: number;
  /** The first block that ends at `fromUs` or later, or null. */
  readonly firstUs: number | null;
  readonly lastUs: number | null;
  /** Null if none of the requested times is in the block. */
  readonly data: Uint8Array | null;
}

/** Returns indexes of open readings: all of them, or some that are spread evenly, including the first. */
function probedNumbers({ sensor, isOpen, left }: OpenSearch): number[] {
  const every = Math.max(1, Math.ceil(left / timesPerSensor));
  const numbers: number[] = [];
  let seen = 0;
  for (let nth = 0; nth < sensor.count; nth++)
    if (isOpen[nth] === 1 && seen++ % every === 0) numbers.push(nth);
  return numbers;
}

/**
 * Closes the readings that the hit answers for: those between its time and the block are in no block, and those within
 * the block are known.
 */
function settle(search: OpenSearch, hit: Hit): void {
  const { sensor, isOpen } = search;
  const firstUs = hit.firstUs ?? Number.POSITIVE_INFINITY;
  const series = hit.data === null ? null : decodeBlock(hit.data);
  // If the readings of the block were not loaded, only what lies before the block is known.
  const lastUs = series === null ? Number.NEGATIVE_INFINITY : hit.lastUs!;
  for (let nth = firstFrom(sensor, Math.min(hit.fromUs, firstUs)); nth < sensor.count; nth++) {
    const us = sensor.atUs(nth);
    const isBefore = us >= hit.fromUs && us < firstUs;
    const isWithin = us >= firstUs && us <= lastUs;
    if (!isBefore && !isWithin) {
      if (us < hit.fromUs) continue;
      break;
    }
    if (isOpen[nth] === 0) continue;
    isOpen[nth] = 0;
    search.left--;
    if (isWithin && holds(series!, us, sensor.value(nth))) search.onFound(nth);
  }
}

/** Returns the first reading at this time or later. */
function firstFrom(sensor: SearchedSensor, us: number): number {
  let low = 0;
  let high = sensor.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sensor.atUs(middle) < us) low = middle + 1;
    else high = middle;
  }
  return low;
}
