import { onlyPartition, type Position, startOf } from "./position.ts";
import type { AppendedQueue, Queue } from "./queue.ts";
import type { QueueEntry, QueueReader } from "./queue-reader.ts";

/** What all queues have in common: appending to a partition, and reading it. */
export interface AppendedAdapter {
  open(dataDir: string, options: QueueOptions): Promise<AppendedUnderTest>;
  openReader(dataDir: string): Promise<QueueReader>;
  /** Makes the log look as if a newer Weir had written it. */
  makeNewer(dataDir: string): void | Promise<void>;
}

export type AppendedUnderTest = AppendedQueue & Pick<Queue, "close">;

/** An adapter of the whole queue. */
export interface QueueAdapter extends AppendedAdapter {
  open(dataDir: string, options: QueueOptions): Promise<Queue>;
  /** A place where writes can be made to fail for lack of space, or the reason why this machine has none. */
  readonly fullPlace: { readonly ok: true; make(): FullPlace } | { readonly ok: false; reason: string };
}

export interface FullPlace extends Disposable {
  readonly path: string;
  fill(): void;
  free(): void;
}

export interface QueueOptions {
  readonly retention: { readonly windowMs: number; readonly readingsMax: number };
  readonly settledPosition: Position;
  readonly backlogBytesMax: number;
  readonly nowMs: () => number;
  readonly onLost: (reason: string) => void;
  readonly onAppended: () => void;
  readonly onFatal: (reason: string) => void;
}

export const defaults: QueueOptions = {
  retention: { windowMs: 86_400_000, readingsMax: 1_000_000 },
  settledPosition: startOf(onlyPartition),
  backlogBytesMax: 1024 ** 3,
  nowMs: () => 0,
  onLost: (reason) => {
    throw new Error(`Appends were lost: ${reason}`);
  },
  onAppended: () => undefined,
  onFatal: (reason) => {
    throw new Error(`The queue gave up: ${reason}`);
  },
};

/** For readers: no limit. */
export const everything = Number.MAX_SAFE_INTEGER;
export const frameBytes = 64;

/** A unique frame; the queue does not look inside. */
export function frame(number: number, bytes = frameBytes): Uint8Array {
  const data = new Uint8Array(bytes).fill(number % 251);
  new DataView(data.buffer).setUint32(0, number);
  return data;
}

/** Returns the numbers of the frames in these entries; all must have the same size. */
export function numbersIn(entries: readonly QueueEntry[], bytes = frameBytes): number[] {
  const data = Buffer.concat(entries.map((entry) => entry.data));
  return Array.from({ length: data.length / bytes }, (_, index) => data.readUInt32BE(index * bytes));
}
