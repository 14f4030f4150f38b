import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import { openChainQueries, openReadingQueries } from "../installation/open-installation.ts";
import {
  deadLettersSince,
  lastReadings,
  readingsSince,
  sampleReading,
} from "../manage/chains/trial/chain-trial-readings.ts";
import type { SampleOptions } from "./chain-test-options.ts";

/** Readings that are made up, one after another in time. */
export function sampleReadings(
  source: SensorSource,
  { value = [], at, received, every, metadata = "", battery }: SampleOptions,
  nowUs: number,
): ChainReading[] {
  return value.map((each, index) => {
    const atUs = (at ?? nowUs) + Math.round(index * every * 1e6);
    const batteryVolts = battery ?? null;
    return sampleReading(source, { value: each, atUs, receivedUs: received ?? atUs, metadata, batteryVolts });
  });
}

/** The newest readings that are stored of a sensor, oldest first. */
export async function storedReadings(
  dataDir: string,
  source: SensorSource,
  count: number,
): Promise<ChainReading[]> {
  const queries = await openReadingQueries(dataDir);
  try {
    return await lastReadings(queries, source, count);
  } finally {
    await queries.close();
  }
}

export type PagesWork<T> = (pages: AsyncIterable<readonly ChainReading[]>) => Promise<T>;

export async function withReadingsSince<T>(
  dataDir: string,
  source: SensorSource,
  sinceUs: number,
  work: PagesWork<T>,
): Promise<T> {
  const queries = await openReadingQueries(dataDir);
  try {
    return await work(readingsSince(queries, source, sinceUs));
  } finally {
    await queries.close();
  }
}

/** Those whose reading is of that time and can be read, as they entered their chain. */
export async function withDeadLettersSince<T>(
  dataDir: string,
  source: SensorSource,
  sinceUs: number,
  work: PagesWork<T>,
): Promise<T> {
  const queries = await openChainQueries(dataDir);
  try {
    return await work(deadLettersSince(queries, source, sinceUs));
  } finally {
    await queries.close();
  }
}
