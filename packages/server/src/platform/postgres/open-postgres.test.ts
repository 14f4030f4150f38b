import { afterAll, beforeAll, expect, test } from "bun:test";
import { PrivatePostgres } from "../../../../../scripts/engines/private-postgres.ts";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestPostgres, testPostgres, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { freePort } from "../../../../../tests/harness/free-port.ts";
import { LossyProxy } from "../../../../../tests/harness/lossy-proxy.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { openPostgres, type Postgres, TransactionAbortedError } from "./open-postgres.ts";
import { PostgresAddressError, parsePostgresAddress } from "./postgres-address.ts";

describeUnless(await whyNoEngines(), "a pool of connections to PostgreSQL", () => {
  let engine: TestPostgres;
  let postgres: Postgres;

  beforeAll(async () => {
    engine = await testPostgres();
    postgres = openPostgres(engine.url, { applicationName: "weir test", statementMaxMs: 60_000 });
    await postgres.query("CREATE TABLE kept (id int8 PRIMARY KEY)");
  });

  afterAll(async () => {
    await postgres.close();
    await engine[Symbol.asyncDispose]();
  });

  const keptIds = async () =>
    (await postgres.query<{ id: number }>("SELECT id FROM kept")).rows.map(({ id }) => id);

  test("reads eight-byte integers as numbers, and fails beyond 2^53", async () => {
    const { rows } = await postgres.query(
      "SELECT 9007199254740991 AS one, '{1,NULL,-3}'::int8[] AS more, '{}'::int8[] AS none",
    );
    expect(rows).toEqual([{ one: 9007199254740991, more: [1, null, -3], none: [] }]);
    await expect(postgres.query("SELECT 9007199254740993")).rejects.toThrow("9007199254740993");
  });

  test("limits and names connections, and bounds their time", async () => {
    const { rows } = await postgres.query<{ name: string; value: string }>(
      `SELECT name, setting AS value FROM pg_settings WHERE name IN
        ('application_name', 'statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
    );
    expect(rows.map(({ value }) => value)).toEqual(["weir test", "10000", "60000"]);
    const asked = Array.from({ length: 30 }, () => postgres.query("SELECT pg_sleep(0.01)"));
    await Promise.all(asked);
    expect(postgres.pool.totalCount).toBeLessThanOrEqual(10);
  });

  test("ends a statement that takes too long", async () => {
    await using brief = disposable(
      openPostgres(engine.url, { applicationName: "brief", statementMaxMs: 50 }),
    );
    await expect(brief.query("SELECT pg_sleep(60)")).rejects.toMatchObject({ code: "57014" });
    expect((await brief.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });

  test("commits what a transaction wrote, and nothing if its work throws", async () => {
    await postgres.transact((session) => session.query("INSERT INTO kept VALUES (1)"), {
      isolation: "serializable",
    });
    const fault = new Error("on purpose");
    const failing = postgres.transact(
      async (session) => {
        await session.query("INSERT INTO kept VALUES (2)");
        throw fault;
      },
      { isolation: "read committed" },
    );
    await expect(failing).rejects.toBe(fault);
    expect(await keptIds()).toEqual([1]);
  });

  test("reports a transaction whose failed statement was overlooked, and does not roll back silently", async () => {
    const failing = postgres.transact(
      async (session) => {
        await session.query("INSERT INTO kept VALUES (3)");
        await session.query("SELECT nonsense").catch(() => {});
      },
      { isolation: "read committed" },
    );
    await expect(failing).rejects.toThrow(TransactionAbortedError);
    expect(await keptIds()).not.toContain(3);
  });

  test("commits statements that were only sent, in their order, unless one of them fails", async () => {
    const sending = (ids: readonly number[], last?: number) =>
      postgres.transact(
        async (tx) => {
          for (const id of ids) tx.send({ text: "INSERT INTO kept VALUES ($1)", values: [id] });
          tx.send({ name: "delete kept", text: "DELETE FROM kept WHERE id = $1", values: [ids[0]] });
          if (last !== undefined) await tx.query("INSERT INTO kept VALUES ($1)", [last]);
        },
        { isolation: "read committed" },
      );
    await sending([101, 102]);
    await expect(sending([103, 102])).rejects.toMatchObject({ code: "23505" });
    await expect(sending([104, 102], 105)).rejects.toMatchObject({ code: "23505" });
    await sending([106], 107);
    expect((await keptIds()).filter((id) => id > 100)).toEqual([102, 107]);
    await postgres.query("DELETE FROM kept WHERE id > 100");
  });

  test("gives transactions the requested isolation", async () => {
    const shown = await postgres.transact(
      async (session) => (await session.query("SHOW transaction_isolation")).rows,
      { isolation: "repeatable read", readOnly: true },
    );
    expect(shown).toEqual([{ transaction_isolation: "repeatable read" }]);
    const writing = postgres.transact((session) => session.query("INSERT INTO kept VALUES (4)"), {
      isolation: "repeatable read",
      readOnly: true,
    });
    await expect(writing).rejects.toMatchObject({ code: "25006" });
  });

  test("fails a transaction whose connection is lost, and uses another connection for the next", async () => {
    const failing = postgres.transact(
      async (session) => {
        const { rows } = await session.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
        await postgres.query("SELECT pg_terminate_backend($1)", [rows[0]!.pid]);
        await session.query("INSERT INTO kept VALUES (5)");
      },
      { isolation: "read committed" },
    );
    await expect(failing).rejects.toMatchObject({ code: "database_unavailable" });
    await postgres.transact((session) => session.query("INSERT INTO kept VALUES (6)"), {
      isolation: "read committed",
    });
    expect(await keptIds()).toEqual([1, 6]);
  });

  test("survives a restart of the server", async () => {
    await engine.server.stop();
    await expect(postgres.query("SELECT 1")).rejects.toMatchObject({ code: "database_unavailable" });
    await engine.server.startAgain();
    expect(await keptIds()).toEqual([1, 6]);
  });

  test("survives the loss of a connection while its server is asked whether it accepts writes", async () => {
    await using proxy = await LossyProxy.start(engine.server.port);
    proxy.loseAnswersTo("pg_is_in_recovery");
    const address = `127.0.0.1:${proxy.port}`;
    const either = openPostgres(`postgres://postgres@${address},${address}/postgres`, {
      applicationName: "weir test",
    });
    await expect(either.query("SELECT 1")).rejects.toThrow();
    proxy.loseNothing();
    expect((await either.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await either.close();
  });

  test("uses the server that accepts writes, even after a failover to the standby", async () => {
    const folder = tempFolder();
    const primary = engine.server;
    const standby = await PrivatePostgres.start({
      folder: folder.path,
      port: freePort(),
      settings: ["fsync=off"],
      standbyOf: primary,
    });
    try {
      await primary.awaitStandby();
      const both = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
      await using database = disposable(openPostgres(both, { applicationName: "either" }));
      const write = (id: number) => database.query("INSERT INTO kept VALUES ($1)", [id]);
      // As many at once as there are servers would turn back to where they began.
      await Promise.all([write(7), database.query("SELECT 1"), database.query("SELECT 1")]);
      await primary.kill();
      await expect(write(8)).rejects.toMatchObject({ code: "database_unavailable" });
      await standby.promote();
      await Promise.all([write(8), database.query("SELECT 1")]);
      const { rows } = await database.query("SELECT id FROM kept WHERE id > 6 ORDER BY id");
      expect(rows).toEqual([{ id: 7 }, { id: 8 }]);
    } finally {
      await standby.stop();
      folder[Symbol.dispose]();
      await primary.startAgain();
    }
  });

  test("shows a password in no message and not in the pool's printed options", async () => {
    const port = new URL(engine.url).port;
    const secret = "hunter2-secret";
    await using refused = disposable(
      openPostgres(`postgres://nobody:${secret}@127.0.0.1:${port}/none`, { applicationName: "x" }),
    );
    const fault = await refused.query("SELECT 1").catch((error: Error) => error);
    expect(fault).toBeInstanceOf(Error);
    expect(Bun.inspect(fault) + refused.address + JSON.stringify(refused.pool.options)).not.toContain(secret);
    expect(refused.address).toBe(`127.0.0.1:${port}/none`);
  });
});

test("refuses an invalid address without repeating it", () => {
  for (const address of [
    "hunter2",
    "postgres://user:hunter2@[/db",
    "postgres://user:hunter2@one,[/db",
    "mysql://user:hunter2@host/db",
  ]) {
    const open = () => openPostgres(address, { applicationName: "x" });
    expect(open).toThrow(PostgresAddressError);
    expect(open).not.toThrow("hunter2");
  }
});

test("accepts an address with several hosts, and a password with commas", () => {
  const { connectionStrings, shown } = parsePostgresAddress("postgres://me:a,b@one:1,two/db?sslmode=require");
  expect(connectionStrings.map((one) => one.replace("&uselibpqcompat=true", ""))).toEqual([
    "postgres://me:a,b@one:1/db?sslmode=require",
    "postgres://me:a,b@two/db?sslmode=require",
  ]);
  expect(shown).toBe("one:1,two:5432/db");
});

function disposable(postgres: Postgres): Postgres & AsyncDisposable {
  return Object.assign(postgres, { [Symbol.asyncDispose]: () => postgres.close() });
}
