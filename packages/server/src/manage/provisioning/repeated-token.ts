import { createHash, timingSafeEqual } from "node:crypto";
import { provisionRepeatS } from "@weir/protocol/provisioning";
import type { Control, ControlData } from "../../control/control.ts";
import { readTokenRow } from "../../control/devices/device-tokens.ts";
import type { Hardware } from "../../control/provisioning/hardware-ids.ts";
import { openToken } from "../../control/sealing/token.ts";

/**
 * The answer with a token can get lost on its way. A device that has sent a nonce with its request gets the same token again by
 * repeating the request. No second copy of the token is kept: what is kept is a hash over the nonce, the key, the hardware id and
 * the token itself, so a repeat fails with another key, and also once somebody has replaced the token.
 */
interface Repeatable {
  readonly request: { readonly hardwareId: string; readonly nonce: string | null };
  readonly keyHash: Uint8Array;
}

/** Null for a request without a nonce: it cannot be repeated. */
export function nonceHashOf({ request, keyHash }: Repeatable, token: string): Uint8Array | null {
  const { nonce, hardwareId } = request;
  if (nonce === null) return null;
  // None of the texts can have a line break.
  const text = [Buffer.from(keyHash).toString("base64url"), hardwareId, nonce, token].join("\n");
  return createHash("sha256").update(text).digest();
}

/** Returns the present token of the device if this request repeats the one that was answered with it, in time. */
export async function repeatedToken(
  control: Control,
  db: ControlData,
  { device, nonceHash, tokenGivenAt }: Hardware,
  repeatable: Repeatable,
): Promise<string | null> {
  if (nonceHash === null || tokenGivenAt === null || repeatable.request.nonce === null) return null;
  if (control.nowUs() - tokenGivenAt >= provisionRepeatS * 1_000_000) return null;
  const row = await readTokenRow(db, device!.id);
  const token = row === undefined ? null : openToken(row.token_sealed, device!.uuid, control.key);
  if (token === null) return null;
  return timingSafeEqual(nonceHashOf(repeatable, token)!, nonceHash) ? token : null;
}
