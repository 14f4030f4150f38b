import { DeliveryError } from "./delivery-error.ts";
import type { Delivery } from "./sender.ts";

/** A secret that a message names. Where there is none, the message is tried again: somebody may set it. */
export async function secretOrFail(secretOf: Delivery<unknown>["secretOf"], name: string): Promise<string> {
  const secret = await secretOf(name);
  if (secret !== null) return secret;
  throw new DeliveryError("failed", `The account has no secret named ${JSON.stringify(name)}.`);
}
