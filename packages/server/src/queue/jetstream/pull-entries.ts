import { createInbox, type Msg } from "@nats-io/nats-core";
import { onReconnect } from "../../platform/nats/on-reconnect.ts";
import { QueueUnavailableError } from "../queue.ts";
import { type DeliveryInfo, deliveryInfo } from "./delivery-info.ts";
import type { QueueStream } from "./queue-stream.ts";

/** A server that does not deliver for this long is given up, because another one may answer. */
const patienceMs = 3000;
/** The limit in bytes is reached. If nothing was delivered, the consumer was removed or cannot be pulled from. */
const limitReached = 409;
/** No messages; the request has ended. */
const ends: readonly number[] = [404, 408, limitReached];

interface Pull {
  readonly consumer: string;
  readonly messagesMax: number;
  readonly bytesMax: number;
}

export interface Delivered extends DeliveryInfo {
  readonly message: Msg;
}

export interface Pulled {
  readonly delivered: readonly Delivered[];
  /** Whether the consumer has nothing more to deliver at the moment. */
  readonly isEnd: boolean;
}

/** Asks a pull consumer for its waiting messages, without waiting for more. Rejects with QueueUnavailableError. */
export function pullEntries({ connection, name }: QueueStream, pull: Pull): Promise<Pulled> {
  const { promise, resolve, reject } = Promise.withResolvers<Pulled>();
  const delivered: Delivered[] = [];
  const inbox = createInbox();
  const fail = (reason: string) => {
    reject(new QueueUnavailableError(`The queue of the cluster cannot be read: ${reason}`));
  };
  const subscription = connection.subscribe(inbox, {
    callback(error, message) {
      if (error !== null) fail(error.message);
      else take(message);
    },
  });
  const forget = onReconnect(connection, () => fail("the connection was lost"));
  const timer = setTimeout(() => fail(`no answer within ${patienceMs} ms`), patienceMs);
  function take(message: Msg): void {
    const status = message.headers?.code ?? 0;
    if (status > 0) {
      if (!ends.includes(status) || (status === limitReached && delivered.length === 0))
        fail(`${status} ${message.headers?.description}`);
      else resolve({ delivered, isEnd: status !== limitReached });
      return;
    }
    const info = deliveryInfo(message.reply ?? "");
    delivered.push({ message, ...info });
    if (info.pending === 0) resolve({ delivered, isEnd: true });
    else if (delivered.length === pull.messagesMax) resolve({ delivered, isEnd: false });
  }
  const request = { batch: pull.messagesMax, max_bytes: pull.bytesMax, no_wait: true };
  try {
    connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${name}.${pull.consumer}`, JSON.stringify(request), {
      reply: inbox,
    });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
  return promise.finally(() => {
    clearTimeout(timer);
    forget();
    subscription.unsubscribe();
  });
}
