import type { ListedDevice } from "./use-connections.ts";

/** Figures of devices are loaded in blocks of the list, so that scrolling back and forth repeats the same queries. */
const blockLength = 50;

/** The rows that are drawn. */
export interface Sight {
  readonly first: number;
  readonly last: number;
  /** Blocks that are scrolled past quickly are not loaded. */
  readonly isMoving: boolean;
}

/** The UUIDs of each block, in the form that the routes take. */
export function blocksInSight(devices: readonly ListedDevice[], { first, last }: Sight): readonly string[] {
  const blocks: string[] = [];
  for (let start = first - (first % blockLength); start <= last; start += blockLength) {
    const uuids = devices.slice(start, start + blockLength).map(({ uuid }) => uuid);
    // Sorted, because a list by last connection changes its order all the time.
    if (uuids.length > 0) blocks.push(uuids.toSorted().join(","));
  }
  return blocks;
}
