import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { encodeBase32 } from "./base32.ts";

/** One-time passwords by time (RFC 6238), in the form that every authenticator app takes: SHA-1, 30 seconds, six digits. */
const stepMs = 30_000;
const digitCount = 6;
/** How many steps the person's clock may be off, or the person slow. */
const toleranceSteps = 1;
/** As long as what SHA-1 gives, as RFC 4226 advises. */
const seedBytes = 20;

const totpCodeShape = /^\d{6}$/;

export function generateSeed(): Uint8Array {
  return randomBytes(seedBytes);
}

export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

export function totpCode(seed: Uint8Array, step: number, digits = digitCount): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", seed).update(counter).digest();
  const offset = mac[mac.length - 1]! & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * The step that the code belongs to, when it is near now and later than the last that was used; else null. Whoever takes
 * it must note the step as used, because a code that was looked over a shoulder is still good for a minute.
 */
export function matchStep(seed: Uint8Array, code: string, nowMs: number, lastStep: number): number | null {
  if (!totpCodeShape.test(code)) return null;
  const now = stepAt(nowMs);
  let matched: number | null = null;
  for (let step = now - toleranceSteps; step <= now + toleranceSteps; step++) {
    const isSame = timingSafeEqual(Buffer.from(totpCode(seed, step)), Buffer.from(code));
    if (isSame && step > lastStep) matched = step;
  }
  return matched;
}

/** What an authenticator app reads from a QR code. */
export function otpauthUri(seed: Uint8Array, email: string): string {
  const label = `${encodeURIComponent("Weir")}:${encodeURIComponent(email)}`;
  const parameters = new URLSearchParams({
    secret: encodeBase32(seed),
    issuer: "Weir",
    algorithm: "SHA1",
    digits: String(digitCount),
    period: String(stepMs / 1000),
  });
  return `otpauth://totp/${label}?${parameters}`;
}
