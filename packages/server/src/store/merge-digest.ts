import type { NotificationMessage, OutboxMessage } from "@weir/rule-engine/message";

/** How many alarms a digest lists; the others are counted. */
const listedMax = 50;
/** How many messages are put into a digest at once. */
export const gatheredMax = 1000;

/** Returns the digest with the alarms of these messages added. */
export function mergeDigest(digest: OutboxMessage, messages: readonly OutboxMessage[]): NotificationMessage {
  if (digest.kind !== "notification") throw new Error("Only a notification can be a digest.");
  const added = messages.flatMap((message) => (message.kind === "notification" ? message.alarms : []));
  const room = Math.max(0, listedMax - digest.alarms.length);
  return {
    ...digest,
    alarms: [...digest.alarms, ...added.slice(0, room)],
    more: digest.more + Math.max(0, added.length - room),
  };
}

/** What people read of a message that became a part of a digest. */
export function gatheredNote(digestId: number): string {
  return `Sent as part of the digest in message ${digestId}.`;
}
