import type { ActivityRecord } from "../../activity/activity-record.ts";
import { freeBytes } from "../../platform/free-bytes.ts";
import type { ActivityPart, PartBytes } from "./activity-part.ts";
import { ActivityPartWriter, type Stretch } from "./activity-part-writer.ts";
import { compareRequests, type RequestKey } from "./request-order.ts";

/** A part and its lines. */
export interface LoadedPart {
  readonly part: ActivityPart;
  readonly lines: Uint8Array;
}

/** Encodes the newest `perDevice` requests of each device as parts. */
export function encodeSegment(
  records: readonly ActivityRecord[],
  perDevice: number,
  partBytes: number,
): PartBytes[] {
  const sorted = inOrder(records);
  const writer = new ActivityPartWriter(partBytes);
  for (let from = 0; from < sorted.length; ) {
    const { deviceId, accountId } = sorted[from]!;
    let to = from + 1;
    while (to < sorted.length && sorted[to]!.deviceId === deviceId) to++;
    writer.begin(deviceId, accountId);
    for (let nth = Math.max(from, to - perDevice); nth < to; nth++) writer.add(sorted[nth]!);
    from = to;
  }
  return writer.finish();
}

/** Groups records by device. Sorting numbers takes a third of the time of comparing records. */
function inOrder(records: readonly ActivityRecord[]): readonly ActivityRecord[] {
  const count = records.length;
  const keys = Float64Array.from(records, ({ deviceId }, nth) => deviceId * count + nth);
  const sorted = Array.from(keys.sort(), (key) => records[key % count]!);
  return isInOrder(sorted) ? sorted : sorted.sort(compareWithinDevices);
}

/**
 * Returns whether each device's records are in order of arrival. They mostly are, because activity is reported in that
 * order.
 */
function isInOrder(sorted: readonly ActivityRecord[]): boolean {
  for (let nth = 1; nth < sorted.length; nth++) {
    const [one, other] = [sorted[nth - 1]!, sorted[nth]!];
    if (one.deviceId === other.deviceId && compareRequests(one, other) > 0) return false;
  }
  return true;
}

function compareWithinDevices(one: ActivityRecord, other: ActivityRecord): number {
  return one.deviceId - other.deviceId || compareRequests(one, other);
}

/**
 * Merges several segments into one and keeps the newest `keptOf` requests of each device. Each source yields its parts
 * in order of devices; the newest source comes first. Lines are copied, not decoded. The parts are freed at once and
 * must not be used afterwards: left to the garbage collector, they would take several megabytes for a while.
 */
export function mergeSegments(
  sources: readonly Iterator<LoadedPart>[],
  keptOf: (deviceId: number) => number,
  partBytes: number,
): PartBytes[] {
  const cursors = sources.map((source) => new PartCursor(source));
  const writer = new ActivityPartWriter(partBytes);
  for (;;) {
    let deviceId = Number.POSITIVE_INFINITY;
    for (const cursor of cursors) deviceId = Math.min(deviceId, cursor.deviceId);
    if (deviceId === Number.POSITIVE_INFINITY) return writer.finish();
    let accountId = 0;
    const stretches: Stretch[] = [];
    for (const cursor of cursors) {
      if (cursor.deviceId !== deviceId) continue;
      accountId = cursor.accountId;
      stretches.push(cursor.take());
    }
    const kept = newestOf(stretches, keptOf(deviceId));
    if (kept.length > 0) writer.begin(deviceId, accountId);
    for (const stretch of kept) writer.copy(stretch);
    for (const cursor of cursors) cursor.freePassed();
  }
}

/** Walks through the devices of one segment. */
class PartCursor {
  readonly #parts: Iterator<LoadedPart>;
  #loaded: LoadedPart | null = null;
  #passed: LoadedPart | null = null;
  #place = 0;
  /** Infinity at the end of the segment. */
  deviceId = 0;
  accountId = 0;

  constructor(parts: Iterator<LoadedPart>) {
    this.#parts = parts;
    this.#settle();
  }

  /** Returns all requests of the current device and moves to the next. */
  take(): Stretch {
    const { part, lines } = this.#loaded!;
    const from = part.starts[this.#place]!;
    const to = part.starts[this.#place + 1]!;
    this.#place++;
    this.#settle();
    return { part, lines, from, to };
  }

  /** Frees the part that the cursor has left. */
  freePassed(): void {
    if (this.#passed !== null) freeBytes(this.#passed.lines);
    this.#passed = null;
  }

  #settle(): void {
    while (this.#loaded === null || this.#place >= this.#loaded.part.deviceCount) {
      this.#passed = this.#loaded;
      const next = this.#parts.next();
      if (next.done) {
        this.deviceId = Number.POSITIVE_INFINITY;
        return;
      }
      this.#loaded = next.value;
      this.#place = 0;
    }
    const { devices, accounts } = this.#loaded.part.columns;
    this.deviceId = devices[this.#place]!;
    this.accountId = accounts[this.#place]!;
  }
}

/** Returns the newest requests of stretches, oldest first. The newest stretch comes first. */
function newestOf(stretches: readonly Stretch[], max: number): Stretch[] {
  if (max <= 0) return [];
  const kept: Stretch[] = [];
  let left = max;
  let oldestMs = Number.POSITIVE_INFINITY;
  for (const { part, lines, from, to } of stretches) {
    const { arrivalsMs } = part.columns;
    if (to === from) continue;
    if (arrivalsMs[to - 1]! >= oldestMs) return newestInterlaced(stretches, max);
    if (left === 0) continue;
    const start = Math.max(from, to - left);
    kept.unshift({ part, lines, from: start, to });
    left -= to - start;
    oldestMs = arrivalsMs[start]!;
  }
  return kept;
}

/** Like `newestOf`, for stretches whose arrival times overlap. */
function newestInterlaced(stretches: readonly Stretch[], max: number): Stretch[] {
  const requests: (RequestKey & { readonly stretch: Stretch })[] = [];
  for (const { part, lines, from, to } of stretches) {
    for (let nth = Math.max(from, to - max); nth < to; nth++) {
      const requestId = part.record(nth, 0, lines)?.requestId ?? "";
      const arrivalMs = part.columns.arrivalsMs[nth]!;
      requests.push({ arrivalMs, requestId, stretch: { part, lines, from: nth, to: nth + 1 } });
    }
  }
  requests.sort(compareRequests);
  return requests.slice(-max).map(({ stretch }) => stretch);
}
