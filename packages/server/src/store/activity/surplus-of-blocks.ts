import { stayingShare } from "./record.ts";
import { tenantSurpluses } from "./tenant-surplus.ts";

/** What is known of a block of requests without its lines. */
export interface BlockHead {
  readonly id: number;
  readonly accountId: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly bytes: number;
  /** The device of each request. */
  readonly deviceIds: readonly number[];
}

interface KeptLimits {
  readonly perDevice: number;
  /** Of all blocks together. */
  readonly bytesMax: number;
  /** What an account counts with when all take up too much room. */
  readonly tenantOf: (accountId: number) => number;
}

interface SurplusOfBlocks {
  /** Blocks that go as a whole. */
  readonly goneIds: readonly number[];
  /** Blocks of which enough requests are superseded that it pays to write them again without these. */
  readonly thinnedIds: readonly number[];
  /** For each device with too many requests, a time from which on it has enough. Earlier ones are superseded. */
  readonly keptFromMs: ReadonlyMap<number, number>;
  /** What all blocks take up without what goes. */
  readonly bytes: number;
}

/** A block is written again without its superseded requests when they are this share of it. */
const thinnedShare = 0.25;

/**
 * Decides what goes so that every device keeps its newest requests, and all together take up no more than they may: then
 * tenants over their share lose their oldest blocks.
 */
export function surplusOfBlocks(blocks: readonly BlockHead[], limits: KeptLimits): SurplusOfBlocks {
  const keptFromMs = keptFrom(blocks, limits.perDevice);
  const goneIds: number[] = [];
  const thinnedIds: number[] = [];
  const staying: BlockHead[] = [];
  for (const block of blocks) {
    const share = supersededShare(block, keptFromMs);
    if (share === 1) goneIds.push(block.id);
    else if (share < thinnedShare) staying.push(block);
    else {
      thinnedIds.push(block.id);
      staying.push({ ...block, bytes: Math.ceil(block.bytes * (1 - share)) });
    }
  }
  const outgrown = outgrownBlocks(staying, limits);
  const bytes = bytesOf(staying) - bytesOf(outgrown);
  const gone = new Set(outgrown.map(({ id }) => id));
  return {
    goneIds: [...goneIds, ...gone],
    thinnedIds: thinnedIds.filter((id) => !gone.has(id)),
    keptFromMs,
    bytes,
  };
}

function keptFrom(blocks: readonly BlockHead[], perDevice: number): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { deviceIds } of blocks)
    for (const deviceId of deviceIds) totals.set(deviceId, (totals.get(deviceId) ?? 0) + 1);
  const counted = new Map<number, number>();
  const keptFromMs = new Map<number, number>();
  for (const { firstMs, deviceIds } of blocks.toSorted((one, other) => other.firstMs - one.firstMs)) {
    for (const deviceId of deviceIds) {
      if (totals.get(deviceId)! <= perDevice) continue;
      const count = (counted.get(deviceId) ?? 0) + 1;
      counted.set(deviceId, count);
      if (count === perDevice) keptFromMs.set(deviceId, firstMs);
    }
  }
  return keptFromMs;
}

/** Which share of the requests of a block is surely superseded. */
function supersededShare({ lastMs, deviceIds }: BlockHead, keptFromMs: ReadonlyMap<number, number>): number {
  let superseded = 0;
  for (const deviceId of deviceIds) if (lastMs < (keptFromMs.get(deviceId) ?? lastMs)) superseded++;
  return superseded / deviceIds.length;
}

/** The oldest blocks of tenants over their share, if all blocks take up too much room. */
function outgrownBlocks(
  blocks: readonly BlockHead[],
  { bytesMax, tenantOf }: KeptLimits,
): readonly BlockHead[] {
  if (bytesOf(blocks) <= bytesMax) return [];
  const kept = [...Map.groupBy(blocks, ({ accountId }) => accountId)].map(([accountId, own]) => {
    return { accountId, bytes: bytesOf(own) };
  });
  const oldestFirst = blocks.toSorted((one, other) => one.lastMs - other.lastMs);
  return tenantSurpluses(kept, tenantOf, Math.floor(bytesMax * stayingShare)).flatMap(
    ({ accountIds, bytes }) => {
      const accounts = new Set(accountIds);
      let left = bytes;
      return oldestFirst.filter((block) => {
        if (left <= 0 || !accounts.has(block.accountId)) return false;
        left -= block.bytes;
        return true;
      });
    },
  );
}

function bytesOf(blocks: readonly BlockHead[]): number {
  return blocks.reduce((sum, { bytes }) => sum + bytes, 0);
}
