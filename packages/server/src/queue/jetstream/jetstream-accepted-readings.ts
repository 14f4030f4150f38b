import type { AcceptedReading, AcceptedReadings } from "../accepted-readings.ts";
import { findAccepted } from "../find-accepted.ts";
import type { RequestNumber } from "../packed-readings.ts";
import { isSequenceReached, type Position } from "../position.ts";

import { PartitionCursor } from "./partition-cursor.ts";
import type { QueueStream } from "./queue-stream.ts";

/**
 * How far before the position of its answer the entries of a request are searched, in sequences of the whole stream.
 * The entry is at the position itself, unless the request took several entries or another node wrote meanwhile.
 */
const reach = 4096;
const pullMessagesMax = 64;
const pullBytesMax = 8 * 1024 * 1024;

export class JetStreamAcceptedReadings implements AcceptedReadings {
  readonly #stream: QueueStream;

  constructor(stream: QueueStream) {
    this.#stream = stream;
  }

  async of(
    request: RequestNumber,
    { partition, sequence: last }: Position,
    max: number,
  ): Promise<readonly AcceptedReading[] | null> {
    const cursor = await PartitionCursor.open(this.#stream, { partition, after: Math.max(0, last - reach) });
    try {
      let found: AcceptedReading[] | null = null;
      for (let isEnd = false; !isEnd; ) {
        const pulled = await cursor.next(pullMessagesMax, pullBytesMax);
        isEnd = pulled.isEnd;
        for (const { message, sequence } of pulled.delivered) {
          if (!isSequenceReached(sequence, last)) return found;
          const more = findAccepted(message.data, request, max - (found?.length ?? 0));
          if (more !== null) found = [...(found ?? []), ...more];
        }
      }
      return found;
    } finally {
      await cursor.close();
    }
  }

  async close(): Promise<void> {}
}
