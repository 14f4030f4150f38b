import type { OutputCounter } from "@weir/rule-engine/chain-host";
import type { FrameReader } from "../queue/packed-readings.ts";
import type { FateEnd, FateRun, ReceiptStore } from "../store/receipt-store.ts";
import { BatchFrames } from "./batch-frames.ts";
import type { ChainDirectory, SensorEntry } from "./chains/chain-directory.ts";
import type { NodeCounters } from "./chains/node-counters.ts";
import type { ReadingRun } from "./chains/reading-run.ts";
import { UnsavedOutputs } from "./chains/unsaved-outputs.ts";
import { UnsavedEnds } from "./unsaved-ends.ts";

/** The readings of removed sensors end here. */
const withoutChain: FateEnd = {
  ...{ fate: "ended", chainId: null, chainVersion: null, nodeId: null, output: null, onPurpose: null },
};

/**
 * Notes what became of the readings of a batch that were not saved, by request, and writes it with the batch. Saved
 * readings, which are most, cost nothing here: only where requests begin is noted in any case.
 */
export class Receipts {
  readonly #store: ReceiptStore;
  readonly #counters: NodeCounters;
  readonly #chains: ChainDirectory;
  readonly #unsaved: UnsavedEnds;
  readonly #unsavedOutputs = new UnsavedOutputs();
  readonly #frames = new BatchFrames();
  readonly #places = new Map<OutputCounter | string, number>();
  #ends: FateEnd[] = [];
  #runs: OpenRun[] = [];
  /** The frame of the last run. */
  #lastFrame = 0;
  /** Readings mostly end where the one before them did. */
  #lastCounter: OutputCounter | null = null;
  #lastPlace = 0;
  #lastArrivalMs = 0;

  constructor(store: ReceiptStore, counters: NodeCounters, chains: ChainDirectory) {
    this.#store = store;
    this.#unsaved = new UnsavedEnds(store);
    this.#counters = counters;
    this.#chains = chains;
  }

  /** Whether there is something about lost readings that was not written. */
  get isPending(): boolean {
    return this.#unsaved.isPending;
  }

  committed(): void {
    this.#unsaved.committed();
  }

  rolledBack(): void {
    this.#unsaved.rolledBack();
    this.#clear();
  }

  #clear(): void {
    this.#frames.clear();
    if (this.#runs.length === 0) return;
    this.#runs = [];
    this.#ends = [];
    this.#places.clear();
    this.#lastCounter = null;
  }

  /** Hot: once per request. The reader stands before the frame's first reading, which is the `nth` of its entry. */
  beginFrame(frames: FrameReader, sequence: number, nth: number): void {
    this.#frames.add(frames, sequence, nth);
  }

  /** The sensor of this reading was removed. */
  sensorGone(sequence: number, nth: number): void {
    this.#note(
      sequence,
      nth,
      this.#placeOf("", () => withoutChain),
    );
  }

  /** The reading of this run was neither saved nor did it die. */
  ended(run: ReadingRun, sensor: SensorEntry): void {
    const { origin, sequence, ordinal, end } = run;
    const { chain } = sensor;
    if (origin !== "queue") return;
    if (end === null) {
      // Its chain has no output by which it left.
      const swallowed = () => ({ ...withoutChain, chainId: chain.id, chainVersion: chain.version });
      this.#note(sequence, ordinal, this.#placeOf(`ended ${chain.id}`, swallowed));
      return;
    }
    if (end !== this.#lastCounter) {
      this.#lastPlace = this.#placeOf(end, () => this.#endAt(end));
      this.#lastCounter = end;
    }
    if (this.#note(sequence, ordinal, this.#lastPlace)) this.#noteUnsaved(run, sensor, this.#lastPlace);
  }

  /** The reading of this run would have been saved, and the store had it already. */
  alreadyStored({ sequence, ordinal }: ReadingRun, { chain }: SensorEntry): void {
    const found = () =>
      ({ ...withoutChain, fate: "already_stored", chainId: chain.id, chainVersion: chain.version }) as const;
    this.#note(sequence, ordinal, this.#placeOf(`already stored ${chain.id}`, found));
  }

  died(run: ReadingRun, sensor: SensorEntry): void {
    const { origin, sequence, ordinal, diedIn, diedAt, letterId } = run;
    if (origin !== "queue" || diedIn === null) return;
    const end = () => ({
      ...({
        fate: "dead",
        chainId: diedIn.id,
        chainVersion: diedIn.version,
        nodeId: diedAt,
        output: null,
        onPurpose: null,
      } as const),
    });
    const place = this.#placeOf(`dead ${diedIn.id} ${diedAt ?? ""} ${run.isTooExpensive}`, end);
    if (this.#note(sequence, ordinal, place, letterId)) this.#noteUnsaved(run, sensor, place);
  }

  /** As a part of the batch, which is complete. */
  write(nowMs: number, now: boolean): void {
    this.#unsaved.write(nowMs, now);
    if (this.#runs.length > 0) {
      this.#store.write({
        ...{ lastArrivalMs: this.#lastArrivalMs, ends: this.#ends, runs: this.#runs },
      });
    }
    this.#clear();
  }

  /** Returns whether a run begins with it: the first of its request that ended like this, or the first after others. */
  #note(sequence: number, ordinal: number, end: number, letterId: number | null = null): boolean {
    const frames = this.#frames;
    const frame = frames.find(sequence, ordinal);
    const place = frames.placeIn(frame, ordinal);
    const last = this.#runs.at(-1);
    if (last?.end === end && frame === this.#lastFrame && follows(last, place, letterId)) {
      last.readings++;
      return false;
    }
    const requestBoot = frames.requestBoot(frame);
    const requestNumber = frames.requestNumber(frame);
    if (!isOfRequest(requestBoot) || !isOfRequest(requestNumber)) return false;
    const arrivalMs = frames.arrivalMs(frame);
    this.#lastArrivalMs = last === undefined ? arrivalMs : Math.max(this.#lastArrivalMs, arrivalMs);
    this.#lastFrame = frame;
    this.#runs.push({ requestBoot, requestNumber, first: place, readings: 1, end, letterId });
    return true;
  }

  /** The reading of this run, with which a run of the last frame begins, is lost, unless it ended on purpose. */
  #noteUnsaved(run: ReadingRun, { source }: SensorEntry, place: number): void {
    const { fate: ended, chainId, chainVersion, nodeId, output, onPurpose } = this.#ends[place]!;
    if (ended === "already_stored" || chainId === null || chainVersion === null || nodeId === "") return;
    if (ended === "ended" && onPurpose !== false) return;
    const fate = run.isTooExpensive ? "too_expensive" : ended;
    const { enteredValue: value } = run;
    const { accountId, deviceId, sensorId } = source;
    const arrivalMs = this.#frames.arrivalMs(this.#lastFrame);
    this.#unsaved.note({
      ...{ accountId, deviceId, sensorId, value, fate, chainId, chainVersion, nodeId, output },
      ...{ firstMs: arrivalMs, lastMs: arrivalMs },
    });
  }

  #placeOf(key: OutputCounter | string, end: () => FateEnd): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#ends.push(end()) - 1;
    this.#places.set(key, place);
    return place;
  }

  #endAt(counter: OutputCounter): FateEnd {
    const output = this.#counters.outputOf(counter);
    if (output === undefined) return withoutChain;
    const { chainId, nodeId } = output;
    const chain = this.#chains.chainById(chainId);
    const onPurpose = chain === undefined ? null : !this.#unsavedOutputs.has(chain, nodeId, output.output);
    const chainVersion = chain?.version ?? null;
    return { fate: "ended", chainId, chainVersion, nodeId, output: output.output, onPurpose };
  }
}

type OpenRun = { -readonly [Key in keyof FateRun]: FateRun[Key] };

/** Whether a reading is the next of a run, and its letter the next of the run's. */
function follows(run: FateRun, place: number, letterId: number | null): boolean {
  if (run.first + run.readings !== place) return false;
  return run.letterId === null || run.letterId + run.readings === letterId;
}

/** A queue that was damaged may hold anything, and the store would refuse the whole batch for it. */
function isOfRequest(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}
