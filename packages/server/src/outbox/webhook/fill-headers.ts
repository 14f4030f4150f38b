import type { HeaderText } from "@weir/rule-engine/message";
import { DeliveryError } from "../delivery-error.ts";

/** The headers of a message as they are sent: each gap for a secret holds what the secret is at this moment. */
export function fillHeaders(
  headers: Readonly<Record<string, HeaderText>>,
  secretOf: (name: string) => string,
): Record<string, string> {
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value, secretOf)] as const);
  return Object.fromEntries(filled);
}

function fill(value: HeaderText, secretOf: (name: string) => string): string {
  if (typeof value === "string") return value;
  return value.map((part) => (typeof part === "string" ? part : forHeader(part.secret, secretOf))).join("");
}

/** A new value can mend this, so the message is tried again. */
function forHeader(name: string, secretOf: (name: string) => string): string {
  const secret = secretOf(name);
  if (/^[\x20-\x7e]*$/.test(secret)) return secret;
  const problem = `The secret named ${JSON.stringify(name)} has characters that a header cannot carry: only printable ASCII on one line can be sent.`;
  throw new DeliveryError("failed", problem);
}
