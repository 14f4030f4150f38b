import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { encodeBase32 } from "./base32.ts";

/**
 * Time-based one-time passwords (RFC 6238) in the form that every authenticator app supports: SHA-1, 30 seconds, six
 * digits.
 */
const stepMs = 30_000;
const digitCount = 6;
/** How many steps the person's clock may be off, or the person slow. */
const toleranceSteps = 1;
/** As long as the output of SHA-1, as RFC 4226 advises. */
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
 * The step that the code belongs to, if it is near now and later than the last used one; otherwise null. The caller
 * must record the step as used, because a code that somebody saw over a shoulder is valid for a minute.
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

/** The content of the QR code for an authenticator app. */
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
