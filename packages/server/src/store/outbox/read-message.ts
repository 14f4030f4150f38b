import type { OutboxMessage } from "@weir/rule-engine/message";

/**
 * Reads a stored message. One that cannot be read gets a kind that nobody sends, so that delivery refuses this message and
 * continues with the others.
 */
export function readMessage(text: string): OutboxMessage {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === "object" && message !== null) return message as OutboxMessage;
  } catch {
    // Reported by whoever is to send it.
  }
  return { kind: "unreadable" } as unknown as OutboxMessage;
}
