import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestNatsCluster, testNatsCluster, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { freePort } from "../../../../../tests/harness/free-port.ts";
import { sharedPostgres, type TestDatabases } from "../../../../../tests/harness/shared-postgres.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { createLog } from "../../platform/log.ts";
import { type NatsConnection, openNats } from "../../platform/nats/open-nats.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { openManager, TooFewServersError } from "../../queue/jetstream/queue-stream.ts";
import { createClusterTables } from "./create-cluster-tables.ts";
import { openRightStream } from "./open-right-stream.ts";
import { StreamWatch } from "./stream-watch.ts";

setDefaultTimeout(180_000);

const log = createLog("error", "test", () => undefined);
const patienceMs = 60_000;

describeUnless(await whyNoEngines(), "a queue on three NATS servers", () => {
  let servers: TestNatsCluster;
  let databases: TestDatabases;
  let postgres: Postgres;
  let nats: NatsConnection;

  beforeAll(async () => {
    databases = await sharedPostgres();
    servers = await testNatsCluster(2);
  });
  afterAll(async () => {
    await servers[Symbol.asyncDispose]();
    await databases[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    postgres = openPostgres(await databases.create(), { applicationName: "test" });
    await createClusterTables(postgres, { queuePartitions: 8 });
    nats = await openNats(servers.url, { name: "test", log });
  });
  afterEach(async () => {
    await nats.close();
    await postgres.close();
  });

  const configFor = (queueReplicas: number, natsUrl = servers.url) => ({
    clusterName: "weir",
    queueBytesMax: 64 * 1024 * 1024,
    queueReplicas,
    natsUrl,
    natsAllowUntested: false,
  });
  const open = (queueReplicas: number) =>
    openRightStream({ postgres, nats, config: configFor(queueReplicas) });

  const streamNames = async () => {
    const names: string[] = [];
    for await (const { config } of (await openManager(nats)).streams.list()) names.push(config.name);
    return names;
  };

  test("is not created with fewer replicas, and gets all of them when its last server has come", async () => {
    const problem = await open(3).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(TooFewServersError);
    expect(await streamNames()).toEqual([]);
    // As a version that did not care has left it.
    const stream = await open(1);
    const watch = new StreamWatch({ postgres, nats, stream, log, config: configFor(3) });
    await watch.look();
    expect(watch.problem).toContain("1 of 3 copies");
    await servers.start(2);
    await waitUntil(
      "nothing is wrong",
      async () => {
        await watch.look();
        return watch.problem === null;
      },
      patienceMs,
    );
    const { config } = await stream.manager.streams.info(stream.name);
    expect(config.num_replicas).toBe(3);
  });

  test("takes nothing while any of its servers has a version that was not tested", async () => {
    const stream = await open(3);
    const port = freePort();
    const introduction = `INFO ${JSON.stringify({ server_name: "upgraded", version: "2.10.27" })}\r\n`;
    const upgraded = Bun.listen({
      hostname: "127.0.0.1",
      port,
      socket: { open: (socket) => void socket.write(introduction), data: () => undefined },
    });
    const config = configFor(3, `${servers.url},nats://127.0.0.1:${port}`);
    const watch = new StreamWatch({ postgres, nats, stream, log, config });
    await watch.look();
    expect(watch.problem).toContain("upgraded has version 2.10.27");
    const allowing = { ...config, natsAllowUntested: true };
    const other = new StreamWatch({ postgres, nats, stream, log, config: allowing });
    await other.look();
    expect(other.problem).toBeNull();
    upgraded.stop(true);
  });
});
