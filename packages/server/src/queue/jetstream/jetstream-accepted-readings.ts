import type { AcceptedReading, AcceptedReadings } from "../accepted-readings.ts";
import { findAccepted } from "../find-accepted.ts";
import type { RequestNumber } from "../packed-readings.ts";
import type { Position } from "../position.ts";
import { codeOf, type QueueStream } from "./queue-stream.ts";

/** What the JetStream API answers where there is no such message. */
const noMessage = 10_037;

/** Reads the entry that a request was answered with. */
export class JetStreamAcceptedReadings implements AcceptedReadings {
  readonly #stream: QueueStream;

  constructor(stream: QueueStream) {
    this.#stream = stream;
  }

  async of(
    request: RequestNumber,
    { sequence }: Position,
    max: number,
  ): Promise<readonly AcceptedReading[] | null> {
    const { manager, name } = this.#stream;
    const entry = await manager.streams.getMessage(name, { seq: sequence }).catch((error: unknown) => {
      if (codeOf(error) === noMessage) return null;
      throw error;
    });
    return entry === null ? null : findAccepted(entry.data, request, max);
  }

  /** The stream is that of the whole process. */
  async close(): Promise<void> {}
}
