import { blockReadingsMin, denseReadingsMax } from "./block-sizes.ts";
import type { ReadingSeries } from "./reading-series.ts";
import type { StoredBlock } from "./stored-block.ts";

/** The last time of the rows that one step takes: those in the block, those before it, or all there are. */
export function reachOf(block: StoredBlock | null, isCovered: boolean): number {
  if (block === null) return Number.POSITIVE_INFINITY;
  return isCovered ? block.lastUs : block.firstUs - 1;
}

/** Few rows join the block next to them in any case: a block of its own would cost more than it holds. */
export function hasRoom({ readings }: StoredBlock, rows: ReadingSeries): boolean {
  return rows.count < blockReadingsMin || readings + rows.count <= denseReadingsMax;
}

export function isQuiet({ receivedUs, count }: ReadingSeries, quietSinceUs: number): boolean {
  for (let nth = 0; nth < count; nth++) if (receivedUs[nth]! >= quietSinceUs) return false;
  return true;
}
