const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base 32 of RFC 4648 without padding, as authenticator apps use it. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text += alphabet[(pending >> pendingBits) & 31];
    }
    pending &= (1 << pendingBits) - 1;
  }
  return pendingBits === 0 ? text : text + alphabet[(pending << (5 - pendingBits)) & 31];
}
