import type { HeaderText } from "@weir/rule-engine/message";
import { DeliveryError } from "../delivery-error.ts";

type SecretOf = (name: string) => Promise<string>;

/** The headers of a message as they are sent: each gap for a secret holds what the secret is at this moment. */
export async function fillHeaders(
  headers: Readonly<Record<string, HeaderText>>,
  secretOf: SecretOf,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) filled[name] = await fill(value, secretOf);
  return filled;
}

async function fill(value: HeaderText, secretOf: SecretOf): Promise<string> {
  if (typeof value === "string") return value;
  let text = "";
  for (const part of value) text += typeof part === "string" ? part : await forHeader(part.secret, secretOf);
  return text;
}

/** A new value can mend this, so the message is tried again. */
async function forHeader(name: string, secretOf: SecretOf): Promise<string> {
  const secret = await secretOf(name);
  if (/^[\x20-\x7e]*$/.test(secret)) return secret;
  const problem = `The secret named ${JSON.stringify(name)} has characters that a header cannot carry: only printable ASCII on one line can be sent.`;
  throw new DeliveryError("failed", problem);
}
