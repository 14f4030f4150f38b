import { describe, expect, test } from "bun:test";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import type { Submission } from "../harness/device-client.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { waitUntil } from "../harness/wait-until.ts";
import {
  batch,
  bulk,
  type ContractServer,
  resetClock,
  single,
  timeoutMs,
  useServer,
} from "./contract-server.ts";
import { expectAnswer } from "./contract-table.ts";
import {
  type ExpectedAnswer,
  invalid,
  noneAccepted,
  queued,
  sensorNotFound,
  unavailable,
} from "./expected-answers.ts";

const queueBytesMax = 64 * 1024;
/** A reading takes at least the room of its value, time and sensor. */
const readingBytesMin = 20;
const perRequest = 500;

/** Fills the queue to its limit. Nothing leaves it while the store is held. */
async function fillQueue({ client }: ContractServer, device: CreatedDevice): Promise<void> {
  // The queue of a cluster accepts nothing beyond the limit, so it is filled in small steps.
  for (let sent = 0, status = 202; status !== 503; sent++) {
    expect(sent * readingBytesMin * perRequest).toBeLessThan(2 * queueBytesMax);
    const data = Array.from({ length: perRequest }, (_, nth) => ({ value: sent * perRequest + nth }));
    ({ status } = await client.send(device, bulk({ data }, { sensor: "humidity" })));
  }
  for (let value = 1e6, status = 202; status !== 503; value++)
    ({ status } = await client.send(device, single({ data: { value } }, { sensor: "humidity" })));
}

describe("bodies: 503", () => {
  const server = useServer({ queue_bytes_max: String(queueBytesMax) });

  unlessCluster("a node may still have room for a small entry")(
    "readings that cannot be queued are answered 503 with Retry-After, and nothing is half accepted",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      const request = bulk({ data: [{ value: 1 }, { value: 2, timestamp: "2026-06-15" }] });
      {
        await using _held = await weir.holdStore();
        await fillQueue(server(), device);
        expectAnswer(await client.send(device, request), unavailable);
        expectAnswer(await client.send(device, single({ data: { value: 3 } })), unavailable);
        expect((await fetch(`${weir.url}/readyz`)).status).toBe(503);
      }
      await waitUntil("there is room again", async () => (await fetch(`${weir.url}/readyz`)).status === 200);
      expectAnswer(await client.send(device, request), queued({ accepted: 2 }));
    },
    timeoutMs,
  );

  describe("order of checks, while the queue is full", () => {
    const whileFull = (name: string, request: Submission, answer: ExpectedAnswer) =>
      test(
        name,
        async () => {
          const { weir, client, createDevice } = server();
          resetClock(server());
          const device = await createDevice();
          {
            await using _held = await weir.holdStore();
            await fillQueue(server(), device);
            expectAnswer(await client.send(device, request), answer);
          }
          await weir.settle();
        },
        timeoutMs,
      );

    whileFull("8 validation before 11, durable append", single({}), invalid("data"));
    whileFull(
      "9 sensor lookup before 11, durable append",
      batch({ data: [{ sensor_slug: "pressure", value: 1 }] }),
      sensorNotFound("pressure"),
    );
    whileFull(
      "10 drops before 11, durable append",
      single({ data: { value: 1, timestamp: "2030-01-01" } }),
      noneAccepted({ dropped_future_timestamp: 1 }),
    );
  });
});
