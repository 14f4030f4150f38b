import { FrameReader, MalformedFrameError } from "../queue/packed-readings.ts";
import type { Position } from "../queue/position.ts";
import type { QueueEntry } from "../queue/queue-reader.ts";
import type { KeptFrame } from "../store/backlog-store.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import { AccountLines } from "./account-lines.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { FromQueue } from "./chains/reading-origin.ts";
import type { OpenBatch } from "./open-batch.ts";
import { ProcessingTimes } from "./processing-times.ts";
import { TurnClock } from "./turn-clock.ts";

export interface TurnSettings {
  /** How long one account is processed within a batch before the rest of its readings are parked. */
  readonly turnMs: number;
  /** How much may be parked, of all accounts together, before those of which something is are refused more. */
  readonly parkedBytesMax: number;
}

/** A fifth of a second, and as much on disk as the queue may hold. */
export const defaultTurns: TurnSettings = { turnMs: 200, parkedBytesMax: 1024 ** 3 };

type LineQueries = Pick<OwnerQueries, "backlogs" | "parked">;

export interface TurnParts {
  readonly batch: Pick<OpenBatch, "parked" | "keptFrames" | "settledFrameIds">;
  readonly queries: LineQueries;
  readonly chains: ChainDirectory;
  readonly settings?: TurnSettings;
  readonly clock?: TurnClock;
}

/**
 * Gives every account its turn. An account whose readings take longer than a turn within a batch has the rest of them
 * parked, unchanged, at the end of its own line in the store, in the transaction that moves the position past them. While it has a line, what
 * else comes of it goes behind, so that the readings of a sensor stay in order. Lines are settled in turns of their own.
 */
export class FairTurns {
  readonly lines: AccountLines;
  readonly clock: TurnClock;
  readonly times = new ProcessingTimes();
  readonly settings: TurnSettings;
  readonly #batch: Pick<OpenBatch, "parked" | "keptFrames" | "settledFrameIds">;
  readonly #queries: LineQueries;
  readonly #chains: ChainDirectory;
  /** Readings of the open batch whose account had had its turn: by the sequence of their entry and place in it, the account. */
  readonly #left = new Map<number, Map<number, number>>();

  constructor({ batch, queries, chains, settings = defaultTurns, clock = new TurnClock() }: TurnParts) {
    this.#batch = batch;
    this.#queries = queries;
    this.#chains = chains;
    this.settings = settings;
    this.clock = clock;
    this.lines = new AccountLines(queries);
  }

  begin(): void {
    this.#left.clear();
    this.clock.begin();
  }

  /** All of the batch has had its turn. */
  end(): void {
    this.times.add(this.clock.end());
  }

  /** So many readings of the account, from this one on, are not settled in this batch. */
  leave(accountId: number, { sequence, ordinal }: FromQueue, readings: number): void {
    const ordinals = this.#left.get(sequence) ?? new Map<number, number>();
    this.#left.set(sequence, ordinals);
    for (let nth = 0; nth < readings; nth++) ordinals.set(ordinal + nth, accountId);
  }

  /** Parks the frame under the cursor where its account has a line; returns how many readings that were, or null. */
  parkBehind(frames: FrameReader, position: Position, firstOrdinal: number): number | null {
    if (this.lines.isEmpty) return null;
    const accountId = this.#chains.accountOfDevice(frames.deviceId);
    if (accountId === null || !this.lines.has(accountId)) return null;
    const readings = frames.skipReadings();
    this.#park(frames, accountId, { position, firstOrdinal, readings, due: null });
    return readings;
  }

  /** Parks what was left of entries of the queue. */
  parkLeft(entries: readonly QueueEntry[]): void {
    for (const { position, data } of entries) {
      const left = this.#left.get(position.sequence);
      if (left !== undefined) this.#parkEntry(position, data, left);
    }
  }

  /** Brings frames of a line up to date: what was settled of them leaves it. */
  keepLeft(frames: readonly KeptFrame[]): void {
    for (const { id, accountId, position, firstOrdinal, data } of frames) {
      this.lines.changed(accountId, position);
      const { due, readings } = dueOf(countOf(data), firstOrdinal, this.#left.get(position.sequence));
      if (readings === 0) this.#batch.settledFrameIds.push(id);
      else this.#batch.keptFrames.push({ id, due, readings });
    }
  }

  first(accountId: number, bytesMax: number): Promise<KeptFrame[]> {
    return this.#queries.parked(accountId, bytesMax);
  }

  #parkEntry(position: Position, data: Uint8Array, left: ReadonlyMap<number, number>): void {
    const frames = new FrameReader(data);
    let firstOrdinal = 1;
    try {
      while (frames.nextFrame()) {
        const count = frames.skipReadings();
        const { due, readings } = dueOf(count, firstOrdinal, left);
        if (readings > 0) {
          // A frame is of one device, and so of one account; whose it was may not be known any more where chains are kept.
          const accountId = left.get(firstOrdinal + due.indexOf(1))!;
          const all = readings === count;
          this.#park(frames, accountId, { position, firstOrdinal, readings, due: all ? null : due });
        }
        firstOrdinal += count;
      }
    } catch (error) {
      // What comes after is a dead letter by now.
      if (!(error instanceof MalformedFrameError)) throw error;
    }
  }

  #park(
    { deviceId, frameData: data }: FrameReader,
    accountId: number,
    part: { position: Position; firstOrdinal: number; readings: number; due: Uint8Array | null },
  ): void {
    this.lines.changed(accountId, part.position);
    this.#batch.parked.push({ accountId, deviceId, data, ...part });
  }
}

/** None of what cannot be read: that is a dead letter by now, and leaves the line. */
function countOf(frame: Uint8Array): number {
  try {
    const frames = new FrameReader(frame);
    return frames.nextFrame() ? frames.skipReadings() : 0;
  } catch (error) {
    if (error instanceof MalformedFrameError) return 0;
    throw error;
  }
}

/** Which readings of a frame are among those that were left. */
function dueOf(
  count: number,
  firstOrdinal: number,
  left: ReadonlyMap<number, number> | undefined,
): { due: Uint8Array; readings: number } {
  const due = new Uint8Array(count);
  let readings = 0;
  for (let place = 0; left !== undefined && place < count; place++) {
    if (!left.has(firstOrdinal + place)) continue;
    due[place] = 1;
    readings++;
  }
  return { due, readings };
}
