import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { sharedPostgres, type TestDatabases } from "../../../../../tests/harness/shared-postgres.ts";
import { checkSchema, migrateSchema, NewerSchemaError, OlderSchemaError } from "./migrate-schema.ts";
import { openPostgres, type Postgres } from "./open-postgres.ts";

const first = {
  version: 1,
  name: "a table",
  sql: "CREATE TABLE things.a (x int); INSERT INTO things.a VALUES (1)",
  worksFrom: 1,
};
const second = { version: 2, name: "a column", sql: "ALTER TABLE things.a ADD COLUMN y int", worksFrom: 1 };
const third = { version: 3, name: "no x", sql: "ALTER TABLE things.a DROP COLUMN x", worksFrom: 2 };
const upTo = (...migrations: (typeof first)[]) => ({ name: "things", migrations });

describeUnless(await whyNoEngines(), "migrations of a schema", () => {
  let databases: TestDatabases;
  let postgres: Postgres;

  beforeAll(async () => {
    databases = await sharedPostgres();
  });
  afterAll(() => databases[Symbol.asyncDispose]());
  beforeEach(async () => {
    postgres = openPostgres(await databases.create(), { applicationName: "weir test" });
  });
  afterEach(() => postgres.close());

  const rows = async () => (await postgres.query("SELECT * FROM things.a")).rows;

  test("run once, in order, and only the missing ones", async () => {
    await migrateSchema(postgres, upTo(first));
    await migrateSchema(postgres, upTo(first, second));
    await migrateSchema(postgres, upTo(first, second));
    expect(await rows()).toEqual([{ x: 1, y: null }]);
  });

  test("run once between many processes that start together", async () => {
    const others = Array.from({ length: 4 }, () =>
      openPostgres(`postgres://postgres@${postgres.address}`, { applicationName: "another" }),
    );
    const everybody = [...others, ...others, ...others];
    await Promise.all(everybody.map((one) => migrateSchema(one, upTo(first, second))));
    expect(await rows()).toEqual([{ x: 1, y: null }]);
    for (const one of others) await one.close();
  });

  test("leave the schema as it was if one fails", async () => {
    await migrateSchema(postgres, upTo(first));
    const broken = { ...third, sql: "SELECT nonsense" };
    await expect(migrateSchema(postgres, upTo(first, second, broken))).rejects.toThrow("nonsense");
    expect(await rows()).toEqual([{ x: 1 }]);
  });

  test("let older code continue as long as the newest step allows it, and refuse it after that", async () => {
    await migrateSchema(postgres, upTo(first, second));
    await migrateSchema(postgres, upTo(first));
    await checkSchema(postgres, upTo(first));
    await migrateSchema(postgres, upTo(first, second, third));
    await checkSchema(postgres, upTo(first, second));
    await expect(migrateSchema(postgres, upTo(first))).rejects.toThrow(NewerSchemaError);
    await expect(checkSchema(postgres, upTo(first))).rejects.toThrow(NewerSchemaError);
    expect(await rows()).toEqual([{ y: null }]);
  });

  test("are demanded by a process that must not run them", async () => {
    await expect(checkSchema(postgres, upTo(first))).rejects.toThrow(OlderSchemaError);
    await migrateSchema(postgres, upTo(first));
    await expect(checkSchema(postgres, upTo(first, second))).rejects.toThrow(OlderSchemaError);
  });

  test("give up on a table that stays in use, change nothing, and continue once it is free", async () => {
    await migrateSchema(postgres, upTo(first));
    const pace = { turnMaxMs: 1000, lockMaxMs: 20, attemptsMax: 2, pauseMs: 1, statementMaxMs: 5000 };
    await postgres.transact(
      async (session) => {
        await session.query("SELECT * FROM things.a");
        const migrating = migrateSchema(postgres, upTo(first, second), pace);
        await expect(migrating).rejects.toMatchObject({ code: "55P03" });
      },
      { isolation: "read committed" },
    );
    expect(await rows()).toEqual([{ x: 1 }]);
    const { promise: isTried, resolve: noteTry } = Promise.withResolvers<void>();
    const patient = { ...pace, attemptsMax: 1000 };
    const transact: Postgres["transact"] = (work, options) =>
      postgres.transact(work, options).finally(noteTry);
    const watched = { ...postgres, query: postgres.query.bind(postgres), transact } as Postgres;
    let migrating: Promise<void> | undefined;
    await postgres.transact(
      async (session) => {
        await session.query("SELECT * FROM things.a");
        migrating = migrateSchema(watched, upTo(first, second), patient);
        await isTried;
      },
      { isolation: "read committed" },
    );
    await migrating;
    expect(await rows()).toEqual([{ x: 1, y: null }]);
  });
});
