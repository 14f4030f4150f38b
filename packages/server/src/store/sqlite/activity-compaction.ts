import type { ActivityPart, PartBytes } from "./activity-part.ts";
import { mergeSegments } from "./activity-segment.ts";
import { type ActivitySegments, bytesOfParts, type SegmentRow } from "./activity-segments.ts";

export interface ActivityLimits {
  /** Of all segments. */
  readonly bytesMax: number;
  /** A segment of this size is large, and is no longer merged with newer ones. */
  readonly largeBytes: number;
  /** The size of parts. */
  readonly partBytes: number;
}

const defaults: ActivityLimits = {
  bytesMax: 64 * 1024 * 1024,
  largeBytes: 2 * 1024 * 1024,
  partBytes: 16 * 1024,
};

/** So many segments of a level become one of the next. */
const mergeWidth = 16;
const largeLevel = 100;
/** Of large segments; past it the smallest neighbours become one. */
const largeMax = 64;
/**
 * Devices with fewer requests in a segment than this share of what is kept of them are not counted when it is looked what
 * is superfluous: there may be a great many of them, and little is to be gained.
 */
const countedShare = 1 / 32;

/**
 * Keeps segments few and their bytes bounded, a step after each segment that is added. Segments are made into larger ones
 * level by level, whereby of each device only the newest requests stay, so each request is copied a few times in all. When
 * they are large that ends, because copying all there is would hold up readings, and because what gives way when
 * there is too much is a whole segment. What newer segments make superfluous in large ones is taken out one segment at a
 * time, so that busy devices do not crowd out quiet ones.
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

  /** Of a new segment. One of a large fleet is large at once, and need not be copied to become it. */
  levelOf(parts: readonly PartBytes[]): number {
    return bytesOfParts(parts) >= this.#limits.largeBytes ? largeLevel : 0;
  }

  /** Returns how many bytes it wrote. */
  compact(perDevice: number): number {
    const small = this.#segments.list().filter(({ level }) => level < largeLevel);
    const isMuch = bytesOf(small) >= 2 * this.#limits.largeBytes;
    const written = isMuch
      ? this.#merge(small, perDevice, small.at(-1)!.level)
      : this.#mergeLevel(small, perDevice);
    return written + this.#mergeLarge(perDevice) + this.#makeRoom(perDevice);
  }

  /** One step is enough: a level that has become full by it has its turn after the next segment. */
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

  /** Makes one of neighbours, the newest of which comes first. */
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
   * Takes what newer segments have enough of out of one segment, the newest where that is half of it. Returns how many
   * bytes it wrote, at least one when it did something.
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

/** What goes when of each device no more than `keptOf` stay. */
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
