import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { sharedPostgres, type TestDatabases } from "../../../../../tests/harness/shared-postgres.ts";
import { controlSchema } from "../../control/postgres/migrations/control-migrations.ts";
import { migrateSchema } from "../../platform/postgres/migrate-schema.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { readKeptFrom } from "./read-kept-from.ts";
import { addTestSensor } from "./test-sensor.ts";

describeUnless(await whyNoEngines(), "what is kept of all accounts together", () => {
  let databases: TestDatabases;
  let postgres: Postgres;

  beforeAll(async () => {
    databases = await sharedPostgres();
    postgres = openPostgres(await databases.create(), { applicationName: "test" });
    await migrateSchema(postgres, controlSchema);
  });
  afterAll(async () => {
    await postgres.close();
    await databases[Symbol.asyncDispose]();
  });

  const keptDays = async () => {
    const fromUs = await readKeptFrom(postgres, 0);
    return fromUs === null ? null : -fromUs / 86_400e6;
  };

  test("is the longest of all settings, or for ever if a sensor has none", async () => {
    expect(await keptDays()).toBeNull();
    for (const id of [1, 2]) await addTestSensor(postgres, id);
    expect(await keptDays()).toBeNull();
    await postgres.query("INSERT INTO weir_control.account_retention (account_id, days) VALUES (1, 30)");
    expect(await keptDays()).toBeNull();
    await postgres.query("INSERT INTO weir_control.sensor_retention (sensor_id, days) VALUES (2, 400)");
    expect(await keptDays()).toBe(400);
    await postgres.query("INSERT INTO weir_control.account_retention (account_id, days) VALUES (2, 10)");
    expect(await keptDays()).toBe(400);
    await postgres.query("INSERT INTO weir_control.sensor_retention (sensor_id, days) VALUES (1, NULL)");
    expect(await keptDays()).toBeNull();
  });
});
