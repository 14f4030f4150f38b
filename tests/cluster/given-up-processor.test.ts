import { expect, setDefaultTimeout, test } from "bun:test";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings, type Sender } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

/** They lie in several partitions, each of which continues by itself. */
const devicesCount = 12;

describeUnless(await whyNoEngines(), "a processor that others gave up while it was stopped", () => {
  test("stores the readings of devices that were created without it", async () => {
    await using weir = await WeirCluster.startEngines();
    const [processor, ingest, manage] = (["process", "ingest", "manage"] as const).map((role) =>
      weir.launch(role),
    );
    for (const node of [ingest!, manage!]) await weir.untilReady(node);
    const owner = await BrowserSession.setUp({
      url: manage!.url,
      get logText() {
        return weir.logText;
      },
    });
    await using sql = new Bun.SQL(weir.postgres.url, { max: 1 });
    const createDevice = async (name: string): Promise<Sender> =>
      (await owner.call("POST", "./devices", { name, contract: "queued", sensors: [{ slug: "level" }] }))
        .json;
    const send = async (device: Sender) =>
      expect((await postReadings(ingest!.url, device, { sensor: "level", data: { value: 1 } })).status).toBe(
        202,
      );
    const untilSettled = async (count: number) => {
      const settled = async () =>
        Number((await sql`SELECT sum(saved + ended + dead) AS count FROM weir_store.partitions`)[0].count);
      await waitUntil(`${count} readings are settled`, async () => (await settled()) === count, 60_000);
    };

    await send(await createDevice("Before"));
    await untilSettled(1);
    processor!.process.kill("SIGSTOP");
    const devices: Sender[] = [];
    for (let nth = 1; nth <= devicesCount; nth++) devices.push(await createDevice(`Device ${nth}`));
    for (const device of devices) await send(device);
    processor!.process.kill("SIGCONT");
    await untilSettled(1 + devicesCount);
    const [{ count }] = await sql`SELECT count(*) FROM weir.readings`;
    expect(Number(count)).toBe(1 + devicesCount);
  });
});
