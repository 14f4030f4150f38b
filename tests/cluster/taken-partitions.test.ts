import { expect, test } from "bun:test";
import type { ControlChange } from "../../packages/server/src/control/control.ts";
import { startClusterWeir } from "../harness/cluster-weir.ts";
import { createTestDevice } from "../harness/create-test-device.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { DeviceClient } from "../harness/device-client.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { startGivenEngines } from "../harness/given-engines.ts";
import { waitUntil } from "../harness/wait-until.ts";

const devicesCount = 8;
const timeoutMs = 120_000;

describeUnless(await whyNoEngines(), "partitions that a processor takes", () => {
  test(
    "do not hide a new chain from its other partitions when the chain's devices are announced later",
    async () => {
      await using started = await startGivenEngines();
      await using weir = await startClusterWeir(started.engines);
      const held: ControlChange[] = [];
      const control = await weir.openControl(async (changes) => {
        held.push(...changes);
      });
      const account = "Late news";
      const devices = [];
      for (let nth = 0; nth < devicesCount; nth++)
        devices.push(await createTestDevice(control, { sensors: ["temperature"], account }));
      // Both processors lose a partition, so each of them reads all control data when it takes one again.
      await weir.sql`UPDATE weir_store.partition_leases SET owner = NULL, expires_at = '-infinity'
        WHERE partition IN (SELECT min(partition) FROM weir_store.partition_leases GROUP BY owner)`;
      await waitUntil("all partitions have owners again", async () => {
        const [free] = await weir.sql`SELECT count(*)::int AS count FROM weir_store.partition_leases
          WHERE owner IS NULL OR expires_at < clock_timestamp()`;
        return free.count === 0;
      });
      await weir.announce(held.filter(({ kind }) => kind === "device"));
      const client = new DeviceClient(weir);
      for (const device of devices) {
        const answer = await client.send(device, { endpoint: "single", body: `{"data":{"value":1}}` });
        expect(answer.status).toBe(202);
      }
      await weir.settle();
      for (const { sensors } of devices)
        expect(await weir.stored.readings(sensors[0]!.uuid)).toMatchObject([{ value: 1 }]);
    },
    timeoutMs,
  );
});
