import type { OutputCounter } from "@weir/rule-engine/chain-host";
import type { BatchFates, FateEnd, FateRun } from "../store/receipts/reading-fates.ts";
import type { BatchFrames } from "./batch-frames.ts";

/** Collects the fates of a batch. Consecutive readings of one request that ended alike are one run. */
export class FateRuns {
  ends: FateEnd[] = [];
  readonly #frames: BatchFrames;
  #runs: OpenRun[] = [];
  #places = new Map<OutputCounter | string, number>();
  /** The frame of the last run. */
  lastFrame = 0;
  #lastArrivalMs = 0;

  constructor(frames: BatchFrames) {
    this.#frames = frames;
  }

  /** Null if there are none. */
  get all(): BatchFates | null {
    if (this.#runs.length === 0) return null;
    return { lastArrivalMs: this.#lastArrivalMs, ends: this.ends, runs: this.#runs };
  }

  /** Returns a copy to which ends can be added without changing this one. */
  copy(): FateRuns {
    const copy = new FateRuns(this.#frames);
    copy.ends = [...this.ends];
    copy.#runs = [...this.#runs];
    copy.#places = new Map(this.#places);
    copy.lastFrame = this.lastFrame;
    copy.#lastArrivalMs = this.#lastArrivalMs;
    return copy;
  }

  clear(): void {
    if (this.ends.length === 0) return;
    this.ends.length = 0;
    this.#runs.length = 0;
    this.#places.clear();
  }

  placeOf(key: OutputCounter | string, end: () => FateEnd): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.ends.push(end()) - 1;
    this.#places.set(key, place);
    return place;
  }

  /**
   * Records that the reading at place `ordinal` of its entry ended here. Returns whether it begins a run: it is the
   * first of its request that ended like this, or the first after others.
   */
  note(sequence: number, ordinal: number, end: number, letterId: number | null = null): boolean {
    const frames = this.#frames;
    const frame = frames.find(sequence, ordinal);
    const place = frames.placeIn(frame, ordinal);
    const last = this.#runs.at(-1);
    if (last?.end === end && frame === this.lastFrame && follows(last, place, letterId)) {
      last.readings++;
      return false;
    }
    const requestBoot = frames.requestBoot(frame);
    const requestNumber = frames.requestNumber(frame);
    if (!isOfRequest(requestBoot) || !isOfRequest(requestNumber)) return false;
    const arrivalMs = frames.arrivalMs(frame);
    this.#lastArrivalMs = last === undefined ? arrivalMs : Math.max(this.#lastArrivalMs, arrivalMs);
    this.lastFrame = frame;
    this.#runs.push({ requestBoot, requestNumber, first: place, readings: 1, end, letterId });
    return true;
  }
}

type OpenRun = { -readonly [Key in keyof FateRun]: FateRun[Key] };

/** Returns whether a reading continues a run, and its letter continues the letters of the run. */
function follows(run: FateRun, place: number, letterId: number | null): boolean {
  if (run.first + run.readings !== place) return false;
  return run.letterId === null || run.letterId + run.readings === letterId;
}

/** A damaged queue may hold any number, and the store would refuse the whole batch because of an invalid one. */
function isOfRequest(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}
