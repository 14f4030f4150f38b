import type { ChainReading, Effects } from "@weir/rule-engine/node-type";
import { FrameReader, MalformedFrameError } from "../queue/packed-readings.ts";
import type { Position, QueueEntry, QueueReader } from "../queue/queue.ts";
import type { ReadingStore, SettledCounts } from "../store/reading-store.ts";
import type { ChainDirectory } from "./chain-directory.ts";

/** Queue bytes taken into one transaction, at least one entry. */
const batchBytesMax = 4 * 1024 * 1024;

/**
 * Takes whole entries from the queue, runs every reading through its sensor's chain, and settles them: rows, dead
 * letters and the new position commit together. What fails on the way leaves no trace and is tried again, so a
 * reading is settled exactly once however often the process dies.
 */
export class Processor {
  readonly #queue: QueueReader;
  readonly #store: ReadingStore;
  readonly #chains: ChainDirectory;
  readonly #reading: ChainReading = {
    sensorId: 0,
    deviceId: 0,
    atUs: 0,
    value: 0,
    receivedUs: 0,
    deviceSeconds: -1,
    deviceMicros: 0,
    metadata: "",
    batteryVolts: null,
  };
  readonly #effects: Effects;
  #position: Position;
  #savedCurrent = false;

  constructor(queue: QueueReader, store: ReadingStore, chains: ChainDirectory) {
    this.#queue = queue;
    this.#store = store;
    this.#chains = chains;
    this.#position = store.progress().position;
    this.#effects = {
      save: (reading) => {
        this.#savedCurrent = true;
        store.save(
          reading.sensorId,
          reading.atUs,
          reading.value,
          reading.receivedUs,
          reading.deviceSeconds,
          reading.deviceMicros,
          reading.metadata,
        );
      },
    };
  }

  get position(): Position {
    return this.#position;
  }

  /** Settles the next batch; returns how many queue bytes that was, 0 when there is nothing to do. */
  settleNext(): number {
    const entries = this.#queue.read(this.#position, batchBytesMax);
    const last = entries.at(-1);
    if (last === undefined) return 0;
    const counts: SettledCounts = { saved: 0, ended: 0, dead: 0 };
    let bytes = 0;
    try {
      this.#store.begin();
      for (const entry of entries) {
        this.#settleEntry(entry, counts);
        bytes += entry.data.length;
      }
      this.#store.commit(this.#position, last.position, counts);
    } catch (error) {
      this.#store.rollback();
      this.#position = this.#store.progress().position;
      throw error;
    }
    this.#position = last.position;
    return bytes;
  }

  #settleEntry(entry: QueueEntry, counts: SettledCounts): void {
    const settledBefore = counts.saved + counts.ended + counts.dead;
    try {
      const frames = new FrameReader(entry.data);
      while (frames.nextFrame()) {
        const { deviceId, arrivalUs, batteryVolts } = frames;
        if (batteryVolts !== null) this.#store.battery(deviceId, arrivalUs, batteryVolts);
        while (frames.nextReading()) this.#settleReading(frames, counts);
      }
    } catch (error) {
      if (!(error instanceof MalformedFrameError)) throw error;
      this.#store.deadLetter({ ...nothingKnown, reason: error.message, raw: entry.data });
      const settled = counts.saved + counts.ended + counts.dead - settledBefore;
      counts.dead += entry.readings - settled;
    }
  }

  #settleReading(frames: FrameReader, counts: SettledCounts): void {
    const chain = this.#chains.of(frames.sensorId);
    if (chain === null) {
      counts.ended++;
      return;
    }
    const reading = this.#reading;
    reading.sensorId = frames.sensorId;
    reading.deviceId = frames.deviceId;
    reading.atUs = frames.atUs;
    reading.value = frames.value;
    reading.receivedUs = frames.arrivalUs;
    reading.deviceSeconds = frames.deviceSeconds;
    reading.deviceMicros = frames.deviceMicros;
    reading.metadata = frames.metadata;
    reading.batteryVolts = frames.batteryVolts;
    if (!chain.ok) {
      this.#store.deadLetter({ ...reading, reason: chain.problem, raw: null });
      counts.dead++;
      return;
    }
    this.#savedCurrent = false;
    chain.run(reading, this.#effects);
    if (this.#savedCurrent) counts.saved++;
    else counts.ended++;
  }
}

const nothingKnown = {
  deviceId: null,
  sensorId: null,
  atUs: null,
  value: null,
  receivedUs: null,
  metadata: null,
} as const;
