import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { mainVariable, sourceMain } from "../../scripts/build-server.ts";
import { SimulatedDevice } from "../crash/simulated-device.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { pauseProcess } from "../harness/running-process.ts";
import { runSeed } from "../harness/seeded-random.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { someFaults } from "./faults/all-faults.ts";
import { CheckedLoad } from "./faults/checked-load.ts";
import { faultRound } from "./faults/fault-round.ts";
import { OrderedLoad } from "./faults/ordered-load.ts";
import { TestedCluster } from "./faults/tested-cluster.ts";

setDefaultTimeout(240_000);

const devices = 8;

describeUnless(await whyNoEngines(), "a whole cluster under load", () => {
  let cluster: TestedCluster;
  let seed = runSeed();

  beforeAll(async () => {
    console.log(`Faults of a cluster: repeat with WEIR_TEST_SEED=${seed}`);
    cluster = await TestedCluster.start(devices, { postgresSettings: ["fsync=off"] });
  });
  afterAll(() => cluster?.[Symbol.asyncDispose]());

  for (const fault of someFaults) {
    test(`loses, repeats and reorders nothing, and only asks for repeats: ${fault.name}`, async () => {
      const { broken, acknowledged } = await faultRound(cluster, fault, ++seed);
      expect(broken).toEqual([]);
      expect(acknowledged).toBeGreaterThan(devices);
    });
  }

  /** The result of checking a load that was tampered with. */
  async function brokenBy(tamper: (checked: CheckedLoad) => Promise<void> | void): Promise<string> {
    using checked = await CheckedLoad.begin(cluster, ++seed);
    await checked.load.untilAccepted(performance.now());
    await checked.load.finish();
    await tamper(checked);
    return (await checked.end()).join("\n");
  }

  /** The next readings of the first device, which it has not sent yet. */
  function nextReadings({ load }: CheckedLoad, count: number) {
    const [device] = cluster.devices;
    return Array.from({ length: count }, () => {
      device!.sent++;
      device!.lastAtUs++;
      return load.ledger.send({
        value: device!.valuesFrom + device!.sent,
        sensorId: device!.device.sensors[0]!.id,
        atUs: device!.lastAtUs,
        metadata: null,
      });
    });
  }

  const senderOf = ({ load }: CheckedLoad) =>
    new SimulatedDevice(cluster.weir.url, cluster.devices[0]!.device, load.ledger);

  test("the check reports an acknowledged reading that is not stored", async () => {
    const broken = await brokenBy((checked) => {
      const [reading] = nextReadings(checked, 1);
      checked.load.ledger.acknowledge(reading!, "accepted");
    });
    expect(broken).toContain("lost");
  });

  test("the check reports a reading that is stored twice because its device repeated it with another time", async () => {
    const broken = await brokenBy(async (checked) => {
      const [reading] = nextReadings(checked, 1);
      await senderOf(checked).deliver([reading!]);
      cluster.devices[0]!.lastAtUs++;
      await senderOf(checked).request([{ ...reading!, atUs: reading!.atUs! + 1 }]);
    });
    expect(broken).toContain("stored twice");
  });

  test("the check reports readings that were processed in another order than they were sent", async () => {
    const broken = await brokenBy(async (checked) => {
      const [first, second] = nextReadings(checked, 2);
      await senderOf(checked).deliver([second!]);
      await senderOf(checked).deliver([first!]);
    });
    expect(broken).toContain("out of order");
  });

  test("the check reports an answer that does not ask for a repeat", async () => {
    const { device, ...rest } = cluster.devices[0]!;
    const stranger = { ...rest, device: { ...device, token: "wrong" } };
    using load = new OrderedLoad({ url: cluster.weir.url, devices: [stranger], seed: ++seed });
    await waitUntil("it was answered", () => load.problems.length > 0);
    expect(load.problems[0]).toContain("401");
  });

  test("the check reports a fault that did not happen", async () => {
    const begin = async () => ({
      whyHarmless: async () => "nothing was killed",
      putRight: async () => undefined,
    });
    const { broken } = await faultRound(cluster, { name: "none", lastsMs: 0, begin }, ++seed);
    expect(broken).toEqual(["the fault did not happen: nothing was killed"]);
  });

  test("the check reports an owner that ignores its epoch", async () => {
    const preload = join(import.meta.dir, "faults/broken/ignore-ownership.ts");
    await Promise.all(cluster.weir.of("process").map(({ part }) => part.kill()));
    await cluster.untilOwned(0);
    const env = { BUN_OPTIONS: `--preload=${preload}`, [mainVariable]: sourceMain };
    const processors = [
      await cluster.weir.addNode("process", env),
      await cluster.weir.addNode("process", env),
    ];
    await cluster.untilOwned(processors.length);
    using checked = await CheckedLoad.begin(cluster, ++seed);
    await checked.load.untilAccepted(performance.now());
    await pauseProcess(processors[0]!.part);
    await cluster.untilOwned(1);
    processors[0]!.part.signal("SIGCONT");
    await checked.load.untilAccepted(performance.now());
    await waitUntil(
      "it has settled what another has settled",
      async () => (await checked.surplus()) > 0,
      60_000,
    );
    expect((await checked.end()).join("\n")).toContain("settled");
  });
});
