import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { type TestNatsCluster, testNatsCluster, whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { sharedPostgres, type TestDatabases } from "../../../../../tests/harness/shared-postgres.ts";
import { createLog } from "../../platform/log.ts";
import { type NatsConnection, openNats } from "../../platform/nats/open-nats.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { publishEntry, publisherOn } from "../../queue/jetstream/publish-entry.ts";
import { adoptStream, planAdoption } from "./adopt-stream.ts";
import { createClusterTables } from "./create-cluster-tables.ts";
import { openRightStream } from "./open-right-stream.ts";
import { readQueueIdentity } from "./queue-identity.ts";

setDefaultTimeout(180_000);

const log = createLog("error", "test", () => undefined);

describeUnless(await whyNoEngines(), "adopting a stream on three NATS servers", () => {
  let servers: TestNatsCluster;
  let databases: TestDatabases;
  let postgres: Postgres;
  let nats: NatsConnection;

  beforeAll(async () => {
    databases = await sharedPostgres();
    servers = await testNatsCluster();
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

  const config = { clusterName: "weir", queueBytesMax: 64 * 1024 * 1024, queueReplicas: 3 };

  test("continues in a replicated stream whose entries come after all that were in the lost one", async () => {
    const parts = { postgres, nats, config };
    const lost = await openRightStream(parts);
    await postgres.query("UPDATE weir_store.queue_stream SET last_sequence = 5000");
    await lost.manager.streams.delete(lost.name);
    const plan = await planAdoption(parts);
    expect(plan).toMatchObject({ isOldThere: false });
    await adoptStream(parts, plan!);
    expect(await planAdoption(parts)).toBeNull();
    const stream = await openRightStream(parts);
    expect(stream.name).not.toBe(lost.name);
    const { config: settings } = await stream.manager.streams.info(stream.name);
    expect(settings.num_replicas).toBe(3);
    const { seq } = await publishEntry(publisherOn(nats), {
      subject: stream.subjectOf(1),
      data: new Uint8Array(1),
      readings: 1,
      id: "a",
      mayRepeat: () => true,
    });
    const { lastSequence } = await readQueueIdentity(postgres, "weir");
    // The entry before it keeps the sequence when servers restart.
    expect(seq).toBe(lastSequence + 2);
    expect(seq).toBeGreaterThan(5000);
  });
});
