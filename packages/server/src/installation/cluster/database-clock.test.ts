import { expect, test } from "bun:test";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { DatabaseClock } from "./database-clock.ts";

const startMs = Date.UTC(2026, 0, 1);

/** A database whose clock and answering times the test sets. */
function scene() {
  const times = { databaseMs: startMs, monotonicMs: 0, answerMs: 0, isAway: false };
  const session: PostgresSession = {
    async query<Row>() {
      if (times.isAway) throw new Error("The database is away.");
      times.monotonicMs += times.answerMs / 2;
      const rows = [{ nowMs: times.databaseMs }] as Row[];
      times.monotonicMs += times.answerMs / 2;
      return { rows, rowCount: 1 };
    },
  };
  return { times, open: () => DatabaseClock.open(session, () => times.monotonicMs) };
}

test("tells the time of the database, and continues by itself while the database is away", async () => {
  const { times, open } = scene();
  const clock = await open();
  expect(clock.nowMs()).toBe(startMs);
  times.isAway = true;
  times.monotonicMs += 90_000;
  await clock.look().catch(() => undefined);
  expect(clock.nowMs()).toBe(startMs + 90_000);
  clock.stop();
});

test("does not jump with every look, however long the answers take, and follows a database whose clock was set", async () => {
  const { times, open } = scene();
  const clock = await open();
  times.answerMs = 300;
  times.monotonicMs += 1000;
  // By the time halfway between question and answer, the database would be 100 ms ahead.
  times.databaseMs = startMs + 1250;
  await clock.look();
  expect(clock.nowMs()).toBe(startMs + 1300);
  times.databaseMs += 3_600_000;
  await clock.look();
  expect(clock.nowMs()).toBeGreaterThan(startMs + 3_600_000);
  clock.stop();
});
