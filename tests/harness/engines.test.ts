import { expect, test } from "bun:test";
import { connect } from "@nats-io/transport-node";
import { startHaproxy } from "../../scripts/engines/private-haproxy.ts";
import { describeUnless } from "./describe-unless.ts";
import { testNats, testNatsCluster, testPostgres, testRedis, whyNoEngines } from "./engines.ts";
import { freePort } from "./free-port.ts";
import { tempFolder } from "./temp-folder.ts";
import { waitUntil } from "./wait-until.ts";

describeUnless(await whyNoEngines(), "the engines of a cluster", () => {
  test("PostgreSQL starts with an empty database for each caller, and again after it was killed", async () => {
    await using postgres = await testPostgres();
    const [one, other] = [await postgres.createDatabase(), await postgres.createDatabase()];
    const tables = async (url: string) => {
      await using sql = new Bun.SQL(url, { max: 1 });
      return await sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`;
    };
    {
      await using sql = new Bun.SQL(one, { max: 1 });
      await sql`CREATE TABLE here (id INT)`;
    }
    expect([(await tables(one)).length, (await tables(other)).length]).toEqual([1, 0]);
    await postgres.server.kill();
    await postgres.server.startAgain();
    expect((await tables(one)).length).toBe(1);
  });

  test("Redis answers", async () => {
    await using redis = await testRedis();
    const client = new Bun.RedisClient(redis.url);
    await client.set("key", "value");
    expect(await client.get("key")).toBe("value");
    client.close();
  });

  test("haproxy sends devices to ingest processes and everybody else to manage processes that are ready", async () => {
    const servers = ["ingest", "manage", "starting"].map((name) =>
      Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        fetch: ({ url }) =>
          new Response(name, { status: url.endsWith("/readyz") && name === "starting" ? 503 : 200 }),
      }),
    );
    using folder = tempFolder();
    const port = freePort();
    const [ingest, manage, starting] = servers.map((server) => server.port!);
    const haproxy = await startHaproxy({
      folder: folder.path,
      port,
      ingestPorts: [ingest!],
      managePorts: [manage!, starting!],
    });
    const answererOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    await waitUntil("the process that is not ready is left out", async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => answererOf("/")));
      return !answers.includes("starting");
    });
    expect(await answererOf("/api/v1/devices/x/readings")).toBe("ingest");
    expect(await answererOf("/api/manage/v1/devices")).toBe("manage");
    expect(await answererOf("/api/v1/provision")).toBe("manage");
    await haproxy.stop();
    await Promise.all(servers.map((server) => server.stop(true)));
  });

  test("NATS answers, alone and as three servers", async () => {
    await using alone = await testNats();
    await using cluster = await testNatsCluster();
    for (const { url } of [alone, cluster]) {
      const connection = await connect({ servers: url.split(",") });
      expect(connection.info?.jetstream).toBeTrue();
      await connection.close();
    }
    expect(cluster.servers).toHaveLength(3);
  });
});
