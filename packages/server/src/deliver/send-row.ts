import type { OutboxMessage } from "@weir/rule-engine/message";
import { type Log, reasonOf } from "../platform/log.ts";
import type { OutboxRow } from "../store/outbox/outbox-store.ts";
import { failed, hopeless, type Sender, type Senders, type SendOutcome } from "./sender.ts";

const reasonCharsMax = 500;
/** A shorter secret occurs in ordinary words, and removing it would reveal it. */
const secretCharsMin = 4;

/** Returns a reason that may be stored and shown: on one line, not too long, and without the secrets that were used. */
function readableReason(reason: string, secrets: Iterable<string>): string {
  let text = reason;
  for (const secret of secrets) if (secret.length >= secretCharsMin) text = text.replaceAll(secret, "***");
  text = text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return text.length > reasonCharsMax ? `${text.slice(0, reasonCharsMax)}…` : text;
}

export interface SendingParts {
  readonly senders: Senders;
  readonly secretOf: (accountId: number, name: string) => Promise<string | null>;
  readonly log: Log;
}

/** Sends the message of a row. Never throws; a reason contains none of the secrets that were looked up on the way. */
export async function sendRow(
  parts: SendingParts,
  row: OutboxRow,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { senders, secretOf, log } = parts;
  const { id, accountId, key, message } = row;
  // A row of a newer Weir may have a kind that this version does not know.
  const sender = senders[message.kind] as Sender<OutboxMessage> | undefined;
  if (sender === undefined) return hopeless("This version of Weir does not know this kind of message.");
  const secrets = new Set<string>();
  const noting = async (name: string): Promise<string | null> => {
    const secret = await secretOf(accountId, name);
    if (secret !== null) secrets.add(secret);
    return secret;
  };
  try {
    const outcome = await sender.send({ key, message, secretOf: noting, signal });
    if (outcome.kind === "delivered") return outcome;
    return { ...outcome, reason: readableReason(outcome.reason, secrets) };
  } catch (error) {
    const reason = readableReason(reasonOf(error), secrets);
    log.error("a message delivery failed unexpectedly", { id, reason });
    return failed("Weir failed to send the message. The operator's log has details.");
  }
}
