import { expect, test } from "bun:test";
import { fail } from "@weir/protocol/result";
import { makeLimit, openLimiter } from "../../installation/open-installation.ts";
import type { LimitOptions } from "../../limit/limiter.ts";
import {
  emailPolicy,
  openTryLimits,
  pairPolicy,
  SignInThrottle,
  sourcePolicy,
  strangersAtOnceMax,
} from "./sign-in-throttle.ts";

const email = "ada@example.org";
const home = "192.0.2.1";
const nowMs = 1_780_000_000_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function openThrottle(): SignInThrottle {
  return new SignInThrottle(openTryLimits((_name, options) => openLimiter(makeLimit(options))));
}

async function tryAt(
  throttle: SignInThrottle,
  {
    at = nowMs,
    source = home,
    isKnownSource = false,
    who = email,
  }: Partial<{ at: number; source: string; isKnownSource: boolean; who: string }> = {},
) {
  const begun = await throttle.begin({ email: who, source, isKnownSource, nowMs: at });
  if (begun.ok) begun.value.end();
  return begun;
}

async function delayMs(begun: ReturnType<SignInThrottle["begin"]>): Promise<number> {
  const outcome = await begun;
  return outcome.ok ? 0 : outcome.error.retryAfterMs;
}

test("allows a source one attempt per email every 15 minutes after the free attempts of an hour", async () => {
  const throttle = openThrottle();
  for (let n = 0; n <= pairPolicy.freeTries; n++)
    expect((await tryAt(throttle, { isKnownSource: true })).ok).toBeTrue();
  expect(await delayMs(tryAt(throttle, { isKnownSource: true }))).toBe(pairPolicy.delayMs);
  const due = nowMs + pairPolicy.delayMs;
  expect((await tryAt(throttle, { at: due - 1, isKnownSource: true })).ok).toBeFalse();
  expect((await tryAt(throttle, { at: due, isKnownSource: true })).ok).toBeTrue();
  expect(await delayMs(tryAt(throttle, { at: due, isKnownSource: true }))).toBe(pairPolicy.delayMs);
});

test("neither extends the wait nor counts for others after a refused attempt", async () => {
  const throttle = openThrottle();
  for (let n = 0; n <= pairPolicy.freeTries; n++) await tryAt(throttle);
  for (let n = 0; n < 100; n++) expect(await delayMs(tryAt(throttle))).toBe(pairPolicy.delayMs);
  expect((await tryAt(throttle, { at: nowMs + pairPolicy.delayMs })).ok).toBeTrue();
  expect((await tryAt(throttle, { who: "bob@example.org" })).ok).toBeTrue();
  expect((await tryAt(throttle, { source: "192.0.2.2" })).ok).toBeTrue();
});

test("counts simultaneous attempts as they begin", async () => {
  const throttle = openThrottle();
  const all = await Promise.all(Array.from({ length: 100 }, () => tryAt(throttle)));
  const begun = all.filter(({ ok }) => ok);
  expect(begun).toHaveLength(pairPolicy.freeTries + 1);
});

test("shares counts between members that share the limiters, each with its own free places", async () => {
  const shared = new Map<string, ReturnType<typeof makeLimit>>();
  const openMember = () => {
    const open = (name: string, options: LimitOptions) => {
      const limit = shared.get(name) ?? makeLimit(options);
      shared.set(name, limit);
      return openLimiter(limit);
    };
    return new SignInThrottle(openTryLimits(open));
  };
  const [one, other] = [openMember(), openMember()];
  for (let n = 0; n <= pairPolicy.freeTries; n++) expect((await tryAt(n % 2 ? one : other)).ok).toBeTrue();
  const refused = await Promise.all([one, other].map((member) => tryAt(member)));
  expect(refused.map(({ ok }) => ok)).toEqual([false, false]);
  const places = await Promise.all(
    Array.from({ length: strangersAtOnceMax }, (_, n) =>
      one.begin({ email: `u${n}@example.org`, source: `10.0.0.${n}`, isKnownSource: false, nowMs }),
    ),
  );
  expect(places.every(({ ok }) => ok)).toBeTrue();
  expect((await tryAt(one, { who: "new@example.org", source: "10.0.1.1" })).ok).toBeFalse();
  expect((await tryAt(other, { who: "new@example.org", source: "10.0.1.1" })).ok).toBeTrue();
});

test("slows down a source that tries many emails, and no others", async () => {
  const throttle = openThrottle();
  for (let n = 0; n <= sourcePolicy.freeTries; n++) {
    expect((await tryAt(throttle, { who: `u${n}@example.org` })).ok).toBeTrue();
  }
  expect(await delayMs(tryAt(throttle, { who: "new@example.org" }))).toBe(sourcePolicy.delayMs);
  expect((await tryAt(throttle, { who: "new@example.org", source: "192.0.2.2" })).ok).toBeTrue();
});

test("treats addresses of one IPv6 network as one source, and ignores the case of an email", async () => {
  const throttle = openThrottle();
  for (let n = 0; n <= pairPolicy.freeTries; n++) await tryAt(throttle, { source: `2001:db8::${n + 1}` });
  expect((await tryAt(throttle, { source: "2001:db8::ffff", who: "ADA@example.org " })).ok).toBeFalse();
});

test("slows down an attacker with many sources, who cannot keep out a source that was signed in before", async () => {
  const throttle = openThrottle();
  let looked = 0;
  for (let n = 0; n < 5000; n++) {
    if ((await tryAt(throttle, { source: `10.1.${n >> 8}.${n & 255}`, at: nowMs + n })).ok) looked++;
  }
  expect(looked).toBe(emailPolicy.freeTries + 1);
  const at = nowMs + 5000;
  expect((await tryAt(throttle, { source: home, isKnownSource: true, at })).ok).toBeTrue();
  const elsewhere = await delayMs(tryAt(throttle, { source: "198.51.100.7", at }));
  expect(elsewhere).toBeGreaterThan(0);
  expect(elsewhere).toBeLessThanOrEqual(emailPolicy.delayMs);
});

test("does not lock out a known person because of another behind the same address", async () => {
  const throttle = openThrottle();
  for (let n = 0; n < 100; n++) await tryAt(throttle, { who: `u${n}@example.org` });
  expect((await tryAt(throttle)).ok).toBeFalse();
  expect((await tryAt(throttle, { isKnownSource: true })).ok).toBeTrue();
});

test("does not count correct attempts, and still counts the wrong ones before them", async () => {
  const throttle = openThrottle();
  const wrong = pairPolicy.freeTries - 1;
  for (let n = 0; n < wrong; n++) await tryAt(throttle);
  for (let n = 0; n < 100; n++) {
    const right = await tryAt(throttle);
    if (!right.ok) throw new Error(`Try ${n} was refused.`);
    right.value.giveBack();
  }
  const rest = [await tryAt(throttle), await tryAt(throttle), await tryAt(throttle)];
  expect(rest.map(({ ok }) => ok)).toEqual([true, true, false]);
});

test("leaves no wait after a correct attempt past the free ones", async () => {
  const throttle = openThrottle();
  for (let n = 0; n < pairPolicy.freeTries; n++) await tryAt(throttle);
  const open = await tryAt(throttle);
  if (open.ok) open.value.giveBack();
  expect((await tryAt(throttle)).ok).toBeTrue();
  expect((await tryAt(throttle)).ok).toBeFalse();
});

test("gives free attempts again an hour after the first wrong one", async () => {
  const throttle = openThrottle();
  for (let n = 0; n < 20; n++) await tryAt(throttle);
  expect((await tryAt(throttle)).ok).toBeFalse();
  for (let n = 0; n < pairPolicy.freeTries; n++)
    expect((await tryAt(throttle, { at: nowMs + hourMs })).ok).toBeTrue();
});

test("limits how many unknown sources are checked at once, and known ones do not wait for them", async () => {
  const throttle = openThrottle();
  const begin = (n: number, isKnownSource = false) =>
    throttle.begin({ email: `u${n}@example.org`, source: `10.0.0.${n}`, isKnownSource, nowMs });
  const begun = await Promise.all(Array.from({ length: strangersAtOnceMax }, (_, n) => begin(n)));
  expect(begun.every(({ ok }) => ok)).toBeTrue();
  expect(await begin(100)).toEqual(fail({ retryAfterMs: 1000 }));
  expect((await begin(101, true)).ok).toBeTrue();
  const [first] = begun;
  if (first?.ok) first.value.end();
  expect((await begin(100)).ok).toBeTrue();
  expect((await begin(102)).ok).toBeFalse();
});
