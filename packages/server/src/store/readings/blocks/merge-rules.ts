import { blockReadingsMin, denseReadingsMax } from "./block-sizes.ts";
import type { ReadingSeries } from "./reading-series.ts";
import type { StoredBlock } from "./stored-block.ts";

/** Returns the last time of the rows that one step takes: rows within the block, rows before it, or all rows. */
export function reachOf(block: StoredBlock | null, isCovered: boolean): number {
  if (block === null) return Number.POSITIVE_INFINITY;
  return isCovered ? block.lastUs : block.firstUs - 1;
}

/**
 * Returns whether rows join the neighbouring block. A few rows always do, because a block of their own would cost more
 * than it holds.
 */
export function hasRoom({ readings }: StoredBlock, rows: ReadingSeries): boolean {
  return rows.count < blockReadingsMin || readings + rows.count <= denseReadingsMax;
}

export function isQuiet({ receivedUs, count }: ReadingSeries, quietSinceUs: number): boolean {
  for (let nth = 0; nth < count; nth++) if (receivedUs[nth]! >= quietSinceUs) return false;
  return true;
}
