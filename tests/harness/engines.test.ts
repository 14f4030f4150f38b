import { expect, test } from "bun:test";
import { connect } from "@nats-io/transport-node";
import { describeUnless } from "./describe-unless.ts";
import { testNats, testNatsCluster, testPostgres, testRedis, whyNoEngines } from "./engines.ts";

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
