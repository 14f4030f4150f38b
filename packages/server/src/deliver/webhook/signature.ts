import { createHmac } from "node:crypto";
import { DeliveryError } from "../delivery-error.ts";

const encodedPrefix = "whsec_";

/** Returns the key of a webhook's signature: the bytes after `whsec_`, the form of Standard Webhooks, or the text itself. */
export function signingKey(secret: string): Buffer {
  if (secret === "") throw new DeliveryError("failed", "The signing secret is empty.");
  if (!secret.startsWith(encodedPrefix)) return Buffer.from(secret, "utf8");
  const encoded = secret.slice(encodedPrefix.length);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || encoded.replace(/=+$/, "").length % 4 === 1) {
    throw new DeliveryError(
      "failed",
      `The signing secret begins with ${encodedPrefix}, but the rest is not base64.`,
    );
  }
  return Buffer.from(encoded, "base64");
}

/** Signs in the form of Standard Webhooks: the id and the time are included, so that neither can be exchanged. */
export function signWebhook(key: Buffer, id: string, timestampS: number, body: string): string {
  const digest = createHmac("sha256", key).update(`${id}.${timestampS}.${body}`, "utf8").digest("base64");
  return `v1,${digest}`;
}
