/** The facts about a delivered message in its reply subject. */
export interface DeliveryInfo {
  readonly sequence: number;
  /** Counts the messages of the consumer, without gaps. */
  readonly nth: number;
  readonly storedMs: number;
  /** Messages that the consumer has still to deliver. */
  readonly pending: number;
}

const parts = { sequence: 0, nth: 1, storedNanos: 2, pending: 3 } as const;
/**
 * Where the numbers start in the short form of servers before 2.10, and in the long form, which also names the domain
 * and the account.
 */
const firstParts = new Map([
  [9, 5],
  [11, 7],
  [12, 7],
]);
const nanosPerMs = 1e6;

export function deliveryInfo(reply: string): DeliveryInfo {
  const tokens = reply.split(".");
  const first = firstParts.get(tokens.length);
  if (first === undefined || tokens[0] !== "$JS" || tokens[1] !== "ACK")
    throw new Error("A message of the queue did not come from a consumer.");
  const number = (part: number) => Number(tokens[first + part]);
  return {
    sequence: number(parts.sequence),
    nth: number(parts.nth),
    storedMs: Math.floor(number(parts.storedNanos) / nanosPerMs),
    pending: number(parts.pending),
  };
}
