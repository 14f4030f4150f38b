/**
 * The only file that names adapters: every other one knows ports. An installation is a data folder, in which each
 * function below opens what its caller asks for. Whoever opens something closes it.
 *
 * Adapters are loaded when they are opened: every command is a process of its own, and so is every listener thread, and
 * what each of them needs is a small part of all this.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Bus } from "../bus/bus.ts";
import type { LocalBusOptions } from "../bus/local/local-bus.ts";
import type { Control, ControlReader } from "../control/control.ts";
import { controlFile } from "../control/sqlite/control-file.ts";
import type { ControlOptions } from "../control/sqlite/open-sqlite-control.ts";
import type { Counters } from "../counters/counters.ts";
import { ToldCounters } from "../counters/told/told-counters.ts";
import type { Limiter, LimitOptions } from "../limit/limiter.ts";
import { SharedWindowLimiter } from "../limit/shared-memory/shared-window-limiter.ts";
import { makeSharedWindows, type SharedWindows } from "../limit/shared-memory/shared-windows.ts";
import type { Intake } from "../queue/intake.ts";
import type { QueueTotals } from "../queue/queue.ts";
import type { QueueReader } from "../queue/queue-reader.ts";
import type { ToIntake, Told } from "../queue/shared-intake/intake-messages.ts";
import { makeRing } from "../queue/shared-intake/request-ring.ts";
import { RingServer } from "../queue/shared-intake/ring-server.ts";
import { SharedIntake } from "../queue/shared-intake/shared-intake.ts";
import type { ActivityQueries } from "../store/activity-queries.ts";
import type { ChainQueries } from "../store/chain-queries.ts";
import type { OutboxQueries } from "../store/outbox-queries.ts";
import type { ReadingQueries } from "../store/reading-queries.ts";
import type { ReceiptQueries } from "../store/receipt-queries.ts";
import type { StatisticsQueries } from "../store/statistics-queries.ts";
import type { IntakeOptions, OpenedIntake } from "./embedded/open-intake.ts";
import type { StoreLimits } from "./embedded/open-store.ts";

/** The control data, to read and to change. */
export async function openControl(dataDir: string, options: ControlOptions): Promise<Control> {
  const { openSqliteControl } = await import("../control/sqlite/open-sqlite-control.ts");
  return openSqliteControl(dataDir, options);
}

/** The control data, to read. Fails where no server has started yet. */
export async function readControl(dataDir: string): Promise<ControlReader> {
  const { openControlReader } = await import("../control/sqlite/open-sqlite-control.ts");
  return openControlReader(dataDir);
}

export function hasControlData(dataDir: string): boolean {
  return existsSync(join(dataDir, controlFile));
}

/** Listens when it resolves, so whatever is loaded later misses no change. */
export async function openBus(options: LocalBusOptions): Promise<Bus> {
  const { LocalBus } = await import("../bus/local/local-bus.ts");
  return new LocalBus(options);
}

/** A limit that the threads of a process share: made once and posted to each, which opens it. */
export function makeLimit(options: LimitOptions): SharedLimit {
  return makeSharedWindows(options);
}

export type SharedLimit = SharedWindows;

export function openLimiter(limit: SharedLimit): Limiter {
  return new SharedWindowLimiter(limit);
}

/** What a listener thread and the intake thread say to each other. */
export type IntakeMessage = ToIntake;
export type IntakeAnswer = Told;

/** The intake as a listener thread has it. Other threads' intake is behind the ring. */
export function openSharedIntake(ring: SharedArrayBuffer, post: (message: ToIntake) => void): SharedIntake {
  return new SharedIntake(ring, post);
}

/** Serves one listener thread with an intake of this thread, over a ring of so many bytes. */
export function serveSharedIntake(intake: Intake, ringBytes: number, post: (told: Told) => void) {
  const ring = makeRing(ringBytes);
  const server = new RingServer(intake, ring, post);
  return { ring, receive: (message: ToIntake) => server.receive(message) };
}

/** The intake, and the queue that it writes. One process at a time may have them open. */
export async function openIntake(options: IntakeOptions): Promise<OpenedIntake> {
  const { openEmbeddedIntake } = await import("./embedded/open-intake.ts");
  return openEmbeddedIntake(options);
}

/**
 * The queue as the processor reads it, which may be before ingest has opened it. What is found is synced first: a write
 * that a kill has left in doubt must not be settled before a power cut can no longer take it. Synced after the file is
 * open, because nothing else of that kind can be seen from then on.
 */
export async function openQueueReader(dataDir: string): Promise<QueueReader> {
  const { SqliteLogReader } = await import("../queue/sqlite-log/sqlite-log-reader.ts");
  const { syncFoundLog } = await import("../queue/sqlite-log/sync-found-log.ts");
  const reader = new SqliteLogReader(dataDir);
  syncFoundLog(dataDir);
  return reader;
}

/** The store as the processor writes it. */
export async function openStore(dataDir: string, limits: StoreLimits = {}) {
  const { openEmbeddedStore } = await import("./embedded/open-store.ts");
  return openEmbeddedStore(dataDir, limits);
}

/** The outbox as a process that only delivers writes it, beside the processor. */
export async function openOutbox(dataDir: string) {
  const { openSqliteOutbox } = await import("../store/sqlite/open-sqlite-outbox.ts");
  return openSqliteOutbox(dataDir);
}

/** The counts as they are committed. */
export async function openCommittedCounters(dataDir: string): Promise<Counters> {
  const { FileCounters } = await import("./embedded/file-counters.ts");
  return new FileCounters(dataDir);
}

/** The counts of a running installation, for whoever hears the processor's reports. */
export async function openCounters(
  dataDir: string,
  askQueue: () => Promise<QueueTotals>,
): Promise<ToldCounters> {
  return ToldCounters.open({ committed: await openCommittedCounters(dataDir), askQueue });
}

/** Reads saved readings. */
export async function openReadingQueries(dataDir: string): Promise<ReadingQueries> {
  const { SqliteReadingQueries } = await import("../store/sqlite/sqlite-reading-queries.ts");
  return new SqliteReadingQueries(dataDir);
}

/** Reads what rule chains keep. */
export async function openChainQueries(dataDir: string): Promise<ChainQueries> {
  const { SqliteChainQueries } = await import("../store/sqlite/sqlite-chain-queries.ts");
  return new SqliteChainQueries(dataDir);
}

export async function openOutboxQueries(dataDir: string): Promise<OutboxQueries> {
  const { SqliteOutboxQueries } = await import("../store/sqlite/sqlite-outbox-queries.ts");
  return new SqliteOutboxQueries(dataDir);
}

/** Reads the requests of devices, and rejected readings. */
export async function openActivityQueries(dataDir: string): Promise<ActivityQueries> {
  const { SqliteActivityQueries } = await import("../store/sqlite/sqlite-activity-queries.ts");
  return new SqliteActivityQueries(dataDir);
}

/** Reads the fates of readings. */
export async function openReceiptQueries(dataDir: string): Promise<ReceiptQueries> {
  const { SqliteReceiptQueries } = await import("../store/sqlite/sqlite-receipt-queries.ts");
  return new SqliteReceiptQueries(dataDir);
}

export async function openStatisticsQueries(dataDir: string): Promise<StatisticsQueries> {
  const { SqliteStatisticsQueries } = await import("../store/sqlite/sqlite-statistics-queries.ts");
  return new SqliteStatisticsQueries(dataDir);
}

/** Reads the accepted readings of requests, and what became of them. The queue must have been opened once. */
export async function openRequestOutcomes(dataDir: string) {
  const { SqliteAcceptedReadings } = await import("../queue/sqlite-log/sqlite-accepted-readings.ts");
  const receipts = await openReceiptQueries(dataDir);
  const accepted = new SqliteAcceptedReadings(dataDir);
  return {
    receipts,
    accepted,
    async close(): Promise<void> {
      await receipts.close();
      await accepted.close();
    },
  };
}
