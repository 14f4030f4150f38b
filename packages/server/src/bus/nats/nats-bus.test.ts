import { afterAll, beforeAll } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { startEngines, TestCluster, type TestEngines } from "../../installation/cluster/test-cluster.ts";
import { describeBus } from "../bus.contract.ts";

describeUnless(await whyNoEngines(), "the bus of a cluster", () => {
  let engines: TestEngines;
  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines[Symbol.asyncDispose]());

  describeBus("a bus over NATS", async () => {
    const cluster = await TestCluster.start(engines);
    return {
      lateMembers: "are revoked",
      open: async (role, options) => (await cluster.open(role, options)).bus,
      kill: (bus) => cluster.kill(bus),
      [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
    };
  });
});
