import type { Device } from "./device-registry.ts";
import type { DeviceTable } from "./device-table.ts";

/**
 * The result of three checks, in this order: the request has a token, its device exists, and the token belongs to the device.
 */
export type Authentication =
  | { ok: true; device: Device }
  | { ok: false; error: "missingToken" | "deviceNotFound" | "invalidToken" };

/**
 * Stands for the token in requests that the server itself sends for a device. Whoever sends them was allowed to by other
 * means, so no token has to travel between processes.
 */
export const vouchedFor = Symbol("vouched for");
export type Credential = string | null | typeof vouchedFor;

const scheme = "bearer ";
const digest = new Uint8Array(32);
const digestWords = new Uint32Array(digest.buffer);

/** `credential` is the `Authorization` header. A device that is vouched for counts as using its current token. */
export function authenticate(
  credential: Credential,
  device: Device | undefined,
  nowMs: number,
): Authentication {
  const token = credential === vouchedFor ? vouchedFor : bearerToken(credential);
  if (token === null) return { ok: false, error: "missingToken" };
  if (device === undefined) return { ok: false, error: "deviceNotFound" };
  const { enabled, tokenHash } = device.record;
  if (!enabled) return { ok: false, error: "invalidToken" };
  if (token !== vouchedFor) Bun.SHA256.hash(token, digest);
  if (token === vouchedFor || digestEquals(tokenHash)) {
    device.overlap?.noteCurrent(nowMs);
    return { ok: true, device };
  }
  return passesOnPrevious(device, nowMs) ? { ok: true, device } : { ok: false, error: "invalidToken" };
}

/**
 * Returns whether these bytes are the token of the device in `row`, which has only one token and is enabled. Records nothing.
 */
export function isTokenOf(devices: DeviceTable, row: number, token: Uint8Array): boolean {
  Bun.SHA256.hash(token, digest);
  return devices.hasTokenHash(row, digestWords);
}

/** Returns whether the digest is that of the previous token, and that token is still accepted. */
function passesOnPrevious({ overlap }: Device, nowMs: number): boolean {
  if (overlap === null || !digestEquals(overlap.previous.hash) || overlap.isOver(nowMs)) return false;
  overlap.notePrevious(nowMs);
  return true;
}

/** Returns the token of `Bearer <token>`, with the scheme in any case; null for every other form. */
function bearerToken(authorization: string | null): string | null {
  if (authorization === null || authorization.length <= scheme.length) return null;
  for (let i = 0; i < scheme.length; i++) {
    if ((authorization.charCodeAt(i) | 0x20) !== scheme.charCodeAt(i)) return null;
  }
  const token = authorization.slice(scheme.length).trim();
  return token === "" || token.includes(" ") ? null : token;
}

/** Compares hashes over their whole length, so the time it takes reveals nothing about the token. */
function digestEquals(tokenHash: Uint8Array): boolean {
  let difference = 0;
  for (let i = 0; i < digest.length; i++) difference |= digest[i]! ^ tokenHash[i]!;
  return difference === 0;
}
