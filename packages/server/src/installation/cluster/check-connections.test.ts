import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestPostgres, testPostgres, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { openPostgres } from "../../platform/postgres/open-postgres.ts";
import { checkConnections } from "./check-connections.ts";

describeUnless(await whyNoEngines(), "the connections that PostgreSQL allows", () => {
  let engine: TestPostgres;
  beforeAll(async () => {
    engine = await testPostgres();
    await using sql = new Bun.SQL(engine.url, { max: 1 });
    await sql.unsafe("CREATE ROLE limited LOGIN CONNECTION LIMIT 20");
    await sql.unsafe("CREATE ROLE alone LOGIN CONNECTION LIMIT 1");
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const open = (role: string, connectionsMax = 1) => {
    const url = engine.url.replace("postgres@", `${role}@`);
    return openPostgres(url, { applicationName: "weir test", connectionsMax });
  };
  const check = async (role: string, postgresConnections: number, of: "process" | "manage" = "process") => {
    const postgres = open(role);
    const found = await checkConnections(postgres, { role: of, postgresConnections }).catch(
      ({ message }: Error) => message,
    );
    await postgres.close();
    return found;
  };

  test("are refused with both numbers if one process may open more", async () => {
    expect(await check("limited", 13)).toBeUndefined();
    expect(await check("limited", 14)).toContain(
      "allows Weir 20 connections, and this process alone may open 21. Raise max_connections of PostgreSQL",
    );
    expect(await check("limited", 13, "manage")).toContain("may open 24.");
    expect(await check("postgres", 16)).toBeUndefined();
    expect(await check("postgres", 200)).toContain("may open 207.");
  });

  test("are named as what to raise when none is left, and Weir counts PostgreSQL as unavailable", async () => {
    const postgres = open("alone", 2);
    const sleep = () => postgres.query("SELECT pg_sleep(1)").catch((error: unknown) => error);
    const fault = (await Promise.all([sleep(), sleep()])).find((found) => found instanceof Error);
    await postgres.close();
    expect(fault).toMatchObject({
      code: "database_unavailable",
      message: expect.stringMatching(/^PostgreSQL has no connection left \(.+\)\. Raise its max_connections/),
    });
  });
});
