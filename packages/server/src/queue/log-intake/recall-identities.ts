import { FrameReader, MalformedFrameError } from "../packed-readings.ts";
import { onlyPartition, type Position } from "../position.ts";
import type { QueueReader } from "../queue-reader.ts";
import type { Stretch } from "../stretch.ts";
import { rememberDense } from "./find-duplicates.ts";
import type { IdentityMemory } from "./identity-memory.ts";

const readBytesMax = 8 * 1024 * 1024;

/**
 * Fills the memory of duplicates from the durable queue when the server starts. Because the memory has no other source,
 * a reading that was lost in a crash is never called a duplicate.
 */
export async function recallIdentities(
  memory: IdentityMemory,
  queue: QueueReader,
  sinceMs: number,
): Promise<void> {
  const hasForgotten = await queue.hasForgotten(onlyPartition);
  let position: Position | null = null;
  for (;;) {
    const entries = await queue.read(onlyPartition, position, readBytesMax);
    if (entries.length === 0) break;
    for (const entry of entries) {
      // Earlier entries existed, none of them appended later than the first one.
      if (position === null && hasForgotten) memory.missed(entry.appendedMs);
      position = entry.position;
      if (entry.appendedMs >= sinceMs) recallEntry(memory, entry.data);
    }
  }
  memory.confirm(memory.mark);
}

/** Skips an entry that cannot be read, which the processor will report. Its readings are unknown here. */
function recallEntry(memory: IdentityMemory, data: Uint8Array): void {
  const { mark } = memory;
  try {
    const frames = new FrameReader(data);
    while (frames.nextFrame()) {
      const arrivalMs = frames.arrivalUs / 1000;
      const stretch = frames.nextStretch();
      if (stretch !== null) recallStretch(memory, frames.sensorId, stretch, arrivalMs);
      while (frames.nextReading()) {
        memory.rememberNext(
          frames.sensorId,
          frames.value,
          frames.deviceSeconds,
          frames.deviceMicros,
          arrivalMs,
        );
      }
    }
  } catch (error) {
    if (!(error instanceof MalformedFrameError)) throw error;
    memory.rewind(mark);
  }
}

function recallStretch(memory: IdentityMemory, sensorId: number, stretch: Stretch, arrivalMs: number): void {
  const { doubles, start, readings } = stretch;
  for (let nth = 0; nth < readings; nth++) {
    const rest = { doubles, start: start + nth * 2, readings: readings - nth };
    nth += rememberDense(memory, sensorId, rest, arrivalMs);
  }
}
