import { onlyPartition, type Position } from "../position.ts";
import { type Queue, type QueueTotals, QueueUnavailableError, type SettledProgress } from "../queue.ts";
import { AppendOrders } from "./append-orders.ts";
import { copyInto, type GroupSpace, growSpace, makeSpace, spaceToKeep } from "./group-space.ts";
import type { FromLogThread, ToLogThread } from "./log-messages.ts";
import type { Retention } from "./log-writer.ts";

export interface SqliteLogOptions {
  readonly dataDir: string;
  readonly retention: Retention;
  /** How far the processor had come when the log was opened. */
  readonly settledPosition: Position;
  /** Unsettled bytes the log may hold before `hasRoom` says no. */
  readonly backlogBytesMax: number;
  readonly nowMs: () => number;
  /** Called before the promises of lost appends reject. */
  readonly onLost: (reason: string) => void;
  /** Called after each commit: the processor has something to read. */
  readonly onAppended: (commitMs: number) => void;
  /** The disk can no longer be trusted; the process must end without answering. */
  readonly onFatal: (reason: string) => void;
}

/** Frames that will be committed together, and the one promise all their requests wait for. */
interface Group {
  readonly space: GroupSpace;
  bytes: number;
  readings: number;
  readonly durable: PromiseWithResolvers<void>;
}

const countersFlushMs = 1000;

/**
 * Group commit on a thread of its own. At any time one group is on its way to the disk and one is being filled; when
 * the first is durable the second follows. So the number of fsyncs follows the disk, not the number of requests.
 */
export class SqliteLogQueue implements Queue {
  readonly #options: SqliteLogOptions;
  readonly #thread: Worker;
  readonly #orders: AppendOrders;
  /** One for the group that is being written and one for that which is being filled. */
  readonly #spareSpaces: GroupSpace[] = [makeSpace(0), makeSpace(1)];
  readonly #counters = new Map<string, number>();
  readonly #changedCounters = new Set<string>();
  #writing: Group | null = null;
  #filling: Group | null = null;
  #sendScheduled = false;
  #countersFlushedMs = 0;
  /** One object for each commit, so that whoever asks pays nothing. */
  #position: Position;
  #settledSequence: number;
  #acceptedReadings = 0;
  #probing: PromiseWithResolvers<boolean> | null = null;
  #closed: PromiseWithResolvers<void> | null = null;

  /** Opens the log, or rejects with the reason it cannot be used. */
  static open(options: SqliteLogOptions): Promise<SqliteLogQueue> {
    const opened = Promise.withResolvers<SqliteLogQueue>();
    const orders = new AppendOrders();
    const thread = new Worker(new URL("./log-thread.ts", import.meta.url).href);
    thread.onerror = (event) => {
      options.onFatal(event.message);
      opened.reject(new Error(event.message));
    };
    thread.onmessage = (event: MessageEvent<FromLogThread>) => {
      const message = event.data;
      if (message.kind === "opened") opened.resolve(new SqliteLogQueue(options, thread, orders, message));
      else if (message.kind === "openFailed") {
        thread.terminate();
        opened.reject(Object.assign(new Error(message.message), { code: message.code }));
      }
    };
    thread.postMessage({
      kind: "open",
      dataDir: options.dataDir,
      retention: options.retention,
      orders: orders.memory,
    } satisfies ToLogThread);
    return opened.promise;
  }

  private constructor(
    options: SqliteLogOptions,
    thread: Worker,
    orders: AppendOrders,
    opened: Extract<FromLogThread, { kind: "opened" }>,
  ) {
    this.#options = options;
    this.#thread = thread;
    this.#orders = orders;
    this.#settledSequence = options.settledPosition.sequence;
    this.#position = at(opened.totals.position);
    this.#acceptedReadings = opened.totals.acceptedReadings;
    for (const [name, total] of Object.entries(opened.counters)) this.#counters.set(name, total);
    thread.onmessage = (event: MessageEvent<FromLogThread>) => this.#receive(event.data);
  }

  append(frame: Uint8Array, readings: number): Promise<void> {
    const group = this.#filling ?? this.#startGroup();
    if (group.bytes + frame.length > group.space.bytes.length)
      growSpace(group.space, group.bytes, frame.length);
    copyInto(group.space.bytes, frame, group.bytes);
    group.bytes += frame.length;
    group.readings += readings;
    this.#scheduleSend();
    return group.durable.promise;
  }

  barrier(): Promise<void> {
    return (this.#filling ?? this.#writing)?.durable.promise ?? Promise.resolve();
  }

  hasRoom(): boolean {
    return this.#backlogBytes() < this.#options.backlogBytesMax;
  }

  probe(): Promise<boolean> {
    if (this.#probing === null) {
      this.#probing = Promise.withResolvers();
      this.#post({ kind: "probe" });
    }
    return this.#probing.promise;
  }

  settled(progress: SettledProgress): void {
    this.#settledSequence = progress.position.sequence;
    this.#post({ kind: "settled", sequence: progress.durablePosition.sequence });
  }

  count(counter: string, by: number): void {
    this.#counters.set(counter, (this.#counters.get(counter) ?? 0) + by);
    this.#changedCounters.add(counter);
    this.#scheduleSend();
  }

  get lastPosition(): Position {
    return this.#position;
  }

  totals(): QueueTotals {
    return {
      acceptedReadings: this.#acceptedReadings,
      lastPosition: this.#position,
      backlogBytes: this.#backlogBytes(),
      counters: Object.fromEntries(this.#counters),
    };
  }

  async close(): Promise<void> {
    this.#countersFlushedMs = 0;
    this.#send();
    while (this.#writing !== null || this.#filling !== null) await this.barrier().catch(() => undefined);
    this.#closed = Promise.withResolvers();
    this.#post({ kind: "close" });
    await this.#closed.promise;
    this.#thread.terminate();
  }

  #backlogBytes(): number {
    const unsettledBytes = this.#position.sequence - this.#settledSequence;
    return unsettledBytes + (this.#writing?.bytes ?? 0) + (this.#filling?.bytes ?? 0);
  }

  #startGroup(): Group {
    const durable = Promise.withResolvers<void>();
    // Requests wait on this promise; where none does (counters alone), a loss has nobody to tell.
    durable.promise.catch(() => undefined);
    this.#filling = { space: this.#spareSpaces.pop()!, bytes: 0, readings: 0, durable };
    return this.#filling;
  }

  /**
   * Waits for the end of this turn of the event loop, so that requests that arrived together share a commit, and so that the queue
   * thread does not compete for a core with the answers to the group before.
   */
  #scheduleSend(): void {
    if (this.#sendScheduled || this.#writing !== null) return;
    this.#sendScheduled = true;
    setImmediate(() => {
      this.#sendScheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#writing !== null) return;
    const counters = this.#dueCounters();
    if (this.#filling === null) {
      if (counters.length === 0) return;
      this.#startGroup();
    }
    const group = this.#filling!;
    this.#filling = null;
    this.#writing = group;
    const { bytes, readings, space } = group;
    if (!space.isShown) this.#post({ kind: "space", space: space.number, memory: space.bytes.buffer });
    space.isShown = true;
    if (counters.length > 0) this.#post({ kind: "counters", counters });
    const appendedMs = this.#options.nowMs();
    const isReached = this.#orders.give({ space: space.number, bytes, readings, appendedMs });
    if (!isReached) this.#post({ kind: "append" });
  }

  /** Counters ride along at most once a second: each costs a page in the commit. */
  #dueCounters(): [string, number][] {
    if (this.#changedCounters.size === 0) return [];
    const nowMs = performance.now();
    const waitMs = this.#countersFlushedMs + countersFlushMs - nowMs;
    if (this.#countersFlushedMs !== 0 && waitMs > 0) {
      if (this.#filling === null) setTimeout(() => this.#send(), waitMs).unref();
      return [];
    }
    this.#countersFlushedMs = nowMs;
    const due = [...this.#changedCounters].map((name): [string, number] => [name, this.#counters.get(name)!]);
    this.#changedCounters.clear();
    return due;
  }

  #receive(message: FromLogThread): void {
    switch (message.kind) {
      case "appended":
        this.#position = at(message.position);
        this.#acceptedReadings = message.acceptedReadings;
        this.#finishWriting()?.durable.resolve();
        this.#options.onAppended(message.commitMs);
        if (this.#filling === null) this.#send();
        else this.#scheduleSend();
        break;
      case "lost":
        this.#lose(message.reason);
        break;
      case "probed":
        this.#probing?.resolve(message.ok);
        this.#probing = null;
        break;
      case "fatal":
        this.#options.onFatal(message.reason);
        break;
      case "closed":
        this.#closed?.resolve();
        break;
      case "opened":
      case "openFailed":
        throw new Error("The log thread opened twice.");
    }
  }

  #lose(reason: string): void {
    const written = this.#finishWriting();
    const filled = this.#filling;
    if (filled !== null) this.#giveBack(filled.space);
    this.#filling = null;
    for (const name of this.#counters.keys()) this.#changedCounters.add(name);
    this.#options.onLost(reason);
    const error = new QueueUnavailableError(`The queue could not be written: ${reason}`);
    written?.durable.reject(error);
    filled?.durable.reject(error);
  }

  #finishWriting(): Group | null {
    const group = this.#writing;
    if (group !== null) this.#giveBack(group.space);
    this.#writing = null;
    return group;
  }

  #giveBack(space: GroupSpace): void {
    this.#spareSpaces.push(spaceToKeep(space));
  }

  #post(message: ToLogThread): void {
    this.#thread.postMessage(message);
    this.#orders.noteMessage();
  }
}

function at(sequence: number): Position {
  return { partition: onlyPartition, sequence };
}
