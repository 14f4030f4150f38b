import type { OutputCounter } from "@weir/rule-engine/chain-host";
import type { FrameReader } from "../queue/packed-readings.ts";
import type { BatchFates, FateEnd } from "../store/receipts/reading-fates.ts";
import { BatchFrames } from "./batch-frames.ts";
import type { ChainDirectory, SensorEntry } from "./chains/chain-directory.ts";
import type { NodeCounters } from "./chains/node-counters.ts";
import type { ReadingRun } from "./chains/reading-run.ts";
import { UnsavedOutputs } from "./chains/unsaved-outputs.ts";
import { FateRuns } from "./fate-runs.ts";
import type { OpenBatch } from "./open-batch.ts";
import type { QueuedReading } from "./reading-batch.ts";
import { UnsavedEnds } from "./unsaved-ends.ts";

/** Where the readings of removed sensors end. */
const withoutChain: FateEnd = {
  fate: "ended",
  chainId: null,
  chainVersion: null,
  nodeId: null,
  output: null,
  onPurpose: null,
};

/**
 * Records the fates of readings of a batch that were not saved, by request, and writes them with the batch. Saved
 * readings, which are most, cost nothing here: only the beginnings of requests are always recorded.
 */
export class Receipts {
  readonly #counters: NodeCounters;
  readonly #chains: ChainDirectory;
  readonly #unsaved = new UnsavedEnds();
  readonly #unsavedOutputs = new UnsavedOutputs();
  readonly #frames = new BatchFrames();
  readonly #runs = new FateRuns(this.#frames);
  /** Readings mostly end where the one before them did. */
  #lastCounter: OutputCounter | null = null;
  #lastPlace = 0;

  constructor(counters: NodeCounters, chains: ChainDirectory) {
    this.#counters = counters;
    this.#chains = chains;
  }

  /** Whether there are lost readings that are not written. */
  get isPending(): boolean {
    return this.#unsaved.isPending;
  }

  committed(): void {
    this.#unsaved.committed();
    this.#clear();
  }

  rolledBack(): void {
    this.#unsaved.rolledBack();
    this.#clear();
  }

  #clear(): void {
    this.#frames.clear();
    this.#runs.clear();
    this.#lastCounter = null;
  }

  /** Hot: called once per request. The reader is before the frame's first reading, which has index `nth` in its entry. */
  beginFrame(frames: FrameReader, sequence: number, nth: number): void {
    this.#frames.add(frames, sequence, nth);
  }

  /** Records a reading whose sensor was removed. */
  sensorGone(sequence: number, nth: number): void {
    const end = this.#runs.placeOf("", () => withoutChain);
    this.#runs.note(sequence, nth, end);
  }

  /** Records a reading that was neither saved nor died. */
  ended(run: ReadingRun, sensor: SensorEntry): void {
    const { origin, end } = run;
    const { chain } = sensor;
    if (origin.kind !== "queue") return;
    const { sequence, ordinal } = origin;
    if (end === null) {
      // The reading left its chain by no output.
      const swallowed = () => ({ ...withoutChain, chainId: chain.id, chainVersion: chain.version });
      const swallowedAt = this.#runs.placeOf(`ended ${chain.id}`, swallowed);
      this.#runs.note(sequence, ordinal, swallowedAt);
      return;
    }
    if (end !== this.#lastCounter) {
      this.#lastPlace = this.#runs.placeOf(end, () => this.#endAt(end));
      this.#lastCounter = end;
    }
    const place = this.#lastPlace;
    if (this.#runs.note(sequence, ordinal, place)) this.#noteUnsaved(run, sensor, place);
  }

  died(run: ReadingRun, sensor: SensorEntry): void {
    const { origin, diedIn, diedAt, letterId } = run;
    if (origin.kind !== "queue" || diedIn === null) return;
    const { sequence, ordinal } = origin;
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
    const place = this.#runs.placeOf(`dead ${diedIn.id} ${diedAt ?? ""} ${run.isTooExpensive}`, end);
    if (this.#runs.note(sequence, ordinal, place, letterId)) this.#noteUnsaved(run, sensor, place);
  }

  /** Adds the waiting ends to the batch. */
  write(batch: Pick<OpenBatch, "unsavedEnds">, nowMs: number, now: boolean): void {
    this.#unsaved.write(batch, nowMs, now);
  }

  /** Returns the fates of the batch, given the readings that the store had already. */
  fates(alreadyStored: readonly QueuedReading[]): BatchFates | null {
    if (alreadyStored.length === 0) return this.#runs.all;
    const runs = this.#runs.copy();
    for (const { sequence, ordinal, sensor } of alreadyStored) {
      const { id: chainId, version: chainVersion } = sensor.chain;
      const found = () => ({ ...withoutChain, fate: "already_stored", chainId, chainVersion }) as const;
      const end = runs.placeOf(`already stored ${chainId}`, found);
      runs.note(sequence, ordinal, end);
    }
    return runs.all;
  }

  /** Records that the reading, which begins a run of the last frame, was lost, unless it ended on purpose. */
  #noteUnsaved(run: ReadingRun, { source }: SensorEntry, place: number): void {
    const { fate: ended, chainId, chainVersion, nodeId, output, onPurpose } = this.#runs.ends[place]!;
    if (ended === "already_stored" || chainId === null || chainVersion === null || nodeId === "") return;
    if (ended === "ended" && onPurpose !== false) return;
    const fate = run.isTooExpensive ? "too_expensive" : ended;
    const { enteredValue: value } = run;
    const { accountId, deviceId, sensorId } = source;
    const arrivalMs = this.#frames.arrivalMs(this.#runs.lastFrame);
    this.#unsaved.note({
      accountId,
      deviceId,
      sensorId,
      value,
      fate,
      chainId,
      chainVersion,
      nodeId,
      output,
      firstMs: arrivalMs,
      lastMs: arrivalMs,
    });
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
