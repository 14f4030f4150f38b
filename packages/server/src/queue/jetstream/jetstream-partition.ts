/**
 * Writes one partition of the queue. One entry is with the server while the next ones are filled, so the size of entries
 * adapts to the speed of the server. The entries that this node writes to a partition keep their order, even if one of
 * them has to be published again.
 *
 *   state       meaning                                                           next
 *   idle        nothing is waiting                                                gathering: something was appended
 *   gathering   an entry is filled until this turn of the event loop ends         queued
 *   queued      the limit of concurrent publishes is reached; waits for its turn  publishing
 *   publishing  the first entry is being published and its identities stored      idle: acknowledged or lost
 *
 * If entries were filled during a publish, idle changes to gathering at once.
 */
import { StateWays } from "../../platform/state-ways.ts";
import { isSequenceReached, type Position, startOf } from "../position.ts";
import type { AppendedQueue } from "../queue.ts";
import { GrowingEntry } from "./growing-entry.ts";
import { splitFrame } from "./split-frame.ts";

/** An entry that the server has acknowledged. */
export interface DurableEntry {
  readonly position: Position;
  readonly data: Uint8Array;
}

/** What the partitions of one node share. */
export interface PartitionOwner {
  readonly entryBytesMax: number;
  hasRoom(): boolean;
  /** Called when the number of bytes without an acknowledgement changes. */
  waitingBytesChanged(by: number): void;
  /** Calls `gathered` when this turn of the event loop ends. */
  afterTurn(gathered: () => void): void;
  /** Calls `begin` once a publish may begin, perhaps at once. */
  takeTurn(begin: () => void): void;
  endTurn(): void;
  publish(partition: number, data: Uint8Array, readings: number): Promise<number>;
  /** Resolves when other nodes can find the entry's identities, or when that takes too long. */
  remember(entry: DurableEntry): Promise<void>;
  lost(partition: number, error: unknown): void;
  count(counter: string, by: number): void;
}

type PartitionState = "idle" | "gathering" | "queued" | "publishing";

const ways = new StateWays<PartitionState>("partition of the queue", {
  idle: ["gathering"],
  gathering: ["queued"],
  queued: ["publishing"],
  publishing: ["idle"],
});

export class JetStreamPartition implements AppendedQueue {
  readonly #partition: number;
  readonly #owner: PartitionOwner;
  #state: PartitionState = "idle";
  /** In order. The last entry is being filled, and the first one is with the server while the state is "publishing". */
  #entries: GrowingEntry[] = [];
  #position: Position;

  constructor(partition: number, owner: PartitionOwner) {
    this.#partition = partition;
    this.#owner = owner;
    this.#position = startOf(partition);
  }

  /** A frame that is too large for one entry is split, and is durable when its last part is. */
  append(frame: Uint8Array, readings: number): Promise<void> {
    const { entryBytesMax } = this.#owner;
    if (frame.length <= entryBytesMax) return this.#add(frame, readings).durable;
    let durable = Promise.resolve();
    for (const part of splitFrame(frame, entryBytesMax))
      durable = this.#add(part.frame, part.readings).durable;
    return durable;
  }

  barrier(): Promise<void> {
    return this.#entries.at(-1)?.durable ?? Promise.resolve();
  }

  hasRoom(): boolean {
    return this.#owner.hasRoom();
  }

  count(counter: string, by: number): void {
    this.#owner.count(counter, by);
  }

  get lastPosition(): Position {
    return this.#position;
  }

  /** Called when another node has written up to here. */
  seen(sequence: number): void {
    if (!isSequenceReached(sequence, this.#position.sequence))
      this.#position = { partition: this.#partition, sequence };
  }

  #add(frame: Uint8Array, readings: number): GrowingEntry {
    const { entryBytesMax } = this.#owner;
    const isFirstOut = this.#state === "publishing" && this.#entries.length === 1;
    let entry = isFirstOut ? undefined : this.#entries.at(-1);
    if (entry === undefined || entry.bytes + frame.length > entryBytesMax) {
      entry = new GrowingEntry();
      this.#entries.push(entry);
    }
    entry.add(frame, readings);
    this.#owner.waitingBytesChanged(frame.length);
    this.#gather();
    return entry;
  }

  /** Waits for the end of this turn of the event loop, so that requests that arrived together share an entry. */
  #gather(): void {
    if (this.#state !== "idle") return;
    this.#enter("gathering");
    this.#owner.afterTurn(() => {
      this.#enter("queued");
      this.#owner.takeTurn(() => void this.#publish());
    });
  }

  async #publish(): Promise<void> {
    const owner = this.#owner;
    this.#enter("publishing");
    const entry = this.#entries[0]!;
    const { data } = entry;
    try {
      const sequence = await owner
        .publish(this.#partition, data, entry.readings)
        .finally(() => owner.endTurn());
      const position = { partition: this.#partition, sequence };
      this.seen(sequence);
      await owner.remember({ position, data });
      this.#entries.shift();
      owner.waitingBytesChanged(-entry.bytes);
      this.#enter("idle");
      entry.confirm();
    } catch (error) {
      this.#lose(error);
    }
    if (this.#entries.length > 0) this.#gather();
  }

  /** Loses everything that is not durable together, as the port says. */
  #lose(error: unknown): void {
    const entries = this.#entries;
    this.#entries = [];
    for (const { bytes } of entries) this.#owner.waitingBytesChanged(-bytes);
    this.#enter("idle");
    this.#owner.lost(this.#partition, error);
    for (const entry of entries) entry.lose(error);
  }

  #enter(state: PartitionState): void {
    this.#state = ways.follow(this.#state, state);
    ways.assert(state, this.#entries.length > 0 || state === "idle", "an entry");
  }
}
