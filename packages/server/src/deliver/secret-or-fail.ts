import { DeliveryError } from "./delivery-error.ts";
import type { Delivery } from "./sender.ts";

/** Returns a secret that a message names. If it does not exist, the message is tried again, because somebody may set it. */
export async function secretOrFail(secretOf: Delivery<unknown>["secretOf"], name: string): Promise<string> {
  const secret = await secretOf(name);
  if (secret !== null) return secret;
  throw new DeliveryError("failed", `The account has no secret named ${JSON.stringify(name)}.`);
}
