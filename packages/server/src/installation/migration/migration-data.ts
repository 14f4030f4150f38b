import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { SettledCounts } from "../../store/partition-progress.ts";
import type { StoredBlock } from "../../store/readings/blocks/stored-block.ts";
import type { StoredReading } from "../../store/readings/reading-queries.ts";
import type { TableShape } from "./migrated-tables.ts";

/**
 * A value in the form that both engines share: flags are 0 and 1, and whole numbers that may be too large for a double
 * are text.
 */
export type Value = number | string | Uint8Array | null;
/** Values in the order of the columns of the table. */
export type Row = readonly Value[];

export interface SensorBlock extends StoredBlock {
  readonly sensorId: number;
}

export interface SensorReading extends StoredReading {
  readonly sensorId: number;
}

/** Where to continue. Only the side that created it understands it. */
export type Cursor = string;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null at the end. */
  readonly next: Cursor | null;
}

/** The data of an installation besides rows. */
export interface Totals {
  readonly settled: SettledCounts;
  /** Readings that never entered the queue, by the name of the counter: duplicates, and rejected ones by reason. */
  readonly counters: Readonly<Record<string, number>>;
  /** The fates of requests that arrived before this time are no longer known. */
  readonly receiptsForgottenBeforeMs: number;
  /** The highest id that was ever assigned in a table, even if that row is gone. Tables without any are left out. */
  readonly lastIds: Readonly<Record<string, number>>;
}

/**
 * The data of an installation, in pages and in a form that does not depend on the engine. Each page is read on its own,
 * so only one page is in memory. Nobody may write meanwhile.
 */
export interface MigrationData {
  /** For example "the data folder /var/lib/weir". */
  readonly title: string;
  rows(table: TableShape, after: Cursor | null): Promise<Page<Row>>;
  /** Readings in blocks. */
  blocks(after: Cursor | null): Promise<Page<SensorBlock>>;
  /** All other readings. */
  readings(after: Cursor | null): Promise<Page<SensorReading>>;
  requests(after: Cursor | null): Promise<Page<ActivityRecord>>;
  /** About how many items there are, for estimates. */
  count(what: TableShape | "blocks" | "readings" | "requests"): Promise<number>;
  totals(): Promise<Totals>;
}

/** The progress of a step of the copy. */
export interface StepProgress {
  readonly cursor: Cursor | null;
  readonly items: number;
  readonly isDone: boolean;
}

/** A step, and the progress to write with its items. */
export interface StepWrite {
  readonly step: string;
  readonly progress: StepProgress;
}

/**
 * An installation that is being filled. Everything written is committed together with the progress of its step, or not
 * at all.
 */
export interface MigrationTarget extends MigrationData {
  progress(step: string): Promise<StepProgress>;
  writeRows(table: TableShape, rows: readonly Row[], write: StepWrite): Promise<void>;
  /** Fills the columns named in `later` of rows that were copied before. */
  writeLater(table: TableShape, rows: readonly Row[], write: StepWrite): Promise<void>;
  writeBlocks(blocks: readonly SensorBlock[], write: StepWrite): Promise<void>;
  writeReadings(readings: readonly SensorReading[], write: StepWrite): Promise<void>;
  writeRequests(requests: readonly ActivityRecord[], write: StepWrite): Promise<void>;
  /** Writes everything that follows from the rest. May be called again. */
  finish(totals: Totals): Promise<void>;
}

export const notBegun: StepProgress = { cursor: null, items: 0, isDone: false };
