import { unpackNoticed } from "../activity/activity-recorder.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import type { Position } from "../queue/queue.ts";
import type { ReadingStore } from "../store/reading-store.ts";
import { isDiskFault } from "../store/store-fault.ts";
import type { BatteryPurger } from "./battery-purger.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import { ConnectionWriter } from "./connection-writer.ts";
import type { LiveFeed } from "./live-feed.ts";
import type { MergeWalk } from "./merge-walk.ts";
import type { NoticedRequests } from "./noticed-requests.ts";
import { ParkedWarnings } from "./parked-warnings.ts";
import type { FromProcessor, ToProcessor } from "./process-messages.ts";
import type { Processor } from "./processor.ts";
import type { ProcessorRequest } from "./processor-request.ts";
import type { Purger } from "./purger.ts";

/**
 * Readings are gathered this long before they are settled, because a transaction costs the same for one reading as for
 * a thousand. It is also how far the store lags behind the answer on an idle machine.
 */
const gatherMs = 50;
/** Queue bytes after which the store is synced, so that the queue can let go of them. */
const syncEveryBytes = 16 * 1024 * 1024;
const syncWhenIdleMs = 1000;
/** A batch of this size or more is followed by the next at once: there is a backlog, and nothing to gather. */
const gatheredBytesMax = 1024 * 1024;
const firstRetryMs = 50;
const lastRetryMs = 5000;

export interface ProcessorParts {
  readonly processor: Processor;
  readonly store: ReadingStore;
  readonly chains: ChainDirectory;
  readonly purger: Purger;
  readonly batteryPurger: BatteryPurger;
  readonly mergeWalk: MergeWalk;
  readonly noticed: NoticedRequests;
  readonly log: Log;
  readonly send: (message: FromProcessor) => void;
  readonly feed: LiveFeed;
  readonly reviewHeld: () => void;
  readonly answer: (request: ProcessorRequest) => unknown;
}

/**
 * Drives the processor: wakes when the queue has grown, settles until it is empty, reports progress, sleeps. A fault
 * of the store (disk full, locked) is retried for ever with back-off; the position stays where it was. Only a fault of
 * the disk itself ends it: after a failed fsync nobody knows what is on disk, and asking again would be told a lie.
 */
export class ProcessorLoop {
  readonly #parts: ProcessorParts;
  readonly #connections: ConnectionWriter;
  readonly #parkedWarnings: ParkedWarnings;
  readonly #flushes: { ticket: number; position: Position }[] = [];
  #woken = Promise.withResolvers<void>();
  #stopping = false;
  #reportDue = false;
  #fault: unknown = null;
  #unsyncedBytes = 0;
  #durablePosition: Position;
  #retryMs = firstRetryMs;

  constructor(parts: ProcessorParts) {
    this.#parts = parts;
    this.#connections = new ConnectionWriter(parts.store);
    this.#parkedWarnings = new ParkedWarnings(parts.log);
    this.#durablePosition = parts.store.sync();
  }

  async run(): Promise<void> {
    this.#parts.purger.refresh();
    this.#forgetDeletedDevices();
    this.#forgetDeletedChains();
    this.#report();
    while (!this.#stopping) {
      if (this.#fault !== null) throw this.#fault;
      const worked = this.#attempt();
      if (worked === "failed") await Bun.sleep(this.#retryMs);
      else if (worked === "idle") await this.#sleepUntilWoken();
      else if (worked === "some") await Bun.sleep(gatherMs);
      else await immediate();
    }
    while (this.#attempt() === "more");
    this.#writeCounts();
    this.#sync();
    this.#report();
  }

  /** Others have written to the store, which wants a sync sooner or later. */
  storeChanged(): void {
    this.#unsyncedBytes++;
    this.#woken.resolve();
  }

  /** The disk is broken: nothing more can be trusted. */
  fail(fault: unknown): void {
    this.#fault = fault;
    this.#woken.resolve();
  }

  receive(message: ToProcessor): void {
    switch (message.kind) {
      case "appended":
        // The server tells of new readings once, and again only after a report.
        this.#reportDue = true;
        break;
      case "changed":
        this.#applyChange(message.deviceIds);
        break;
      case "connected":
        this.#connections.add(message.connections);
        break;
      case "noticed":
        this.#parts.noticed.receive(unpackNoticed(message.noticed));
        break;
      case "flush":
        this.#flushes.push(message);
        break;
      case "watch":
        this.#parts.feed.watch(message.accountIds);
        break;
      case "recipients changed":
        this.#parts.reviewHeld();
        break;
      case "request":
        this.#answer(message.ticket, message.request);
        break;
      case "stop":
        this.#stopping = true;
        break;
    }
    this.#woken.resolve();
  }

  #attempt(): "idle" | "some" | "more" | "failed" {
    try {
      const worked = this.#work();
      this.#retryMs = firstRetryMs;
      return worked;
    } catch (error) {
      if (isDiskFault(error)) throw error;
      this.#parts.log.error("settling failed, will be retried", {
        reason: reasonOf(error),
        retryMs: this.#retryMs,
      });
      this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
      return "failed";
    }
  }

  #work(): "idle" | "some" | "more" {
    const { processor, purger, batteryPurger } = this.#parts;
    this.#connections.write();
    const noticedMore = this.#writeNoticed();
    const bytes = processor.settleNext();
    // Parked readings stay where they are when the processor is told to stop.
    const hasParked = !this.#stopping && processor.settleParked();
    this.#unsyncedBytes += bytes + Number(hasParked);
    if (this.#unsyncedBytes >= syncEveryBytes) this.#sync();
    if (bytes > 0 || hasParked || this.#reportDue) this.#report();
    this.#answerFlushes();
    // A steady backlog must not keep the statistics from being bounded.
    const tidied = !this.#stopping && processor.tidyStatistics();
    if (bytes >= gatheredBytesMax || purger.purgeSome() || batteryPurger.purgeSome()) return "more";
    if (tidied || noticedMore || hasParked || this.#mergeRows()) return "more";
    return bytes > 0 ? "some" : "idle";
  }

  /** Returns whether there is more of it to do. */
  #mergeRows(): boolean {
    if (this.#stopping) return false;
    const isMore = this.#tidy("rows could not be merged yet", () => this.#parts.mergeWalk.mergeSome());
    if (isMore) this.#unsyncedBytes++;
    return isMore ?? false;
  }

  #answerFlushes(): void {
    const { processor, send } = this.#parts;
    const due = this.#flushes.filter(({ position }) => position <= processor.position);
    if (due.length > 0) this.#writeCounts();
    for (const flush of due) {
      this.#flushes.splice(this.#flushes.indexOf(flush), 1);
      send({ kind: "flushed", ticket: flush.ticket });
    }
  }

  /** A person asks; a fault is theirs to see, unless the disk itself is broken. */
  #answer(ticket: number, request: ProcessorRequest): void {
    const { answer, send, log } = this.#parts;
    try {
      send({ kind: "answer", ticket, answer: answer(request) });
      this.#reportDue = true;
    } catch (error) {
      if (isDiskFault(error)) this.#fault = error;
      log.error("a request failed", { request: request.kind, reason: reasonOf(error) });
      send({ kind: "refusal", ticket, reason: reasonOf(error) });
    }
  }

  #applyChange(deviceIds: readonly number[] | null): void {
    const { chains, purger, batteryPurger, noticed } = this.#parts;
    if (deviceIds === null) {
      chains.reload();
      this.#forgetDeletedChains();
    }
    for (const deviceId of deviceIds ?? []) {
      chains.reloadDevice(deviceId);
      noticed.deviceChanged(deviceId);
    }
    chains.forget(purger.refresh());
    batteryPurger.refresh();
  }

  /** Returns whether there is more of it to do. */
  #writeNoticed(): boolean {
    const { noticed } = this.#parts;
    this.#tidy("activity of devices could not be written yet", () => {
      this.#unsyncedBytes += noticed.write();
    });
    return noticed.isDue && !this.#stopping;
  }

  #writeCounts(): void {
    this.#tidy("counts of nodes could not be written yet", () => this.#parts.processor.writeCounts());
  }

  #forgetDeletedDevices(): void {
    this.#tidy("activity of deleted devices could not be looked for", () =>
      this.#parts.noticed.lookForDeleted(),
    );
  }

  #forgetDeletedChains(): void {
    this.#tidy("records of deleted chains could not be removed yet", () =>
      this.#parts.processor.forgetDeletedChains(),
    );
  }

  /** Work that nothing depends on: a store that cannot do it now is asked again some other time. */
  #tidy<T>(problem: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (isDiskFault(error)) this.#fault = error;
      this.#parts.log.warn(problem, { reason: reasonOf(error) });
      return undefined;
    }
  }

  async #sleepUntilWoken(): Promise<void> {
    const syncLater =
      this.#unsyncedBytes > 0 ? setTimeout(() => this.#syncWhileIdle(), syncWhenIdleMs) : undefined;
    await this.#woken.promise;
    clearTimeout(syncLater);
    this.#woken = Promise.withResolvers();
  }

  #syncWhileIdle(): void {
    const { log } = this.#parts;
    try {
      this.#writeCounts();
      this.#sync();
      this.#report();
      if (this.#unsyncedBytes > 0) log.warn("not all stored readings could be synced, will be retried");
    } catch (error) {
      this.#fault = error;
      this.#woken.resolve();
    }
    if (this.#unsyncedBytes > 0) this.#woken.resolve();
  }

  #sync(): void {
    const { store, processor } = this.#parts;
    this.#durablePosition = store.sync();
    if (this.#durablePosition === processor.position) this.#unsyncedBytes = 0;
  }

  #report(): void {
    this.#reportDue = false;
    const { store, processor } = this.#parts;
    const parked = processor.turns.lines.all();
    this.#parkedWarnings.look(parked, processor.turns.settings);
    const progress = { ...store.progress(), durablePosition: this.#durablePosition, parked };
    this.#parts.send({ kind: "progress", progress });
  }
}

function immediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
