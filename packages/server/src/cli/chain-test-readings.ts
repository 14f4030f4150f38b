import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import { openChainQueries } from "../compose/open-chain-queries.ts";
import { openReadingQueries } from "../compose/open-reading-queries.ts";
import type { ReadingQueries, StoredReading } from "../store/reading-queries.ts";
import type { SampleOptions } from "./chain-test-options.ts";

/** Readings that are made up, one after another in time. */
export function sampleReadings(
  source: SensorSource,
  { value = [], at, received, every, metadata = "", battery }: SampleOptions,
  nowUs: number,
): ChainReading[] {
  return value.map((each, index) => {
    const atUs = (at ?? nowUs) + Math.round(index * every * 1e6);
    return {
      source,
      atUs,
      value: each,
      receivedUs: received ?? atUs,
      deviceSeconds: -1,
      deviceMicros: 0,
      metadata,
      batteryVolts: battery ?? null,
    };
  });
}

/** The newest readings that are stored of a sensor, oldest first. */
export function withLastReadings<T>(
  dataDir: string,
  source: SensorSource,
  count: number,
  work: (readings: Iterable<ChainReading>) => T,
): T {
  return withQueries(dataDir, (queries) => {
    const last = lastReadings(queries, source.sensorId, count);
    return work(last.map((stored) => toChainReading(source, stored)));
  });
}

/** Streamed, because there may be millions. */
export function withReadingsSince<T>(
  dataDir: string,
  source: SensorSource,
  sinceUs: number,
  work: (readings: Iterable<ChainReading>) => T,
): T {
  return withQueries(dataDir, (queries) => {
    const stored = queries.readings({ sensorId: source.sensorId, fromUs: Math.max(sinceUs, 0) });
    return work(Iterator.from(stored).map((reading) => toChainReading(source, reading)));
  });
}

/** Those whose reading is of that time and can be read, as they entered their chain. */
export function withDeadLettersSince<T>(
  dataDir: string,
  source: SensorSource,
  sinceUs: number,
  work: (readings: Iterable<ChainReading>) => T,
): T {
  const queries = openChainQueries(dataDir);
  try {
    const { accountId, sensorId } = source;
    const found: ChainReading[] = [];
    for (let beforeId: number | undefined; ; ) {
      const paging = beforeId === undefined ? {} : { beforeId };
      const page = queries.deadLetters({ accountId, sensorId, limit: lettersPerPage, ...paging });
      for (const { atUs, value, receivedUs, deviceUs, metadata, batteryVolts } of page) {
        if (atUs === null || value === null || receivedUs === null || atUs < sinceUs) continue;
        found.push({
          ...toChainReading(source, { atUs, value, receivedUs, deviceUs, metadata }),
          batteryVolts,
        });
      }
      beforeId = page.at(-1)?.id;
      if (page.length < lettersPerPage) return work(found.reverse());
    }
  } finally {
    queries.close();
  }
}

const lettersPerPage = 1000;

const firstSpanUs = 3600e6;

/**
 * Readings are only read forwards in time, so this looks at a span before the latest that is doubled until it holds
 * enough of them.
 */
function lastReadings(queries: ReadingQueries, sensorId: number, count: number): StoredReading[] {
  const latest = queries.latest(sensorId);
  if (latest === null) return [];
  for (let spanUs = firstSpanUs; ; spanUs *= 2) {
    const fromUs = Math.max(latest.atUs - spanUs, 0);
    const last: StoredReading[] = [];
    for (const reading of queries.readings({ sensorId, fromUs })) {
      last.push(reading);
      if (last.length === 2 * count) last.splice(0, count);
    }
    if (last.length >= count || fromUs === 0) return last.slice(-count);
  }
}

function withQueries<T>(dataDir: string, work: (queries: ReadingQueries) => T): T {
  const queries = openReadingQueries(dataDir);
  try {
    return work(queries);
  } finally {
    queries.close();
  }
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
