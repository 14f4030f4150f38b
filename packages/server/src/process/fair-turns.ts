import { FrameReader, MalformedFrameError } from "../queue/packed-readings.ts";
import type { Position } from "../queue/position.ts";
import type { QueueEntry } from "../queue/queue-reader.ts";
import type { KeptFrame } from "../store/backlog/record.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import { AccountBacklogs } from "./account-backlogs.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { FromQueue } from "./chains/reading-origin.ts";
import type { OpenBatch } from "./open-batch.ts";
import { ProcessingTimes } from "./processing-times.ts";
import { TurnClock } from "./turn-clock.ts";

export interface TurnSettings {
  /** How long one account is processed within a batch before the rest of its readings are parked. */
  readonly turnMs: number;
  /** How much may be parked for all accounts together. Past it, accounts with parked readings are refused. */
  readonly parkedBytesMax: number;
}

/** A fifth of a second, and as many bytes on disk as the queue may hold. */
const defaultTurns: TurnSettings = { turnMs: 200, parkedBytesMax: 1024 ** 3 };

type BacklogQueries = Pick<OwnerQueries, "backlogs" | "parked">;

interface TurnParts {
  readonly batch: Pick<OpenBatch, "parked" | "keptFrames" | "settledFrameIds">;
  readonly queries: BacklogQueries;
  readonly chains: ChainDirectory;
  /** What an account counts with. See control/accounts/tenants.ts. */
  readonly tenantOf: (accountId: number) => number;
  readonly settings?: TurnSettings;
  readonly clock?: TurnClock;
}

/**
 * Gives every tenant its turn within a batch, however many accounts it has. If its readings take longer than a turn, the
 * rest are parked, unchanged, at the end of their account's backlog in the store, in the transaction that moves the position
 * past them. While an account has a backlog, its new readings go behind it, so that the readings of a sensor stay in order.
 * Backlogs are settled in their own turns.
 */
export class FairTurns {
  readonly backlogs: AccountBacklogs;
  readonly clock: TurnClock;
  readonly times = new ProcessingTimes();
  readonly settings: TurnSettings;
  readonly #batch: Pick<OpenBatch, "parked" | "keptFrames" | "settledFrameIds">;
  readonly #queries: BacklogQueries;
  readonly #chains: ChainDirectory;
  readonly #tenantOf: (accountId: number) => number;
  /**
   * Readings of the open batch that came after their account's turn: the account, by the sequence of the entry and the
   * place in it.
   */
  readonly #left = new Map<number, Map<number, number>>();

  constructor({
    batch,
    queries,
    chains,
    tenantOf,
    settings = defaultTurns,
    clock = new TurnClock(),
  }: TurnParts) {
    this.#batch = batch;
    this.#queries = queries;
    this.#chains = chains;
    this.settings = settings;
    this.clock = clock;
    this.#tenantOf = tenantOf;
    this.backlogs = new AccountBacklogs(queries, tenantOf);
  }

  begin(): void {
    this.#left.clear();
    this.clock.begin();
  }

  /** Called when the batch is processed. */
  end(): void {
    this.times.add(this.clock.end());
  }

  /** Called before readings of an account are settled. Returns whether they have to wait for a later turn. */
  isOver(accountId: number, turnMs: number): boolean {
    return this.clock.isOver(accountId, turnMs, this.#tenantOf(accountId));
  }

  /** Leaves this many readings of the account, from this one on, for a later turn. */
  leave(accountId: number, { sequence, ordinal }: FromQueue, readings: number): void {
    const ordinals = this.#left.get(sequence) ?? new Map<number, number>();
    this.#left.set(sequence, ordinals);
    for (let nth = 0; nth < readings; nth++) ordinals.set(ordinal + nth, accountId);
  }

  /** Parks the frame under the cursor if its account has a backlog. Returns how many readings it has, or null. */
  parkBehind(frames: FrameReader, position: Position, firstOrdinal: number): number | null {
    if (this.backlogs.isEmpty) return null;
    const accountId = this.#chains.accountOfDevice(frames.deviceId);
    if (accountId === null || !this.backlogs.has(accountId)) return null;
    const readings = frames.skipReadings();
    this.#park(frames, accountId, { position, firstOrdinal, readings, due: null });
    return readings;
  }

  /** Parks the readings of queue entries that were left. */
  parkLeft(entries: readonly QueueEntry[]): void {
    for (const { position, data } of entries) {
      const left = this.#left.get(position.sequence);
      if (left !== undefined) this.#parkEntry(position, data, left);
    }
  }

  /** Removes settled readings from parked frames. */
  keepLeft(frames: readonly KeptFrame[]): void {
    for (const { id, accountId, position, firstOrdinal, data } of frames) {
      this.backlogs.changed(accountId, position);
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
          // A frame belongs to one device, and so to one account. The account was remembered when the readings were
          // left, because control data may no longer have it.
          const accountId = left.get(firstOrdinal + due.indexOf(1))!;
          const all = readings === count;
          this.#park(frames, accountId, { position, firstOrdinal, readings, due: all ? null : due });
        }
        firstOrdinal += count;
      }
    } catch (error) {
      // The readings after this point are a dead letter already.
      if (!(error instanceof MalformedFrameError)) throw error;
    }
  }

  #park(
    { deviceId, frameData: data }: FrameReader,
    accountId: number,
    part: { position: Position; firstOrdinal: number; readings: number; due: Uint8Array | null },
  ): void {
    this.backlogs.changed(accountId, part.position);
    this.#batch.parked.push({ accountId, deviceId, data, ...part });
  }
}

/** Returns 0 if the frame cannot be read: it is a dead letter already, and leaves the backlog. */
function countOf(frame: Uint8Array): number {
  try {
    const frames = new FrameReader(frame);
    return frames.nextFrame() ? frames.skipReadings() : 0;
  } catch (error) {
    if (error instanceof MalformedFrameError) return 0;
    throw error;
  }
}

/** Returns which readings of a frame are among those that were left. */
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
