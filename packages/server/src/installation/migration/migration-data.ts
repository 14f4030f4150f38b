import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { StoredBlock } from "../../store/blocks/stored-block.ts";
import type { StoredReading } from "../../store/reading-queries.ts";
import type { SettledCounts } from "../../store/reading-store.ts";
import type { TableShape } from "./migrated-tables.ts";

/** As both engines have it: flags are 0 and 1, and whole numbers that a double may not hold are text. */
export type Value = number | string | Uint8Array | null;
/** Values in the order of the columns of the table. */
export type Row = readonly Value[];

export interface SensorBlock extends StoredBlock {
  readonly sensorId: number;
}

export interface SensorReading extends StoredReading {
  readonly sensorId: number;
}

/** Where to go on. Only the side that made it understands it. */
export type Cursor = string;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null at the end. */
  readonly next: Cursor | null;
}

/** What is in an installation besides rows. */
export interface Totals {
  readonly settled: SettledCounts;
  /** What became of requests that arrived before this is not known any more. */
  readonly receiptsForgottenBeforeMs: number;
  /** The highest id that was ever given in a table, also where that row is gone. Tables without any are left out. */
  readonly lastIds: Readonly<Record<string, number>>;
}

/**
 * The data of an installation, in pages and in a form that does not depend on the engine. Each page is read anew, so nothing is held in memory
 * besides it. Nobody may write meanwhile.
 */
export interface MigrationData {
  /** Such as "the data folder /var/lib/weir". */
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

/** How far a step of the copy has come. */
export interface StepProgress {
  readonly cursor: Cursor | null;
  readonly items: number;
  readonly isDone: boolean;
}

/** A step and the progress that is to be written with its items. */
export interface StepWrite {
  readonly step: string;
  readonly progress: StepProgress;
}

/** An installation that is being filled. Whatever is written is committed together with the progress of its step, or not at all. */
export interface MigrationTarget extends MigrationData {
  progress(step: string): Promise<StepProgress>;
  writeRows(table: TableShape, rows: readonly Row[], write: StepWrite): Promise<void>;
  /** Fills the columns named in `later` of rows that are there already. */
  writeLater(table: TableShape, rows: readonly Row[], write: StepWrite): Promise<void>;
  writeBlocks(blocks: readonly SensorBlock[], write: StepWrite): Promise<void>;
  writeReadings(readings: readonly SensorReading[], write: StepWrite): Promise<void>;
  writeRequests(requests: readonly ActivityRecord[], write: StepWrite): Promise<void>;
  /** Writes what follows from the rest. May be called again. */
  finish(totals: Totals): Promise<void>;
}

export const notBegun: StepProgress = { cursor: null, items: 0, isDone: false };
