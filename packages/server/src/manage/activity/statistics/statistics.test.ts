import { expect, test } from "bun:test";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { openEmbeddedStore } from "../../../installation/embedded/open-store.ts";
import type { CountedReadings } from "../../../store/statistics/counted-readings.ts";
import { sqliteStatistics } from "../../../store/statistics/queries-sqlite.ts";
import type { StatisticsQueries } from "../../../store/statistics/statistics-queries.ts";
import { readStatistics, type Tally } from "./statistics.ts";
import { accountSlots } from "./statistics-range.ts";

const nowMs = 1_779_998_400_000;
const hourMs = 3_600_000;
const scope = { accountId: 1 };
const request = { fromMs: nowMs - hourMs, toMs: nowMs, slots: accountSlots, nowMs };
const counted: CountedReadings = {
  accountId: 1,
  deviceId: 2,
  sensorId: 3,
  accepted: 9,
  saved: 4,
  alreadyStored: 1,
  ended: 3,
  dead: 1,
  duplicates: 2,
  rejected: { dropped_missing_value: 1, dropped_future_timestamp: 2 },
};

/** Statistics of a store in which more is counted before each query is answered. */
async function openBusy() {
  const folder = tempFolder();
  const { store, statistics } = openEmbeddedStore(folder.path, {});
  const queries = sqliteStatistics(folder.path);
  const count = store.database.transaction(() => {
    statistics.add([counted], nowMs - 1000);
    statistics.add([counted], nowMs - hourMs / 2);
  });
  const busy = new Proxy(queries, {
    get:
      (of, name: keyof StatisticsQueries) =>
      async (...asked: never[]) => {
        count();
        return (of[name] as (...given: never[]) => Promise<unknown>).apply(of, asked);
      },
  });
  return {
    busy,
    async [Symbol.asyncDispose](): Promise<void> {
      await queries.close();
      store.close();
      folder[Symbol.dispose]();
    },
  };
}

function sumOf(tallies: readonly Tally[], figure: (tally: Tally) => number | undefined): number {
  return tallies.reduce((sum, tally) => sum + (figure(tally) ?? 0), 0);
}

test("totals the same as the curve beside it, even while readings are counted", async () => {
  await using scene = await openBusy();
  for (let round = 0; round < 3; round++) {
    const { total, series } = await readStatistics(scene.busy, scope, { ...request, points: 30 });
    expect(total.accepted).toBeGreaterThan(0);
    for (const figure of ["accepted", "saved", "alreadyStored", "ended", "dead", "duplicates"] as const) {
      expect(sumOf(series!.buckets, (tally) => tally[figure])).toBe(total[figure]);
    }
    for (const reason of ["dropped_missing_value", "dropped_future_timestamp"] as const) {
      expect(sumOf(series!.buckets, ({ rejected }) => rejected[reason])).toBe(total.rejected[reason]!);
    }
  }
});

test("counts edge buckets completely, and only the range in the total", async () => {
  await using scene = await openBusy();
  const cut = { ...request, fromMs: nowMs - hourMs / 2 + 60_000, points: 1 };
  const { total, series } = await readStatistics(scene.busy, scope, cut);
  expect(total).toMatchObject({ accepted: 9, rejected: { dropped_future_timestamp: 2 } });
  expect(sumOf(series!.buckets, ({ accepted }) => accepted)).toBe(18);
});

test("returns only a total without points", async () => {
  await using scene = await openBusy();
  const { total, series } = await readStatistics(scene.busy, scope, { ...request, points: 0 });
  expect(total.accepted).toBe(18);
  expect(series).toBeNull();
});
