import { afterAll, expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import type { Control } from "../../control/control.ts";
import { sessionsOfUser } from "../../control/people/sessions.ts";
import { loadTokenKey } from "../../control/sealing/token-key.ts";
import { openTestData } from "../../control/test-open-control.ts";
import { sourceKey } from "../../platform/address.ts";
import { hashSecret, isSameHash } from "../core/one-time-secret.ts";
import { closeTestControls, commitUnaudited, makeDataDir } from "../test-control.ts";
import { isKnownSource } from "./known-sources.ts";
import { createSession, endSession, findSession, revokeSession, sessionsPerUserMax } from "./sessions.ts";
import { createUser } from "./users.ts";

const dayMs = 86_400_000;
const opened: Control[] = [];
afterAll(async () => {
  for (const control of opened) await control.close();
  await closeTestControls();
});

async function open() {
  const dataDir = makeDataDir();
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const announce = () => Promise.resolve();
  const control = openTestData(dataDir, { key: loadTokenKey(dataDir), announce, clock });
  opened.push(control);
  const user = unwrap(
    await commitUnaudited(control, (tx) =>
      createUser(tx, { email: "ada@example.org", name: "Ada", passwordHash: "" }, 0),
    ),
  );
  return { control, clock, userId: user.id };
}

async function begin(control: Control, userId: number, source = "192.0.2.1", userAgent = "") {
  return unwrap(
    await commitUnaudited(control, async (tx) => ({
      ok: true,
      value: await createSession(tx, userId, { source, userAgent }, control.nowUs()),
    })),
  );
}

test("writes the last use at most once an hour", async () => {
  const { control, clock, userId } = await open();
  const { token } = await begin(control, userId);
  const lastUse = async () => (await sessionsOfUser(control.db, userId, control.nowUs()))[0]!.lastUsedAt;
  const startUs = control.nowUs();
  clock.advanceMs(3_599_999);
  await findSession(control, token);
  expect(await lastUse()).toBe(startUs);
  clock.advanceMs(1);
  await findSession(control, token);
  expect(await lastUse()).toBe(startUs + 3_600_000_000);
});

test("lists current sessions, the newest first, and no ended ones", async () => {
  const { control, clock, userId } = await open();
  const old = await begin(control, userId);
  clock.advanceMs(20 * dayMs);
  const [kept, ended] = [await begin(control, userId), await begin(control, userId)];
  const listed = async () => (await sessionsOfUser(control.db, userId, control.nowUs())).map(({ id }) => id);
  expect(await listed()).toEqual([ended.id, kept.id, old.id]);
  await commitUnaudited(control, async (tx) => {
    await endSession(tx, { userId, sessionId: ended.id }, control.nowUs());
    return { ok: true, value: null };
  });
  expect(await listed()).toEqual([kept.id, old.id]);
  clock.advanceMs(10 * dayMs);
  expect(await listed()).toEqual([kept.id]);
});

test("limits the sessions of a person, and removes ended ones first", async () => {
  const { control, clock, userId } = await open();
  const oldest = await begin(control, userId);
  const ended = await begin(control, userId);
  clock.advanceMs(1000);
  await commitUnaudited(control, async (tx) => {
    await endSession(tx, { userId, sessionId: ended.id }, control.nowUs());
    return { ok: true, value: null };
  });
  for (let n = 0; n < sessionsPerUserMax - 1; n++) await begin(control, userId);
  expect(await findSession(control, oldest.token)).not.toBeNull();
  const { count } = await control.db
    .selectFrom("sessions")
    .select((count) => count.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(sessionsPerUserMax);
  await begin(control, userId);
  expect(await findSession(control, oldest.token)).toBeNull();
});

test("knows a source for 30 days after its last use, even when signed out, but not when revoked", async () => {
  const { control, clock, userId } = await open();
  const known = (source: string) => isKnownSource(control, userId, source, control.nowUs());
  const { id } = await begin(control, userId);
  const revoked = await begin(control, userId, "198.51.100.7");
  await revokeSession(control, { userId, sessionId: revoked.id });
  await commitUnaudited(control, async (tx) => {
    await endSession(tx, { userId, sessionId: id }, control.nowUs());
    return { ok: true, value: null };
  });
  clock.advanceMs(30 * dayMs - 1);
  expect([await known("192.0.2.1"), await known("198.51.100.7"), await known("192.0.2.2")]).toEqual([
    true,
    false,
    false,
  ]);
  clock.advanceMs(1);
  expect(await known("192.0.2.1")).toBeFalse();
  await begin(control, userId);
  expect(await control.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
});

test("cuts a long user agent", async () => {
  const { control, userId } = await open();
  await begin(control, userId, "192.0.2.1", `${"x".repeat(299)}\u{1F600}`);
  const [session] = await sessionsOfUser(control.db, userId, control.nowUs());
  expect(session!.userAgent).toBe(`${"x".repeat(299)}\uFFFD`);
});

test("treats addresses of one IPv6 network as one source", () => {
  expect(sourceKey("2001:db8::1")).toBe(sourceKey("2001:db8::ffff:1"));
  expect(sourceKey("::ffff:192.0.2.1")).toBe(sourceKey("192.0.2.1"));
  expect(sourceKey("unknown")).toBe("unknown");
});

test("compares hashes completely", () => {
  expect(isSameHash(hashSecret("a"), hashSecret("a"))).toBeTrue();
  expect(isSameHash(hashSecret("a"), hashSecret("b"))).toBeFalse();
  expect(isSameHash(hashSecret("a"), hashSecret("a").subarray(1))).toBeFalse();
});
