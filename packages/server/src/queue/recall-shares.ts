import { FrameReader, MalformedFrameError } from "./packed-readings.ts";
import type { Position } from "./position.ts";
import type { QueueEntry, QueueReader } from "./queue-reader.ts";
import type { QueueShares } from "./queue-shares.ts";

const readBytesMax = 8 * 1024 * 1024;

/**
 * Counts the readings of a partition in the queue that its processor has not reached when the server starts. `accountOf`
 * knows the devices of the partition.
 */
export async function recallShares(
  shares: QueueShares,
  queue: QueueReader,
  settled: Position,
  accountOf: (deviceId: number) => number | undefined,
): Promise<void> {
  for (let position = settled; ; ) {
    const entries = await queue.read(position.partition, position, readBytesMax);
    const last = entries.at(-1);
    if (last === undefined) return;
    for (const entry of entries) countEntry(shares, entry, accountOf);
    position = last.position;
    shares.cut(position);
  }
}

/** Bytes that cannot be read belong to no account, and become a dead letter. */
function countEntry(
  shares: QueueShares,
  { data, position }: QueueEntry,
  accountOf: (deviceId: number) => number | undefined,
): void {
  try {
    const frames = new FrameReader(data);
    while (frames.nextFrame()) {
      const readings = frames.skipReadings();
      const accountId = accountOf(frames.deviceId);
      if (accountId !== undefined)
        shares.appended(accountId, frames.frameData.length, readings, position.partition);
    }
  } catch (error) {
    if (!(error instanceof MalformedFrameError)) throw error;
  }
}
