import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { giveWay } from "../../../platform/give-way.ts";
import type { ChainQueries } from "../../../store/chain-queries.ts";
import type { KeptDeadLetter } from "../../../store/dead-letters/record.ts";
import type { ReadingQueries, StoredReading } from "../../../store/readings/reading-queries.ts";

/** A test reading. */
interface Sample {
  readonly value: number;
  readonly atUs: number;
  readonly receivedUs: number;
  /** JSON text of an object, "" if there is none. */
  readonly metadata: string;
  readonly batteryVolts: number | null;
}

export function sampleReading(source: SensorSource, sample: Sample): ChainReading {
  return { source, ...sample, deviceSeconds: -1, deviceMicros: 0 };
}

/** The newest stored readings of a sensor, oldest first. */
export async function lastReadings(
  queries: ReadingQueries,
  source: SensorSource,
  count: number,
): Promise<ChainReading[]> {
  const newest = queries.readings({ sensorId: source.sensorId, order: "desc", limit: count });
  return (await gatherPages(newest)).map((stored) => toChainReading(source, stored)).reverse();
}

/** Oldest first and page by page, because there may be millions. */
export async function* readingsSince(
  queries: ReadingQueries,
  source: SensorSource,
  sinceUs: number,
): AsyncGenerator<ChainReading[]> {
  const range = { sensorId: source.sensorId, fromUs: Math.max(sinceUs, 0) };
  for await (const page of queries.readings(range))
    yield page.map((stored) => toChainReading(source, stored));
}

/** The newest readable dead letters of a sensor, as they entered their chain, oldest first. */
export async function lastDeadLetters(
  queries: ChainQueries,
  source: SensorSource,
  count: number,
): Promise<ChainReading[]> {
  const found: ChainReading[] = [];
  for await (const page of letterPages(queries, source)) {
    found.push(...page.slice(0, count - found.length));
    if (found.length === count) break;
  }
  return found.reverse();
}

/** All dead letters with a reading of that time, oldest first. They are few enough for one page. */
export async function* deadLettersSince(
  queries: ChainQueries,
  source: SensorSource,
  sinceUs: number,
): AsyncGenerator<ChainReading[]> {
  const found: ChainReading[] = [];
  for await (const page of letterPages(queries, source)) {
    found.push(...page.filter(({ atUs }) => atUs >= sinceUs));
    await giveWay();
  }
  yield found.reverse();
}

const lettersPerPage = 1000;

/** The newest first. */
async function* letterPages(queries: ChainQueries, source: SensorSource): AsyncGenerator<ChainReading[]> {
  const { accountId, sensorId } = source;
  for (let beforeId: number | undefined; ; ) {
    const paging = beforeId === undefined ? {} : { beforeId };
    const page = await queries.deadLetters({ accountId, sensorId, limit: lettersPerPage, ...paging });
    yield page.map((letter) => letterReading(source, letter)).filter((reading) => reading !== null);
    beforeId = page.at(-1)?.id;
    if (page.length < lettersPerPage) return;
  }
}

function letterReading(source: SensorSource, letter: KeptDeadLetter): ChainReading | null {
  const { atUs, value, receivedUs, deviceUs, metadata, batteryVolts } = letter;
  if (atUs === null || value === null || receivedUs === null) return null;
  return { ...toChainReading(source, { atUs, value, receivedUs, deviceUs, metadata }), batteryVolts };
}

function toChainReading(source: SensorSource, stored: StoredReading): ChainReading {
  const { atUs, value, receivedUs, deviceUs, metadata } = stored;
  return {
    source,
    atUs,
    value,
    receivedUs,
    deviceSeconds: deviceUs === null ? -1 : Number(deviceUs / 1_000_000n),
    deviceMicros: deviceUs === null ? 0 : Number(deviceUs % 1_000_000n),
    metadata: metadata ?? "",
    batteryVolts: null,
  };
}
