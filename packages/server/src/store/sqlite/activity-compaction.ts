import type { ActivityPart, PartBytes } from "./activity-part.ts";
import { mergeSegments } from "./activity-segment.ts";
import { type ActivitySegments, bytesOfParts, type SegmentRow } from "./activity-segments.ts";

export interface ActivityLimits {
  /** The maximum size of all segments together. */
  readonly bytesMax: number;
  /** A segment of this size is large and is no longer merged with newer ones. */
  readonly largeBytes: number;
  /** The size of a part. */
  readonly partBytes: number;
}

const defaults: ActivityLimits = {
  bytesMax: 64 * 1024 * 1024,
  largeBytes: 2 * 1024 * 1024,
  partBytes: 16 * 1024,
};

/** This many segments of a level are merged into one of the next level. */
const mergeWidth = 16;
const largeLevel = 100;
/** The maximum number of large segments. Past it the smallest neighbours are merged. */
const largeMax = 64;
/**
 * The search for superfluous requests ignores devices with less than this share of their kept requests in a segment:
 * there may be very many of them, and removing their requests gains little.
 */
const countedShare = 1 / 32;

/**
 * Keeps segments few and their size bounded, one step after each segment that is added. Segments are merged into larger
 * ones level by level, and only the newest requests of each device stay, so each request is copied a few times in all.
 * Large segments are not merged any more, because copying everything would hold up readings, and because a whole
 * segment is deleted when there is too much. Requests in large segments that newer segments make superfluous are
 * removed one segment at a time, so that busy devices do not crowd out quiet ones.
 */
export class ActivityCompaction {
  readonly #segments: ActivitySegments;
  readonly #limits: ActivityLimits;

  constructor(segments: ActivitySegments, limits: Partial<ActivityLimits>) {
    this.#segments = segments;
    this.#limits = { ...defaults, ...limits };
  }

  get partBytes(): number {
    return this.#limits.partBytes;
  }

  /** Returns the level of a new segment. That of a large fleet is large at once and needs no merging. */
  levelOf(parts: readonly PartBytes[]): number {
    return bytesOfParts(parts) >= this.#limits.largeBytes ? largeLevel : 0;
  }

  /** Returns how many bytes were written. */
  compact(perDevice: number): number {
    const small = this.#segments.list().filter(({ level }) => level < largeLevel);
    const isMuch = bytesOf(small) >= 2 * this.#limits.largeBytes;
    const written = isMuch
      ? this.#merge(small, perDevice, small.at(-1)!.level)
      : this.#mergeLevel(small, perDevice);
    return written + this.#mergeLarge(perDevice) + this.#makeRoom(perDevice);
  }

  /** One step is enough: if it fills the next level, that level is merged after the next segment. */
  #mergeLevel(small: readonly SegmentRow[], perDevice: number): number {
    for (const [level, ofLevel] of Map.groupBy(small, (segment) => segment.level)) {
      if (ofLevel.length >= mergeWidth) return this.#merge(ofLevel, perDevice, level + 1);
    }
    return 0;
  }

  #mergeLarge(perDevice: number): number {
    const large = this.#segments.list().filter(({ level }) => level === largeLevel);
    if (large.length <= largeMax) return 0;
    const pairs = large.slice(1).map((older, nth) => [large[nth]!, older]);
    const least = pairs.reduce((found, pair) => (bytesOf(pair) < bytesOf(found) ? pair : found));
    return this.#merge(least, perDevice, largeLevel);
  }

  /** Merges neighbouring segments, given newest first. */
  #merge(sources: readonly SegmentRow[], perDevice: number, level: number): number {
    return this.#replace(sources, () => perDevice, level);
  }

  #makeRoom(perDevice: number): number {
    let written = 0;
    let mayThin = true;
    for (;;) {
      const segments = this.#segments.list();
      if (bytesOf(segments) <= this.#limits.bytesMax) return written;
      const thinned: number = mayThin ? this.#thin(segments, perDevice) : 0;
      mayThin = thinned > 0;
      if (!mayThin) this.#segments.remove(segments.at(-1)!);
      written += thinned;
    }
  }

  /**
   * Removes from one segment the requests that newer segments make superfluous. Picks the newest segment in which they
   * are half or more. Returns how many bytes were written, at least one if anything was removed.
   */
  #thin(segments: readonly SegmentRow[], perDevice: number): number {
    const newer = new Map<number, number>();
    const keptOf = (deviceId: number) => Math.max(0, perDevice - (newer.get(deviceId) ?? 0));
    for (const segment of segments) {
      const parts = [...this.#segments.directories(segment.id)].map(({ part }) => part);
      const superfluous = parts.reduce((sum, part) => sum + superfluousBytes(part, keptOf), 0);
      if (superfluous * 2 >= segment.bytes) {
        return Math.max(1, this.#replace([segment], keptOf, segment.level));
      }
      for (const { columns } of parts) {
        for (let place = 0; place < columns.devices.length; place++) {
          const count = columns.counts[place]!;
          if (count < perDevice * countedShare) continue;
          const deviceId = columns.devices[place]!;
          newer.set(deviceId, (newer.get(deviceId) ?? 0) + count);
        }
      }
    }
    return 0;
  }

  #replace(sources: readonly SegmentRow[], keptOf: (deviceId: number) => number, level: number): number {
    const { largeBytes, partBytes } = this.#limits;
    const parts = mergeSegments(
      sources.map(({ id }) => this.#segments.parts(id)),
      keptOf,
      partBytes,
    );
    for (const source of sources) this.#segments.remove(source);
    return this.#segments.put(parts, {
      id: sources[0]!.id,
      level: bytesOfParts(parts) >= largeBytes ? largeLevel : level,
      firstMs: Math.min(...sources.map(({ firstMs }) => firstMs)),
      lastMs: Math.max(...sources.map(({ lastMs }) => lastMs)),
    });
  }
}

/** Counts the bytes that go if no more than `keptOf` requests of each device stay. */
function superfluousBytes(part: ActivityPart, keptOf: (deviceId: number) => number): number {
  const { devices, counts } = part.columns;
  let bytes = 0;
  for (let place = 0; place < devices.length; place++) {
    const surplus = counts[place]! - keptOf(devices[place]!);
    const from = part.starts[place]!;
    if (surplus > 0) bytes += part.sizeOf(from, from + surplus);
  }
  return bytes;
}

function bytesOf(segments: readonly SegmentRow[]): number {
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}
