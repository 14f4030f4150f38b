import type { ListedDevice } from "./use-connections.ts";

/** Devices are asked about in blocks of the list, so that scrolling to and fro asks for the same again. */
const blockLength = 50;

/** The rows that are drawn. */
export interface Sight {
  readonly first: number;
  readonly last: number;
  /** Blocks that rush by are not asked for. */
  readonly isMoving: boolean;
}

/** The UUIDs of each block, as routes about several devices take them. */
export function blocksInSight(devices: readonly ListedDevice[], { first, last }: Sight): readonly string[] {
  const blocks: string[] = [];
  for (let start = first - (first % blockLength); start <= last; start += blockLength) {
    const uuids = devices.slice(start, start + blockLength).map(({ uuid }) => uuid);
    // In an order of their own, since a list by last connection changes its order all the time.
    if (uuids.length > 0) blocks.push(uuids.toSorted().join(","));
  }
  return blocks;
}
