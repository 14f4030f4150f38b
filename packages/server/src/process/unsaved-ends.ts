import type { UnsavedEnd } from "../store/receipt-store.ts";
import type { OpenBatch } from "./open-batch.ts";

/** How often they are written. A crash loses no more than this of them, and never a reading. */
const writeEveryMs = 1000;
/** Ends of devices that wait to be written. Further ones are left out until then; they are told the next time. */
const waitingMax = 20_000;

/**
 * Gathers where readings of devices are lost, so that people can be told without anybody looking through receipts. Noted
 * once for each request and end, and only of readings that are lost: others cost nothing. A batch that is undone notes
 * nothing, and what batches noted is written with one of them about every second.
 */
export class UnsavedEnds {
  readonly #ofBatch = new Map<string, UnsavedEnd>();
  readonly #waiting = new Map<string, UnsavedEnd>();
  #writtenMs = 0;
  #isWritten = false;

  note(end: UnsavedEnd): void {
    add(this.#ofBatch, keyOf(end), end);
  }

  /** Whether something was noted and not written. */
  get isPending(): boolean {
    return this.#waiting.size > 0;
  }

  /** Puts what earlier batches noted into this batch when it is time, or when `now` is what is wanted. */
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

  /** The batch was undone and will be noted when it is repeated. */
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
