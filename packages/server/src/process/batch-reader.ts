import { FrameReader, MalformedFrameError } from "../queue/packed-readings.ts";
import type { Position } from "../queue/position.ts";
import type { QueueEntry } from "../queue/queue-reader.ts";
import type { KeptFrame } from "../store/backlog/record.ts";
import type { SettledCounts } from "../store/partition-progress.ts";
import type { BatchNeeds } from "./batch-needs.ts";
import type { ChainUses } from "./chain-uses.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { Traces } from "./chains/traces.ts";
import type { FairTurns } from "./fair-turns.ts";
import { lettersInForm, nothingKnown } from "./letter-form.ts";
import type { Narrowing } from "./narrowing.ts";
import type { ProcessingParts } from "./processing-parts.ts";
import type { ReadingBatch } from "./reading-batch.ts";
import type { Receipts } from "./receipts.ts";
import { SettledEntries } from "./settled-entries.ts";
import type { Tallies } from "./tallies.ts";

interface BatchReaderParts {
  readonly chains: ChainDirectory;
  readonly parts: Pick<
    ProcessingParts,
    "batch" | "records" | "clock" | "log" | "queue" | "hasDevice" | "scope"
  >;
  readonly needs: BatchNeeds;
  readonly turns: FairTurns;
  readonly batch: ReadingBatch;
  readonly receipts: Receipts;
  readonly uses: ChainUses;
  readonly tallies: Tallies;
  readonly traces: Traces;
  readonly narrowing: Narrowing;
}

/** Reads frames of the queue, or parked frames, into the open batch. */
export class BatchReader {
  readonly settledEntries: SettledEntries;
  readonly #of: BatchReaderParts;

  constructor(parts: BatchReaderParts) {
    this.#of = parts;
    this.settledEntries = new SettledEntries(parts.parts.batch);
  }

  /** Returns the entries that it has read: those that were not settled before, and those that the queue had not delivered. */
  async readEntries(delivered: readonly QueueEntry[], counts: SettledCounts): Promise<readonly QueueEntry[]> {
    const { queue, log } = this.#of.parts;
    const readAt = async (position: Position) => (await queue.readAt?.(position)) ?? null;
    const entries = await this.settledEntries.complete(delivered, readAt);
    const unsettled = this.settledEntries.take(entries);
    const missed = entries.length - delivered.length;
    const repeated = entries.length - unsettled.length;
    if (missed + repeated > 0)
      log.warn("a copy of the queue differs from the others; each entry is settled once", {
        partition: delivered[0]!.position.partition,
        missed,
        repeated,
      });
    for (const { position, entries: lost, readings } of this.#of.parts.batch.losses)
      log.error("the queue has lost accepted readings", {
        partition: position?.partition,
        sequence: position?.sequence,
        entries: lost,
        readings,
        nextStoredMs: delivered[0]!.appendedMs,
      });
    for (const entry of unsettled) this.#readEntry(entry, counts);
    return unsettled;
  }

  /**
   * Frames of accounts that have a line are parked behind it instead of going into the batch. An entry may have frames of
   * several partitions, whose processors settle them; the first one also reports what cannot be read.
   */
  #readEntry({ data, position, readings: all }: QueueEntry, counts: SettledCounts): void {
    const { turns, receipts } = this.#of;
    const { scope } = this.#of.parts;
    let readings = 0;
    this.#orDeadLetter(
      scope.isFirst ? data : null,
      counts,
      () => {
        const frames = new FrameReader(data);
        while (frames.nextFrame()) {
          if (!scope.hasDevice(frames.deviceId)) {
            readings += frames.skipReadings();
            continue;
          }
          this.#noteBattery(frames);
          const parked = turns.parkBehind(frames, position, readings + 1);
          if (parked !== null) {
            readings += parked;
            continue;
          }
          receipts.beginFrame(frames, position.sequence, readings + 1);
          readings += this.#takeStretch(frames, position, readings + 1);
          if (scope.partitions > 1) readings += this.#takeFrame(frames, position, readings, counts);
          else while (frames.nextReading()) this.#take(frames, position, ++readings, counts);
        }
      },
      () => all - readings,
    );
  }

  /** Takes the rest of the frame. What cannot be read of it does not end the entry, which others read too. */
  #takeFrame(frames: FrameReader, position: Position, readBefore: number, counts: SettledCounts): number {
    const all = frames.readingsLeft;
    let readings = readBefore;
    this.#orDeadLetter(
      frames.frameData,
      counts,
      () => {
        while (frames.nextReading()) this.#take(frames, position, ++readings, counts);
      },
      () => frames.skipReadings(),
    );
    return all;
  }

  readParked({ data, position, firstOrdinal, due, readings: all }: KeptFrame, counts: SettledCounts): void {
    let taken = 0;
    this.#orDeadLetter(
      data,
      counts,
      () => {
        const frames = new FrameReader(data);
        if (!frames.nextFrame()) return;
        this.#of.receipts.beginFrame(frames, position.sequence, firstOrdinal);
        for (let place = 0; frames.nextReading(); place++) {
          if (due !== null && due[place] !== 1) continue;
          taken++;
          this.#take(frames, position, firstOrdinal + place, counts);
        }
      },
      () => all - taken,
    );
  }

  /**
   * Takes all readings of the frame at once, if they are a stretch and their chain only saves them. Returns how many.
   * Traced chains get their readings one by one, and so do all chains while the reading is looked for that the store
   * refuses.
   */
  #takeStretch(frames: FrameReader, position: Position, firstOrdinal: number): number {
    const { chains, batch, uses, traces, narrowing } = this.#of;
    if (!frames.isDense || traces.isOn || narrowing.isOn) return 0;
    const sensor = chains.of(frames.sensorId);
    if (sensor === null || sensor.countSaved === null) return 0;
    const stretch = frames.nextStretch();
    if (stretch === null) return 0;
    if (!sensor.isChainNoted) uses.note(sensor, position);
    batch.addStretch(frames, stretch, sensor, position.sequence, firstOrdinal);
    return stretch.readings;
  }

  /** Hot: takes the reading under the cursor. `ordinal` is its place in its entry. */
  #take(frames: FrameReader, position: Position, ordinal: number, counts: SettledCounts): void {
    const { chains, batch, uses, receipts, needs } = this.#of;
    const sensor = chains.of(frames.sensorId);
    if (sensor !== null) {
      if (!needs.isFetched(sensor)) needs.want(sensor);
      if (!sensor.isChainNoted) uses.note(sensor, position);
      batch.add(frames, sensor, position.sequence, ordinal);
      return;
    }
    counts.ended++;
    receipts.sensorGone(position.sequence, ordinal);
    this.#countGone(frames.deviceId, frames.sensorId);
  }

  /**
   * Nothing is noted of a deleted device, whose readings were still in the queue. The level may also be what the store refuses,
   * so it is left out in the end.
   */
  #noteBattery({ deviceId, arrivalUs, batteryVolts }: FrameReader): void {
    const { narrowing, parts } = this.#of;
    if (batteryVolts !== null && narrowing.aside === null && parts.hasDevice(deviceId)) {
      parts.batch.batteryLevels.push({ deviceId, receivedUs: arrivalUs, volts: batteryVolts });
    }
  }

  /**
   * Turns bytes that cannot be read into a dead letter, unless `raw` is null because another processor does. `unread`
   * returns how many readings they held.
   */
  #orDeadLetter(raw: Uint8Array | null, counts: SettledCounts, read: () => void, unread: () => number): void {
    const { batch, records, clock } = this.#of.parts;
    try {
      read();
    } catch (error) {
      if (!(error instanceof MalformedFrameError)) throw error;
      if (raw === null) return;
      const id = records.ids.deadLetter();
      const letter = { ...nothingKnown, id, reason: error.message, diedMs: clock.nowMs(), raw };
      batch.deadLetters.push(...lettersInForm(letter, this.#of.narrowing.aside?.form));
      counts.dead += unread();
    }
  }

  /** Counts a reading of a removed sensor for its device, as long as the device's account is known. */
  #countGone(deviceId: number, sensorId: number): void {
    const { chains, tallies } = this.#of;
    const accountId = chains.accountOfDevice(deviceId);
    if (accountId !== null) tallies.settled({ accountId, deviceId, sensorId }, ended);
  }
}

const ended = { isDead: false, isSaved: false };
