import { FrameReader, MalformedFrameError } from "../packed-readings.ts";
import type { QueueReader } from "../queue.ts";
import type { IdentityMemory } from "./identity-memory.ts";

const readBytesMax = 8 * 1024 * 1024;

/**
 * Fills the memory of duplicates from the durable queue when the server starts. That the memory comes from there and
 * nowhere else is why a reading that was lost in a crash is never called a duplicate.
 */
export function recallIdentities(memory: IdentityMemory, queue: QueueReader, sinceMs: number): void {
  let position = 0;
  for (;;) {
    const entries = queue.read(position, readBytesMax);
    if (entries.length === 0) break;
    for (const entry of entries) {
      const isFirst = position === 0;
      // Positions count bytes: before a first entry that does not begin at 0 there were others, none of them later.
      if (isFirst && entry.position > entry.data.length) memory.missed(entry.appendedMs);
      position = entry.position;
      if (entry.appendedMs >= sinceMs) recallEntry(memory, entry.data);
    }
  }
  memory.confirm(memory.mark);
}

/** An entry that cannot be read is the processor's to report; here it only means that its readings are not known. */
function recallEntry(memory: IdentityMemory, data: Uint8Array): void {
  const { mark } = memory;
  try {
    const frames = new FrameReader(data);
    while (frames.nextFrame()) {
      const arrivalMs = frames.arrivalUs / 1000;
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
