import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { questionRoutes } from "../../packages/server/src/bus/routes.ts";
import { openClusterBus } from "../../packages/server/src/installation/cluster/open-cluster-bus.ts";
import { createLog } from "../../packages/server/src/platform/log.ts";
import { openNats } from "../../packages/server/src/platform/nats/open-nats.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

const nextVersion = "99.0.0";
/** No member of this version knows it. */
const unknown = { kind: "of the next version", detail: [1, 2] } as never;
// The next version, which asks, knows where the question goes.
Object.assign(questionRoutes, { "of the next version": { to: "every", merge: () => null } });

describeUnless(await whyNoEngines(), "processes of two versions", () => {
  let weir: WeirCluster;
  let nodes: ClusterNode[];
  let database: Bun.SQL;
  let device: { uuid: string; token: string };
  let lastValue = 0;

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    const ingest = weir.launch("ingest");
    const manage = weir.launch("manage");
    nodes = [ingest, weir.launch("process"), manage];
    for (const node of [ingest, manage]) await weir.untilReady(node);
    const owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
    database = new Bun.SQL(weir.postgres.url, { max: 1 });
    const body = { name: "A device", sensors: [{ slug: "temperature" }] };
    device = (await owner.call("POST", "./devices", body)).json;
  });
  afterAll(async () => {
    await database?.close();
    await weir?.[Symbol.asyncDispose]();
  });

  async function expectAllWork(): Promise<void> {
    const data = { value: ++lastValue };
    expect((await postReadings(nodes[0]!.url, device, { sensor: "temperature", data })).status).toBe(202);
    await waitUntil("the reading is stored", async () => {
      const rows = await database`SELECT FROM weir_store.readings WHERE value = ${lastValue}`;
      return rows.length === 1;
    });
    expect(nodes.map(({ process }) => process.exitCode)).toEqual(nodes.map(() => null));
  }

  test("refuse a question that the other does not know, and ignore unknown events and changes", async () => {
    const log = createLog("error", "test", () => undefined);
    const nats = await openNats(weir.nats.url, { name: "weir of the next version", log });
    const { bus, close } = await openClusterBus({
      nats,
      log,
      role: "manage",
      prefix: "weir",
      postgresUrl: weir.postgres.url,
      version: nextVersion,
      key: weir.key,
      owners: async () => [],
    });
    await bus.follow(() => undefined);
    for (const role of ["ingest", "process", "manage"] as const) {
      const asked = bus.ask(role, unknown, { isPatient: true });
      expect(await asked.catch(({ code }: { code: string }) => code)).toBe("unknown_question");
      bus.tell(role, unknown);
    }
    // Everybody confirmed it, so nobody was given up on.
    await bus.announce([unknown]);
    const members: { version: string; is_revoked: boolean }[] = await database`
      SELECT version, is_revoked FROM weir_cluster.members ORDER BY version`;
    expect(members.map(({ is_revoked: isRevoked }) => isRevoked)).toEqual([false, false, false, false]);
    expect(members.at(-1)!.version).toBe(nextVersion);
    await close();
    await nats.close();
    await expectAllWork();
  });

  test("start on a newer schema that allows them, and leave the schema as it is", async () => {
    await database`INSERT INTO weir_store.schema_versions (version, name, works_from) VALUES (900, 'newer', 1)`;
    await database.unsafe("COMMENT ON VIEW weir.readings IS 'weir views 900'");
    const older = weir.launch("ingest");
    await weir.untilReady(older);
    const [view] = await database`SELECT obj_description('weir.readings'::regclass) AS mark`;
    expect(view.mark).toBe("weir views 900");
    older.process.kill("SIGTERM");
    expect(await older.process.exited).toBe(0);
  });

  test("end and say so if they are too old for the schema, while running ones continue", async () => {
    for (const schema of ["weir_store", "weir_cluster"]) {
      await database.unsafe(
        `INSERT INTO ${schema}.schema_versions (version, name, works_from) VALUES (901, 'newer still', 901)`,
      );
      const older = weir.launch("process");
      expect(await older.process.exited).toBe(1);
      expect(weir.logText).toContain(`The schema ${schema} has version 901`);
      await database.unsafe(`DELETE FROM ${schema}.schema_versions WHERE version = 901`);
    }
    await expectAllWork();
  });
});
