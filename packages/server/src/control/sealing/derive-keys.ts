import { hkdfSync } from "node:crypto";
import type { TokenKey } from "./token-key.ts";

const derivedBytes = 32;

/**
 * Derives a key for another purpose than sealing: from the current key and, while a rotation is under way, also from the
 * previous one. Whoever learns a derived key learns nothing about the token key or about keys for other purposes.
 */
export function deriveKeys({ current, previous }: TokenKey, purpose: string): readonly Uint8Array[] {
  const sources = previous === null ? [current] : [current, previous];
  return sources.map(
    ({ secret }) => new Uint8Array(hkdfSync("sha256", secret, "", `weir ${purpose}`, derivedBytes)),
  );
}
