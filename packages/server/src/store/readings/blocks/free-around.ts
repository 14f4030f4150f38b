import type { FreeStretch } from "../../../queue/wanted-readings.ts";
import { decodeBlock } from "./block-codec.ts";
import { countUpTo } from "./reading-series.ts";
import type { StoredBlock } from "./stored-block.ts";

/** What is stored of a sensor next to a time. */
interface Neighbours {
  /** The newest row up to the time; -Infinity if there is none. */
  readonly rowUpToUs: number;
  /** The oldest row from the time on; Infinity if there is none. */
  readonly rowFromUs: number;
  /** The last block that starts by the time, and the first that ends at it or later. They may be the same. */
  readonly blocks: readonly StoredBlock[];
}

/** Returns the longest stretch around a time without a reading, or null if a reading has that time. */
export function freeAround(us: number, { rowUpToUs, rowFromUs, blocks }: Neighbours): FreeStretch | null {
  let afterUs = rowUpToUs;
  let beforeUs = rowFromUs;
  for (const block of blocks) {
    const [upToUs, fromUs] = nextTo(us, block);
    afterUs = Math.max(afterUs, upToUs);
    beforeUs = Math.min(beforeUs, fromUs);
  }
  return afterUs < us && us < beforeUs ? { afterUs, beforeUs } : null;
}

function nextTo(us: number, { firstUs, lastUs, data }: StoredBlock): [upToUs: number, fromUs: number] {
  if (lastUs < us) return [lastUs, Number.POSITIVE_INFINITY];
  if (firstUs > us) return [Number.NEGATIVE_INFINITY, firstUs];
  const series = decodeBlock(data);
  const upTo = countUpTo(series, us, Number.POSITIVE_INFINITY);
  const from = countUpTo(series, us, Number.NEGATIVE_INFINITY);
  return [
    upTo === 0 ? Number.NEGATIVE_INFINITY : series.atUs[upTo - 1]!,
    from === series.count ? Number.POSITIVE_INFINITY : series.atUs[from]!,
  ];
}
