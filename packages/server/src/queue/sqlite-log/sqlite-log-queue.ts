/**
 * Group commit on its own thread. At any time one group is being written and one is being filled; when the first is
 * durable, the second follows. So the number of fsyncs depends on the disk, not on the number of requests.
 *
 *   state      meaning                                                               next
 *   idle       no group is being filled or written                                   gathering, writing, closing
 *   gathering  a group is filled, or counters wait, until this turn of the loop ends writing, idle
 *   writing    the queue thread has a group; the next one may be filled              idle
 *   closing    everything is durable, and the queue thread closes the file           closed
 *   closed     the file is closed                                                    none
 *
 * Idle changes to writing without gathering if a timer finds that counters are due. Gathering changes back to idle if
 * there are only counters and they are not due yet. A write without enough space on the disk loses both groups. Any
 * other fault of the disk ends the process. Nothing may be appended in closing and closed.
 */
import { StateWays } from "../../platform/state-ways.ts";
import { onlyPartition, type Position } from "../position.ts";
import { type Queue, type QueueTotals, QueueUnavailableError, type SettledProgress } from "../queue.ts";
import type { AppendOrders } from "./append-orders.ts";
import { copyInto, type GroupSpace, growSpace, makeSpace, spaceToKeep } from "./group-space.ts";
import { LogCounters } from "./log-counters.ts";
import type { FromLogThread, ToLogThread } from "./log-messages.ts";
import { type LogThreadOptions, type OpenedLogThread, openLogThread } from "./open-log-thread.ts";

interface SqliteLogOptions extends LogThreadOptions {
  /** How far the processor had come when the log was opened. */
  readonly settledPosition: Position;
  /** How many unsettled bytes the log may hold before `hasRoom` returns false. */
  readonly backlogBytesMax: number;
  readonly nowMs: () => number;
  /** Called before the promises of lost appends reject. */
  readonly onLost: (reason: string) => void;
  /** Called after each commit: the processor has something to read. */
  readonly onAppended: (commitMs: number) => void;
}

/** Frames that are committed together, and the promise that all their requests wait for. */
interface Group {
  readonly space: GroupSpace;
  bytes: number;
  readings: number;
  readonly durable: PromiseWithResolvers<void>;
}

type QueueState = "idle" | "gathering" | "writing" | "closing" | "closed";

const ways = new StateWays<QueueState>("queue", {
  idle: ["gathering", "writing", "closing"],
  gathering: ["idle", "writing"],
  writing: ["idle"],
  closing: ["closed"],
  closed: [],
});

export class SqliteLogQueue implements Queue {
  readonly #options: SqliteLogOptions;
  readonly #thread: Worker;
  readonly #orders: AppendOrders;
  /** One for the group that is being written and one for the group that is being filled. */
  readonly #spareSpaces: GroupSpace[] = [makeSpace(0), makeSpace(1)];
  readonly #counters: LogCounters;
  #writing: Group | null = null;
  #filling: Group | null = null;
  #state: QueueState = "idle";
  /** One object per commit, so that reading the position costs nothing. */
  #position: Position;
  #settledSequence: number;
  #acceptedReadings = 0;
  #probing: PromiseWithResolvers<boolean> | null = null;
  #closed: PromiseWithResolvers<void> | null = null;

  /** Opens the log, or rejects with the reason it cannot be used. */
  static async open(options: SqliteLogOptions): Promise<SqliteLogQueue> {
    return new SqliteLogQueue(options, await openLogThread(options));
  }

  private constructor(options: SqliteLogOptions, { thread, orders, opened }: OpenedLogThread) {
    this.#options = options;
    this.#thread = thread;
    this.#orders = orders;
    this.#settledSequence = options.settledPosition.sequence;
    this.#position = at(opened.totals.position);
    this.#acceptedReadings = opened.totals.acceptedReadings;
    this.#counters = new LogCounters(opened.counters);
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
    this.#counters.count(counter, by);
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
      counters: this.#counters.totals(),
    };
  }

  async close(): Promise<void> {
    this.#counters.hurry();
    this.#send();
    while (this.#state === "gathering" || this.#state === "writing") await this.#untilWritten();
    this.#enter("closing");
    this.#closed = Promise.withResolvers();
    this.#post({ kind: "close" });
    await this.#closed.promise;
    this.#enter("closed");
    this.#thread.terminate();
  }

  /** Resolves when the groups that are being filled or written are written or lost. */
  async #untilWritten(): Promise<void> {
    await this.barrier().catch(() => undefined);
    // Groups of counters alone are only sent at the end of the turn.
    if (this.#state === "gathering") this.#send();
  }

  #backlogBytes(): number {
    const unsettledBytes = this.#position.sequence - this.#settledSequence;
    return unsettledBytes + (this.#writing?.bytes ?? 0) + (this.#filling?.bytes ?? 0);
  }

  #startGroup(): Group {
    ways.assert(this.#state, this.#state !== "closing" && this.#state !== "closed", "a log that is open");
    const durable = Promise.withResolvers<void>();
    // Requests wait on this promise; if none does (counters alone), nobody handles a rejection.
    durable.promise.catch(() => undefined);
    this.#filling = { space: this.#spareSpaces.pop()!, bytes: 0, readings: 0, durable };
    return this.#filling;
  }

  /**
   * Waits for the end of this turn of the event loop, so that requests that arrived together share a commit, and so
   * that the queue thread does not compete for a core with the answers to the previous group.
   */
  #scheduleSend(): void {
    if (this.#state !== "idle") return;
    this.#enter("gathering");
    setImmediate(() => this.#send());
  }

  #send(): void {
    if (this.#state !== "idle" && this.#state !== "gathering") return;
    const counters = this.#dueCounters();
    if (this.#filling === null && counters.length === 0) {
      if (this.#state === "gathering") this.#enter("idle");
      return;
    }
    const group = this.#filling ?? this.#startGroup();
    this.#filling = null;
    this.#writing = group;
    this.#enter("writing");
    const { bytes, readings, space } = group;
    if (!space.isShown) this.#post({ kind: "space", space: space.number, memory: space.bytes.buffer });
    space.isShown = true;
    if (counters.length > 0) this.#post({ kind: "counters", counters });
    const appendedMs = this.#options.nowMs();
    const isReached = this.#orders.give({ space: space.number, bytes, readings, appendedMs });
    if (!isReached) this.#post({ kind: "append" });
  }

  /** Counters are written with a group; if none comes in time, they are a group of their own. */
  #dueCounters(): [string, number][] {
    const waitMs = this.#counters.waitMs();
    if (waitMs === 0) return this.#counters.take();
    if (waitMs !== null && this.#filling === null) setTimeout(() => this.#send(), waitMs).unref();
    return [];
  }

  #receive(message: FromLogThread): void {
    switch (message.kind) {
      case "appended":
        this.#position = at(message.position);
        this.#acceptedReadings = message.acceptedReadings;
        this.#finishWriting().durable.resolve();
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
    this.#counters.lost();
    this.#options.onLost(reason);
    const error = new QueueUnavailableError(`The queue could not be written: ${reason}`);
    written.durable.reject(error);
    filled?.durable.reject(error);
  }

  #finishWriting(): Group {
    const group = this.#writing!;
    this.#writing = null;
    this.#enter("idle");
    this.#giveBack(group.space);
    return group;
  }

  #giveBack(space: GroupSpace): void {
    this.#spareSpaces.push(spaceToKeep(space));
  }

  /** A group is with the queue thread while the state is "writing", and only then. */
  #enter(state: QueueState): void {
    const next = ways.follow(this.#state, state);
    ways.assert(
      next,
      (this.#writing !== null) === (next === "writing"),
      "a group to write, or none otherwise",
    );
    this.#state = next;
  }

  #post(message: ToLogThread): void {
    this.#thread.postMessage(message);
    this.#orders.noteMessage();
  }
}

function at(sequence: number): Position {
  return { partition: onlyPartition, sequence };
}
