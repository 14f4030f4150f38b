import type { Device } from "./device-registry.ts";

/** Steps 3 to 5 of the order of checks. */
export type Authentication =
  | { ok: true; device: Device }
  | { ok: false; error: "missingToken" | "deviceNotFound" | "invalidToken" };

const scheme = "bearer ";
const digest = new Uint8Array(32);

export function authenticate(authorization: string | null, device: Device | undefined): Authentication {
  const token = bearerToken(authorization);
  if (token === null) return { ok: false, error: "missingToken" };
  if (device === undefined) return { ok: false, error: "deviceNotFound" };
  const { enabled, tokenHash } = device.record;
  return enabled && matches(token, tokenHash) ? { ok: true, device } : { ok: false, error: "invalidToken" };
}

/** The token of `Bearer <token>`, the scheme in any case; null for every other form. */
function bearerToken(authorization: string | null): string | null {
  if (authorization === null || authorization.length <= scheme.length) return null;
  for (let i = 0; i < scheme.length; i++) {
    if ((authorization.charCodeAt(i) | 0x20) !== scheme.charCodeAt(i)) return null;
  }
  const token = authorization.slice(scheme.length).trim();
  return token === "" || token.includes(" ") ? null : token;
}

/** Compares hashes over their whole length, so the time it takes tells nothing about the token. */
function matches(token: string, tokenHash: Uint8Array): boolean {
  Bun.SHA256.hash(token, digest);
  let difference = 0;
  for (let i = 0; i < digest.length; i++) difference |= digest[i]! ^ tokenHash[i]!;
  return difference === 0;
}
