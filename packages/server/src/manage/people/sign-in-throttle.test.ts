import { expect, test } from "bun:test";
import {
  emailPolicy,
  pairPolicy,
  SignInThrottle,
  sourcePolicy,
  strangersAtOnceMax,
  throttleEntriesMax,
} from "./sign-in-throttle.ts";

const email = "ada@example.org";
const home = "192.0.2.1";
const nowMs = 1_780_000_000_000;

function tryAt(
  throttle: SignInThrottle,
  {
    at = nowMs,
    source = home,
    isKnownSource = false,
    who = email,
  }: Partial<{ at: number; source: string; isKnownSource: boolean; who: string }> = {},
) {
  const begun = throttle.begin({ email: who, source, isKnownSource, nowMs: at });
  if (begun.ok) begun.attempt.end();
  return begun;
}

function delayMs(outcome: ReturnType<SignInThrottle["begin"]>): number {
  return outcome.ok ? 0 : outcome.retryAfterMs;
}

test("wrong tries of one source at one e-mail are slowed down, each twice as long, up to a limit", () => {
  const throttle = new SignInThrottle();
  let at = nowMs;
  for (let n = 0; n < pairPolicy.freeTries; n++)
    expect(tryAt(throttle, { at, isKnownSource: true }).ok).toBeTrue();
  const delays: number[] = [];
  for (let n = 0; n < 14; n++) {
    const delay = delayMs(tryAt(throttle, { at, isKnownSource: true }));
    delays.push(delay);
    expect(tryAt(throttle, { at: at + delay - 1, isKnownSource: true }).ok).toBeFalse();
    at += delay;
    expect(tryAt(throttle, { at, isKnownSource: true }).ok).toBeTrue();
  }
  expect(delays.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 16_000]);
  expect(Math.max(...delays)).toBe(pairPolicy.delayMaxMs);
});

test("a refused try does not make the wait longer", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < pairPolicy.freeTries; n++) tryAt(throttle);
  for (let n = 0; n < 100; n++) expect(delayMs(tryAt(throttle))).toBe(1000);
  expect(tryAt(throttle, { at: nowMs + 1000 }).ok).toBeTrue();
});

test("many tries at once are counted as they begin", () => {
  const throttle = new SignInThrottle();
  const begun = Array.from({ length: 100 }, () => tryAt(throttle)).filter(({ ok }) => ok);
  expect(begun).toHaveLength(pairPolicy.freeTries);
});

test("a source that tries many e-mails is slowed down, and others are not", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < sourcePolicy.freeTries; n++) {
    expect(tryAt(throttle, { who: `u${n}@example.org` }).ok).toBeTrue();
  }
  expect(tryAt(throttle, { who: "new@example.org" }).ok).toBeFalse();
  expect(tryAt(throttle, { who: "new@example.org", source: "192.0.2.2" }).ok).toBeTrue();
});

test("addresses of one IPv6 network are one source, and the case of an e-mail makes no other", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < pairPolicy.freeTries; n++) tryAt(throttle, { source: `2001:db8::${n + 1}` });
  expect(tryAt(throttle, { source: "2001:db8::ffff", who: "ADA@example.org " }).ok).toBeFalse();
});

test("an attacker with many sources is slowed down, and cannot keep out a source that was signed in from before", () => {
  const throttle = new SignInThrottle();
  let looked = 0;
  for (let n = 0; n < 5000; n++) {
    if (tryAt(throttle, { source: `10.1.${n >> 8}.${n & 255}`, at: nowMs + n }).ok) looked++;
  }
  expect(looked).toBeLessThan(emailPolicy.freeTries + 5);
  const at = nowMs + 5000;
  expect(tryAt(throttle, { source: home, isKnownSource: true, at }).ok).toBeTrue();
  const elsewhere = delayMs(tryAt(throttle, { source: "198.51.100.7", at }));
  expect(elsewhere).toBeGreaterThan(0);
  expect(elsewhere).toBeLessThanOrEqual(emailPolicy.delayMaxMs);
});

test("somebody else behind the same address does not keep out who was signed in from there before", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 100; n++) tryAt(throttle, { who: `u${n}@example.org` });
  expect(tryAt(throttle).ok).toBeFalse();
  expect(tryAt(throttle, { isKnownSource: true }).ok).toBeTrue();
});

test("a right try clears its e-mail and source, but not what the source did to others", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 3; n++) tryAt(throttle);
  const right = tryAt(throttle);
  if (right.ok) right.attempt.succeed();
  for (let n = 0; n < pairPolicy.freeTries; n++) expect(tryAt(throttle).ok).toBeTrue();
  expect(tryAt(throttle).ok).toBeFalse();

  const busy = new SignInThrottle();
  for (let n = 0; n < sourcePolicy.freeTries - 1; n++) tryAt(busy, { who: `u${n}@example.org` });
  const own = tryAt(busy, { who: "own@example.org" });
  if (own.ok) own.attempt.succeed();
  tryAt(busy, { who: "x@example.org" });
  expect(tryAt(busy, { who: "own@example.org" }).ok).toBeFalse();
});

test("a try that was taken back leaves the wait as it was", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < pairPolicy.freeTries; n++) tryAt(throttle);
  const open = tryAt(throttle, { at: nowMs + 1000 });
  if (open.ok) open.attempt.takeBack();
  expect(tryAt(throttle, { at: nowMs + 1000 }).ok).toBeTrue();
  expect(tryAt(throttle, { at: nowMs + 1000 }).ok).toBeFalse();
});

test("after an hour of quiet all is forgotten", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 20; n++) tryAt(throttle, { at: nowMs + n * 20 * 60_000 });
  expect(tryAt(throttle, { at: nowMs + 19 * 20 * 60_000 }).ok).toBeFalse();
  expect(tryAt(throttle, { at: nowMs + 19 * 20 * 60_000 + pairPolicy.forgetAfterMs }).ok).toBeTrue();
});

test("only so many strangers are looked at at once, whom nobody known waits for", () => {
  const throttle = new SignInThrottle();
  const begin = (n: number, isKnownSource = false) =>
    throttle.begin({ email: `u${n}@example.org`, source: `10.0.0.${n}`, isKnownSource, nowMs });
  const begun = Array.from({ length: strangersAtOnceMax }, (_, n) => begin(n));
  expect(begun.every(({ ok }) => ok)).toBeTrue();
  expect(begin(100)).toEqual({ ok: false, retryAfterMs: 1000 });
  expect(begin(101, true).ok).toBeTrue();
  const [first] = begun;
  if (first?.ok) first.attempt.end();
  expect(begin(100).ok).toBeTrue();
  expect(begin(102).ok).toBeFalse();
});

test("memory stays bounded whatever comes", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < throttleEntriesMax * 3; n++) {
    tryAt(throttle, { who: `u${n}@example.org`, source: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });
  }
  expect(throttle.size).toBe(throttleEntriesMax * 3);
});
