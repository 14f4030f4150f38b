import type { UnsavedEnd } from "../store/receipts/reading-fates.ts";
import type { OpenBatch } from "./open-batch.ts";

/** How often ends are written. A crash loses at most the ends of this time, and never a reading. */
const writeEveryMs = 1000;
/** Maximum number of ends that wait to be written. Further ones are left out, and recorded when they happen again. */
const waitingMax = 20_000;

/**
 * Collects where readings of devices are lost, so that people can see it without a search through receipts. It is
 * recorded once per request and end, and only for lost readings: others cost nothing. A rolled-back batch records
 * nothing, and the ends of earlier batches are written with one batch about once a second.
 */
export class UnsavedEnds {
  readonly #ofBatch = new Map<string, UnsavedEnd>();
  readonly #waiting = new Map<string, UnsavedEnd>();
  #writtenMs = 0;
  #isWritten = false;

  note(end: UnsavedEnd): void {
    add(this.#ofBatch, keyOf(end), end);
  }

  /** Whether there are ends that are not written. */
  get isPending(): boolean {
    return this.#waiting.size > 0;
  }

  /** Adds the ends of earlier batches to this batch if it is time, or if `now` is set. */
  write({ unsavedEnds }: Pick<OpenBatch, "unsavedEnds">, nowMs: number, now: boolean): void {
    if (this.#waiting.size === 0) return;
    if (!now && nowMs - this.#writtenMs < writeEveryMs && nowMs >= this.#writtenMs) return;
    this.#writtenMs = nowMs;
    unsavedEnds.push(...this.#waiting.values());
    this.#isWritten = true;
  }

  committed(): void {
    if (this.#isWritten) this.#waiting.clear();
    this.#isWritten = false;
    for (const [key, end] of this.#ofBatch) add(this.#waiting, key, end);
    this.#ofBatch.clear();
  }

  /** Called when the batch was rolled back. Its ends are recorded when it is repeated. */
  rolledBack(): void {
    if (this.#isWritten) this.#writtenMs = 0;
    this.#isWritten = false;
    this.#ofBatch.clear();
  }
}

function add(ends: Map<string, UnsavedEnd>, key: string, end: UnsavedEnd): void {
  const known = ends.get(key);
  if (known === undefined && ends.size >= waitingMax) return;
  const firstMs = Math.min(known?.firstMs ?? end.firstMs, end.firstMs);
  ends.set(key, { ...end, firstMs, lastMs: Math.max(known?.lastMs ?? end.lastMs, end.lastMs) });
}

function keyOf({ deviceId, fate, chainId, nodeId, output }: UnsavedEnd): string {
  return `${deviceId} ${fate} ${chainId} ${nodeId} ${output}`;
}
