import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestPostgres, testPostgres, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { controlSchema } from "../../control/postgres/migrations/control-migrations.ts";
import { migrateSchema } from "../../platform/postgres/migrate-schema.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { startOf } from "../../queue/position.ts";
import { emptyBatch } from "../../store/engine/postgres/test-batch.ts";
import { openTestStore } from "../../store/engine/postgres/test-postgres-store.ts";
import { SavedReadings } from "../../store/readings/saved-readings.ts";
import { createReadingViews } from "./reading-views.ts";
import { addTestSensor } from "./test-sensor.ts";

const dayUs = 86_400 * 1e6;
const startUs = Date.UTC(2026, 9, 30) * 1000;

describeUnless(await whyNoEngines(), "readings in SQL", () => {
  let engine: TestPostgres;
  let postgres: Postgres;
  /** A role that may read the views and nothing else. */
  let reader: Postgres;

  beforeAll(async () => {
    engine = await testPostgres();
    const admin = openPostgres(engine.url, { applicationName: "test" });
    await admin.query("CREATE ROLE weir LOGIN");
    await admin.query("CREATE ROLE grafana LOGIN");
    await admin.query("CREATE DATABASE weir OWNER weir");
    await admin.close();
    const as = (role: string) => engine.server.url("weir").replace("postgres@", `${role}@`);
    postgres = openPostgres(as("weir"), { applicationName: "test" });
    await migrateSchema(postgres, controlSchema);
    await saveReadings(as("weir"));
    await Promise.all([1, 2, 3].map(() => createReadingViews(postgres)));
    await createReadingViews(postgres);
    for (const account of [1, 2]) await addTestSensor(postgres, account);
    await postgres.query("GRANT USAGE ON SCHEMA weir TO grafana");
    await postgres.query("GRANT SELECT ON ALL TABLES IN SCHEMA weir TO grafana");
    reader = openPostgres(as("grafana"), { applicationName: "test" });
  });

  afterAll(async () => {
    await reader.close();
    await postgres.close();
    await engine[Symbol.asyncDispose]();
  });

  test("have account, device, sensor, time and value, from rows and blocks alike", async () => {
    const { rows } = await reader.query(
      `SELECT account, device, sensor, sensor_slug AS slug, count(*) AS readings, min(time) AS first, max(time) AS last,
        sum(value) AS sum FROM weir.readings WHERE sensor_uuid = 'sensor-1' GROUP BY 1, 2, 3, 4`,
    );
    expect(rows).toEqual([
      {
        account: "Account 1",
        device: "Device 1",
        sensor: "Sensor 1",
        slug: "sensor",
        readings: 102,
        first: new Date(startUs / 1000),
        last: new Date((startUs + 5 * dayUs) / 1000),
        sum: 4950 + 1.5 + 2.5,
      },
    ]);
  });

  test("of a range are those from its start to before its end", async () => {
    const between = async (fromUs: number, toUs: number) =>
      (
        await reader.query<{ value: number }>(
          `SELECT value FROM weir.readings_between('sensor-1', timestamptz 'epoch' + $1 * interval '1 us', timestamptz 'epoch' + $2 * interval '1 us')`,
          [fromUs, toUs],
        )
      ).rows.map(({ value }) => value);
    expect(await between(startUs + 3, startUs + 6)).toEqual([3, 4, 5]);
    expect(await between(startUs, startUs)).toEqual([]);
    expect(await between(startUs + 98, startUs + 5 * dayUs)).toEqual([98, 99, 1.5]);
    expect((await between(0, startUs + 6 * dayUs)).length).toBe(102);
  });

  test("are limited to one account if the session names it", async () => {
    const seen = async () =>
      (await reader.query<{ account: string }>("SELECT DISTINCT account FROM weir.readings ORDER BY 1")).rows;
    expect(await seen()).toEqual([{ account: "Account 1" }, { account: "Account 2" }]);
    const own = await reader.transact(
      async (tx) => {
        await tx.query("SET LOCAL weir.account_id = '2'");
        return (await tx.query("SELECT DISTINCT account FROM weir.readings")).rows;
      },
      { isolation: "read committed" },
    );
    expect(own).toEqual([{ account: "Account 2" }]);
  });

  test("are all that the reader can see", async () => {
    for (const table of ["weir_store.readings", "weir_store.blocks", "weir_control.devices"])
      await expect(reader.query(`SELECT FROM ${table}`)).rejects.toThrow("permission denied");
    await expect(reader.query("DELETE FROM weir.readings")).rejects.toThrow();
  });
});

/** For each sensor, saves a hundred readings as a block, and two as rows. */
async function saveReadings(url: string): Promise<void> {
  const store = await openTestStore(url);
  const { epoch } = await store.ownership.take(0);
  const saves = new SavedReadings();
  for (const sensorId of [1, 2])
    for (let nth = 0; nth < 100; nth++) saves.add(sensorId, startUs + nth, nth, 1, -1, 0, "");
  await store.settlement.commit(emptyBatch({ from: startOf(0), to: startOf(0), saves }), epoch);
  saves.clear();
  for (const sensorId of [1, 2]) {
    saves.add(sensorId, startUs + 4 * dayUs, 1.5, 1, -1, 0, "");
    saves.add(sensorId, startUs + 5 * dayUs, 2.5, 1, -1, 0, '{"a":1}');
  }
  await store.settlement.commit(emptyBatch({ from: startOf(0), to: startOf(0), saves }), epoch);
  await store.close();
}
