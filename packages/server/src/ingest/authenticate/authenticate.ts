import type { Device } from "./device-registry.ts";
import type { DeviceTable } from "./device-table.ts";

/** Whether the request has a token, its device exists, and the token belongs to the device; checked in this order. */
export type Authentication =
  | { ok: true; device: Device }
  | { ok: false; error: "missingToken" | "deviceNotFound" | "invalidToken" };

const scheme = "bearer ";
const digest = new Uint8Array(32);
const digestWords = new Uint32Array(digest.buffer);

export function authenticate(
  authorization: string | null,
  device: Device | undefined,
  nowMs: number,
): Authentication {
  const token = bearerToken(authorization);
  if (token === null) return { ok: false, error: "missingToken" };
  if (device === undefined) return { ok: false, error: "deviceNotFound" };
  const { enabled, tokenHash } = device.record;
  if (!enabled) return { ok: false, error: "invalidToken" };
  Bun.SHA256.hash(token, digest);
  if (digestEquals(tokenHash)) {
    device.overlap?.noteCurrent(nowMs);
    return { ok: true, device };
  }
  return passesOnPrevious(device, nowMs) ? { ok: true, device } : { ok: false, error: "invalidToken" };
}

/** Whether these are the bytes of the token of the device in `row`, which has but one and is enabled. Notes nothing. */
export function isTokenOf(devices: DeviceTable, row: number, token: Uint8Array): boolean {
  Bun.SHA256.hash(token, digest);
  return devices.hasTokenHash(row, digestWords);
}

/** Whether the digest is of the token before, and that is still taken. */
function passesOnPrevious({ overlap }: Device, nowMs: number): boolean {
  if (overlap === null || !digestEquals(overlap.previous.hash) || overlap.isOver(nowMs)) return false;
  overlap.notePrevious(nowMs);
  return true;
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
function digestEquals(tokenHash: Uint8Array): boolean {
  let difference = 0;
  for (let i = 0; i < digest.length; i++) difference |= digest[i]! ^ tokenHash[i]!;
  return difference === 0;
}
