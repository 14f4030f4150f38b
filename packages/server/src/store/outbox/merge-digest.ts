import type { NotificationMessage, OutboxMessage } from "@weir/rule-engine/message";

/** How many alarms a digest lists; the others are counted. */
const listedMax = 50;
/** How many messages are put into a digest at once. */
export const gatheredMax = 1000;

/** Returns the digest with the alarms of these messages added. */
export function mergeDigest(digest: OutboxMessage, messages: readonly OutboxMessage[]): NotificationMessage {
  if (digest.kind !== "notification") throw new Error("Only a notification can be a digest.");
  const added = messages.filter((message) => message.kind === "notification");
  const alarms = [...digest.alarms, ...added.flatMap((message) => message.alarms)];
  const listed = alarms.slice(0, listedMax);
  const changes = [digest, ...added].reduce((sum, message) => sum + changesIn(message), 0);
  return { ...digest, alarms: listed, more: changes - listed.length };
}

/** How many changes of alarms a message is about. */
export function changesIn({ alarms, more }: Pick<NotificationMessage, "alarms" | "more">): number {
  return alarms.length + more;
}

/** What people read of a message that became a part of a digest. */
export function gatheredNote(digestId: number): string {
  return `Sent as part of the digest in message ${digestId}.`;
}
