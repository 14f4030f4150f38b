import { type JetStreamClient, jetstream, type PubAck, PubHeaders } from "@nats-io/jetstream";
import { headers, type NatsConnection } from "@nats-io/nats-core";
import { onReconnect } from "../../platform/nats/on-reconnect.ts";
import { QueueUnavailableError } from "../queue.ts";
import { type PreviousEntry, previousHeader, previousText } from "./entry-id.ts";
import { codeOf } from "./queue-stream.ts";

/** How long one attempt waits for its acknowledgement. */
const attemptMs = 2000;
/**
 * After this long without an acknowledgement the entry is given up. A new leader of the stream is elected within about
 * seven seconds, and devices wait longer than ten.
 */
const publishDeadlineMs = 10_000;
const firstPauseMs = 20;
const lastPauseMs = 500;

/** The number of readings in an entry, for counting entries without reading them. */
export const readingsHeader = "Weir-Readings";

/** Error codes of a server that has no room for the entry, or whose disk is full. */
const noRoom: readonly number[] = [10002, 10023, 10028, 10047, 10077];
/** The entry is larger than the stream accepts, so repeating it is no use. */
const tooLarge = 10054;

/** The stream has reached its maximum size. */
export class QueueFullError extends QueueUnavailableError {}

/** The acknowledgement was on its way over a connection that was lost. */
class AcknowledgementLostError extends Error {
  readonly code = "acknowledgement_lost";
}

export interface Publisher {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
}

export function publisherOn(connection: NatsConnection): Publisher {
  return { connection, client: jetstream(connection) };
}

interface Publication {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly readings: number;
  /** The same for every repeat of this entry, and different for every other entry. */
  readonly id: string;
  /** The entry of this writer and partition that was acknowledged before; null for the first one. */
  readonly previous?: PreviousEntry | null;
  /** Asked before each repeat. */
  readonly mayRepeat: () => boolean;
}

/**
 * Publishes an entry and waits until a server acknowledges it.
 *
 * An attempt without an answer may have been stored or not. It is repeated under the same id, so that the server stores
 * only one of them, and at once if the connection was lost and is back. Once it may not be repeated any more, or
 * `publishDeadlineMs` has passed, this rejects with QueueUnavailableError, although the entry may be stored.
 * QueueFullError means that the last attempt stored nothing.
 */
export async function publishEntry(
  { connection, client }: Publisher,
  { subject, data, readings, id, previous = null, mayRepeat }: Publication,
): Promise<PubAck> {
  const deadlineMs = performance.now() + publishDeadlineMs;
  const marks = headers();
  marks.set(PubHeaders.MsgIdHdr, id);
  marks.set(readingsHeader, String(readings));
  if (previous !== null) marks.set(previousHeader, previousText(previous));
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, lastPauseMs)) {
    const leftMs = deadlineMs - performance.now();
    const lost = Promise.withResolvers<never>();
    const forget = onReconnect(connection, () =>
      lost.reject(new AcknowledgementLostError("The connection to NATS was lost.")),
    );
    try {
      const timeout = Math.max(1, Math.min(attemptMs, leftMs));
      return await Promise.race([client.publish(subject, data, { headers: marks, timeout }), lost.promise]);
    } catch (error) {
      const code = codeOf(error);
      if (noRoom.includes(code))
        throw new QueueFullError("The queue of the cluster is full.", { cause: error });
      const isOver = code === tooLarge || !mayRepeat() || performance.now() + pauseMs >= deadlineMs;
      if (isOver) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new QueueUnavailableError(`The queue of the cluster did not take readings: ${reason}`, {
          cause: error,
        });
      }
    } finally {
      forget();
    }
    await Bun.sleep(pauseMs);
  }
}
